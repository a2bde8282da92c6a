#!/bin/sh
# Writes the two lock files anew from pyproject.toml: names, versions, markers and hashes, for every platform.
# Needs uv on the path. Versions that the present lock names are kept; give --upgrade to raise them.
set -eu
cd "$(dirname "$0")/.."

compile() {
    output=$1
    shift
    uv pip compile pyproject.toml tools/build.in --universal --python-version 3.11 --no-build \
        --generate-hashes --no-emit-index-url --no-emit-find-links --no-header --no-annotate --quiet --output-file "$output" "$@"
}

compile requirements.lock "$@"
compile requirements-dev.lock --extra all --extra test --extra dev --constraint requirements.lock "$@"
