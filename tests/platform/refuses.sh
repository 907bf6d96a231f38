#!/bin/sh
# refuses.sh GRID_SYNC: command lines that make no sense end with exit code 2 and the usage.
set -eu

for arguments in "--items 0" "--items 1025" "--items" "--launches x" "0" "132x" "--fast"; do
    code=0
    # shellcheck disable=SC2086
    output=$("$1" $arguments 2>&1) || code=$?
    case $code$output in
    2Usage:*) ;;
    *)
        echo "grid_sync $arguments: exit code $code, \"$output\""
        exit 1
        ;;
    esac
done
