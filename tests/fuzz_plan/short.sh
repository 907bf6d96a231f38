#!/bin/sh
# So many inputs from a fixed seed (COOP_TEST_SEED).
# usage: short.sh fuzz_plan runs   Exit status 77: clang has no libFuzzer here.
set -eu
[ -x "$1" ] || exit 77
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/corpus"
cp "$(dirname "$0")"/found/* "$work/corpus" 2>/dev/null || true
export ASAN_OPTIONS="quarantine_size_mb=16${ASAN_OPTIONS:+:$ASAN_OPTIONS}"
"$1" -seed="${COOP_TEST_SEED:-1}" -runs="$2" -timeout=60 -max_len=200 -len_control=1 -rss_limit_mb=2048 -artifact_prefix="$work/" \
    "$work/corpus" 2>"$work/log" || {
    tail -n 60 "$work/log" >&2
    for input in "$work"/crash-* "$work"/leak-* "$work"/timeout-* "$work"/oom-*; do
        [ -e "$input" ] && { echo "--- the input, $input:"; od -An -v -tx1 "$input"; } >&2
    done
    exit 1
}
tail -n 2 "$work/log"
