#!/bin/sh
# Rewrites every expected output; look at the difference before you keep it.
# usage: update.sh coopc include-dir
set -eu
here=$(cd "$(dirname "$0")" && pwd)
if [ $# -ne 2 ] || [ ! -x "$1" ] || [ ! -d "$2" ]; then
    echo "usage: update.sh coopc include-dir: \"${1:-}\" must be a program, \"${2:-}\" a directory" >&2
    exit 2
fi
coopc=$(cd "$(dirname "$1")" && pwd)/${1##*/}
include=$(cd "$2" && pwd)
for case in "$here"/golden/*.cl; do
    case $case in *.expected.cl) continue ;; esac
    "$here/golden.sh" "$coopc" "$include" "$case" --update
done
for case in "$here"/rejects/*.cl "$here"/rejects/*.cases "$here"/warns/*.cases; do
    "$here/rejects.sh" "$coopc" "$include" "$case" --update
done
