#!/bin/sh
# The seeds, and some thousand inputs made of them with a fixed seed (COOP_TEST_SEED).
# usage: short.sh fuzz_coopc project [runs]   Exit status 77: clang has no libFuzzer here.
set -eu
[ -x "$1" ] || exit 77
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sh "$here/seeds.sh" "$2" "$work/seeds"
export FUZZ_DIRECTORY="$work"
export ASAN_OPTIONS="quarantine_size_mb=16${ASAN_OPTIONS:+:$ASAN_OPTIONS}"
"$1" -seed="${COOP_TEST_SEED:-1}" -runs="${3:-2000}" -timeout=600 -rss_limit_mb=2048 -max_len=12000 -artifact_prefix="$work/" \
    "$work/seeds" 2>"$work/log" || {
    tail -n 60 "$work/log" >&2
    for input in "$work"/crash-* "$work"/leak-* "$work"/timeout-* "$work"/oom-*; do
        [ -e "$input" ] && { echo "--- the input, $input:"; cat "$input"; } >&2
    done
    exit 1
}
tail -n 2 "$work/log"
