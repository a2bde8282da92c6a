#!/bin/sh
# Sees to Chromium, in which the tests look at the report as a reader does, and says in one line what is lost without it.
# $1 remembers that it was tried.
set -eu
tried=$1
for name in chromium chromium-browser google-chrome; do
    command -v "$name" >/dev/null && exit 0
done
if [ ! -e "$tried" ]; then
    touch "$tried"
    if tools/install.sh chromium chromium && command -v chromium >/dev/null; then exit 0; fi
fi
echo "Chromium is not installed: the tests that open the report in a browser are skipped."
