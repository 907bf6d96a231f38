#!/bin/sh
# refuses.sh PROGRAM ARGUMENTS…: each of the command lines makes no sense, and ends with exit code 2 and the
# usage.
set -eu

program=$1
shift
for arguments in "$@"; do
    code=0
    # shellcheck disable=SC2086
    output=$("$program" $arguments 2>&1) || code=$?
    case $code$output in
    2Usage:*) ;;
    *)
        echo "${program##*/} $arguments: exit code $code, \"$output\""
        exit 1
        ;;
    esac
done
