#!/bin/sh
# replace.sh APP GRAPH TRACE FILE.json WORK: what cannot be written to its end leaves the file that was there, and nothing
# beside it. No file may be larger than some blocks.
set -eu
. "$(dirname "$0")/device.sh"
app=$1 graph=$2 trace=$3 recorded=$4 work=$5
failures=0 blocks=4
rm -rf "$work"
mkdir -p "$work/out"

# keeps FILE COMMAND…: the command fails for want of room, and FILE is what it was.
keeps() {
    file=$work/out/$1
    shift
    echo precious > "$file"
    code=0
    said=$( (trap '' XFSZ; ulimit -f "$blocks"; "$@") 2>&1) || code=$?
    if [ "$code" = 0 ] || [ "$(cat "$file")" != precious ]; then
        echo "$*: exit code $code, $(wc -c < "$file") bytes are in $file: $said"
        failures=1
    fi
    case $said in
    *"$file cannot be written: File too large"*) ;;
    *)
        echo "$*: \"$said\" does not say why"
        failures=1
        ;;
    esac
    rm -f "$file"
    if [ -n "$(ls -A "$work/out")" ]; then
        echo "$*: left behind: $(ls -A "$work/out")"
        rm -f "$work"/out/*
        failures=1
    fi
}

awk 'BEGIN { for (i = 0; i < 5000; i++) print i + 1000000, i + 1000001 }' > "$work/path.txt"
keeps graph.gr "$graph" write --graph "$work/path.txt" --output "$work/out/graph.gr"
keeps ids.txt "$graph" write --graph "$work/path.txt" --format edges --output - --ids "$work/out/ids.txt"
keeps picture.svg "$trace" svg "$recorded" -o "$work/out/picture.svg"

blocks=8192 # the driver's own files fit
set -- "$app" components --grid 1000x1000 --groups 2 --local 8
run_on_device "$@"
keeps numbers.csv "$@" --output "$work/out/numbers.csv"
rm -rf "$work"
exit "$failures"
