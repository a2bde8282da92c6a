#!/bin/sh
# Makes the virtual environment $1 with the newest Python here that Muster runs on (PYTHON=... chooses another).
set -eu
venv=$1
candidates=${PYTHON:-python3.13 python3.12 python3.11 python3}

fits() {
    "$1" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 14))' 2>/dev/null
}

try_each() {
    for python in $candidates; do
        if fits "$python" && "$python" -c 'import ensurepip, venv' 2>/dev/null; then
            "$python" -m venv --clear "$venv" && exit 0
        fi
    done
}

try_each
fitting=
for python in $candidates; do
    if fits "$python"; then fitting=$python; break; fi
done
if [ -z "$fitting" ]; then
    echo "Muster needs Python 3.11, 3.12 or 3.13, and none is here: install one, or name it with make PYTHON=/its/path." >&2
    exit 1
fi

# Debian and Ubuntu ship Python without its venv module.
version=$("$fitting" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
if tools/install.sh "python$version-venv"; then
    try_each
fi
echo "$fitting cannot make virtual environments: install its venv module (apt-get install python$version-venv), then run make again." >&2
exit 1
