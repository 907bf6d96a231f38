#!/bin/sh
# Rewrites every expected output; look at the difference before you keep it.
# usage: update.sh coopc include-dir
set -eu
here=$(cd "$(dirname "$0")" && pwd)
for case in "$here"/golden/*.cl; do
    case $case in *.expected.cl) continue ;; esac
    "$here/golden.sh" "$1" "$2" "$case" --update
done
for case in "$here"/rejects/*.cl "$here"/warns/*.cl; do
    case $case in *.second.cl) continue ;; esac
    "$here/rejects.sh" "$1" "$2" "$case" --update
done
