#!/bin/sh
# task_edges.sh APP DIRECTORY: the smallest workloads, more work-groups than tasks, and odd cut-offs.
set -eu
. "$(dirname "$0")/device.sh"
app=$1 work=$2
failures=0

# check COUNTS ARGUMENT…
check() {
    wanted=$1
    shift
    for mode in "" --static; do
        status=0
        # shellcheck disable=SC2086
        run_on_device "$app" "$@" $mode --groups 4 --local 8 --verify || status=$?
        if [ "$status" != 0 ] || ! printf '%s\n' "$output" | grep -q "^Found     $wanted"; then
            echo "$output"
            echo "WRONG $* $mode: exit code $status, wanted \"$wanted\""
            failures=1
        fi
    done
}

printf 'one line, no end' >"$work/line"
printf '\n\n\n' >"$work/blank"
head -c 12 "$work/points.f32" >"$work/point.f32"
head -c 12 /dev/zero >"$work/same.f32"
head -c 12 /dev/zero >>"$work/same.f32"

check "words 1$" memset --tasks 1
check "documents 1, containing 1$" contains --text "$work/line" --word END
check "documents 3, containing 0$" contains --text "$work/blank" --word a
check "nodes 2, leaves 1, depth 1$" uts --binomial 1,0,1,5
check "nodes 1001, leaves 1000, depth 1$\|nodes 1,001, leaves 1,000, depth 1$" uts --binomial 1000,0,1,5
check "solutions 1, placements 1$" queens 1
check "solutions 0, placements 2$" queens 2
check "solutions 92, placements 2,056$" queens 8 --cutoff 1
check "solutions 92, placements 2,056$" queens 8 --cutoff 16
check "inner nodes 0, leaves 1, depth 0, level 0 1$" octree --points "$work/point.f32"
check "inner nodes 20, leaves 1, depth 20, level 0 1$" octree --points "$work/same.f32" --threshold 1
check "positions 8, mover wins 0, other wins 0, draws 0$" game --depth 1
check "positions 2,801," game --depth 4 --cutoff 7
check "value 0$" fib 0
check "value 1$" fib 1 --cutoff 1
check "value 610$" fib 15 --cutoff 50
exit $failures
