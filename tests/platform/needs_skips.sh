#!/bin/sh
# needs_skips.sh NEEDS COOPC DIRECTORY: tests/support/needs.sh skips where a program lacks a library, and
# hides no other failure.
set -eu
needs=$1
coopc=$2
broken=$3/coopc
failures=0
mkdir -p "$3"
sed 's/libclang/libglanc/g' "$coopc" >"$broken"
chmod +x "$broken"
if "$broken" --version >/dev/null 2>&1; then
    echo "skipped: coopc loads no libclang"
    exit 77
fi

# says CODE WORDS COMMAND …
says() {
    wanted=$1 words=$2
    shift 2
    code=0
    output=$(sh "$needs" "$@" 2>&1) || code=$?
    case $output in
    *"$words"*) [ "$code" = "$wanted" ] && return ;;
    esac
    echo "needs.sh $*: exit code $code, wanted $wanted; wanted \"$words\" in \"$output\""
    failures=1
}

says 77 "skipped: coopc cannot run on this machine: libglanc" "$broken" "$broken" --version
says 0 "good" "$broken" echo good
says 1 "wrong" "$coopc" sh -c 'echo wrong; exit 1'
says 2 "" "$coopc" "$coopc" --no-such-option
says 127 "not found" "$3/no_such_program" "$3/no_such_program"
says 77 "why" "$coopc" sh -c 'echo why; exit 77'
exit $failures
