#!/bin/sh
# Installs the system package $1 where that needs no password and no question: apt-get and dnf as root or with sudo,
# brew as an ordinary user ($2 is its name there, if another). Fails where it may not or cannot.
set -eu
name=$1
brew_name=${2:-$1}

as_root=
if [ "$(id -u)" != 0 ]; then
    if sudo -n true 2>/dev/null; then as_root="sudo -n"; else as_root=no; fi
fi

if command -v apt-get >/dev/null && [ "$as_root" != no ]; then
    echo "Installing $name ..."
    apt="$as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=60"
    $apt install --no-install-recommends "$name" >/dev/null 2>&1 && exit 0
    $apt update >/dev/null 2>&1 || true
    exec $apt install --no-install-recommends "$name" >/dev/null 2>&1
elif command -v dnf >/dev/null && [ "$as_root" != no ]; then
    echo "Installing $name ..."
    exec $as_root dnf -q -y install "$name" >/dev/null 2>&1
elif command -v brew >/dev/null && [ "$(id -u)" != 0 ]; then
    echo "Installing $brew_name ..."
    exec env HOMEBREW_NO_AUTO_UPDATE=1 brew install --quiet "$brew_name" >/dev/null 2>&1
fi
exit 1
