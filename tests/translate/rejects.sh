#!/bin/sh
# Translates a file and compares the messages: one in rejects/ must be refused, one in warns/ must not.
# usage: rejects.sh coopc include-dir case.cl [--update]
set -eu
coopc=$1
include=$2
name=$(basename "$3" .cl)
cd "$(dirname "$3")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
options=$(sed -n 's,^// options: ,,p' "$name.cl")
second=$(sed -n 's,^// files: ,,p' "$name.cl")

status=0
"$coopc" -I "$include" $options "$name.cl" $second -o "$work/module.cl" --header "$work/module.h" 2>"$work/messages" || status=$?
if [ "${4:-}" = --update ]; then
    cp "$work/messages" "$name.expected"
fi
case $PWD in
*/warns) wanted=0 ;;
*) wanted=1 ;;
esac
if [ $status -ne $wanted ]; then
    echo "exit status $status, not $wanted" >&2
    cat "$work/messages" >&2
    exit 1
fi
if [ $wanted -eq 1 ] && [ -e "$work/module.cl" ]; then
    echo "a refused file left an output" >&2
    exit 1
fi
diff -u "$name.expected" "$work/messages"
