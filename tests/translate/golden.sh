#!/bin/sh
# Translates a file and compares the module and the header with those that were looked at before.
# usage: golden.sh coopc include-dir case.cl [--update]
set -eu
coopc=$1
include=$2
name=$(basename "$3" .cl)
cd "$(dirname "$3")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$coopc" -I "$include" "$name.cl" -o "$work/$name.cl" --header "$work/$name.h"
if [ "${4:-}" = --update ]; then
    cp "$work/$name.cl" "$name.expected.cl"
    cp "$work/$name.h" "$name.expected.h"
fi
diff -u "$name.expected.cl" "$work/$name.cl"
diff -u "$name.expected.h" "$work/$name.h"
