#!/bin/sh
# Sees to PostgreSQL's programs, with which the tests start a server of their own, and says in one line what is skipped
# without them. $1 remembers that it was tried.
set -eu
tried=$1
here() { command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1; }
here && exit 0
if [ ! -e "$tried" ]; then
    touch "$tried"
    if tools/install.sh postgresql postgresql && here; then exit 0; fi
fi
echo "PostgreSQL is not installed: tests of batches that share one are skipped."
