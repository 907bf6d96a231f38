#!/bin/sh
# Translates a file and compares the module, the header and the model's text with those that were looked at
# before. usage: golden.sh coopc include-dir case.cl [--update]
set -eu
coopc=$1
include=$2
name=$(basename "$3" .cl)
cd "$(dirname "$3")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$coopc" -I "$include" "$name.cl" --dump-model -o "$work/$name.cl" --header "$work/$name.h" >"$work/$name.model"
if [ "${4:-}" = --update ]; then
    cp "$work/$name.cl" "$name.expected.cl"
    cp "$work/$name.h" "$name.expected.h"
    cp "$work/$name.model" "$name.expected.model"
fi
diff -u "$name.expected.cl" "$work/$name.cl"
diff -u "$name.expected.h" "$work/$name.h"
diff -u "$name.expected.model" "$work/$name.model"
