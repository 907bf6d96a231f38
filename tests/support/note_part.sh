#!/bin/sh
# note_part.sh LOG K/N BEGIN COMMIT: writes down that a part of the night ran through; the line of the same part before it
# goes, and so do parts of another number.
set -eu
log=$1 part=$2
{
    printf '# What ran through: part, begin, end, commit. ./test.sh --preset nightly --part K/N writes it.\n'
    {
        [ ! -f "$log" ] || awk -v part="$part" '
            BEGIN { split(part, wanted, "/") }
            /^#/ || $1 == part { next }
            { split($1, own, "/") }
            own[2] == wanted[2]' "$log"
        printf '%s %s %s %s\n' "$part" "$3" "$(date -u +%Y-%m-%dT%H:%MZ)" "$4"
    } | sort -n
} >"$log.new"
mv "$log.new" "$log"
