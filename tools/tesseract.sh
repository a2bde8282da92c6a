#!/bin/sh
# Sees to tesseract, which reads scanned pages, and says in one line what is lost without it. $1 remembers that it was tried.
set -eu
tried=$1
command -v tesseract >/dev/null && exit 0
if [ ! -e "$tried" ]; then
    touch "$tried"
    if command -v apt-get >/dev/null; then package=tesseract-ocr; else package=tesseract; fi
    if tools/install.sh "$package" tesseract && command -v tesseract >/dev/null; then exit 0; fi
fi
echo "tesseract is not installed: scanned pages will not be read, and what they may hold is reported as could not check."
