#!/bin/sh
# Sees to Dovecot, with which the tests start a mail server of their own, and says in one line what is skipped without it.
# $1 remembers that it was tried.
set -eu
tried=$1
here() { command -v dovecot >/dev/null || [ -x /usr/sbin/dovecot ]; }
here && exit 0
if [ ! -e "$tried" ]; then
    touch "$tried"
    if tools/install.sh dovecot-imapd dovecot && here; then exit 0; fi
fi
echo "Dovecot is not installed: the tests of an inbox on a mail server are skipped."
