#!/bin/sh
# Runs random programs: kernels (random_kernel.py) through execute.sh, in the form with loops where the seed is odd, or
# tasks (random_task.py) through tasks.sh. The first seed is COOP_TEST_SEED, or as given.
# usage: random.sh coopc include-dir kernel|task first-seed [count]   Exit status 77: no clang or no python3.
set -u
here=$(cd "$(dirname "$0")" && pwd)
command -v python3 >/dev/null || exit 77
case $3 in
kernel) run=execute.sh count=${5:-12} ;;
task) run=tasks.sh count=${5:-8} ;;
*) echo "random.sh runs kernel or task, not \"$3\"" >&2 && exit 2 ;;
esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
first=${COOP_TEST_SEED:-$4}
seed=$first
while [ "$seed" -lt $((first + count)) ]; do
    python3 "$here/random_$3.py" "$seed" >"$work/random_$seed.cl"
    SHIM_FORM=$((seed % 3)) sh "$here/$run" "$1" "$2" "$work/random_$seed.cl" >"$work/log" 2>&1
    status=$?
    if [ $status -ne 0 ]; then
        [ $status -eq 77 ] && exit 77
        cat "$work/log" "$work/random_$seed.cl" >&2
        echo "seed $seed; again: COOP_TEST_SEED=$seed $0 $1 $2 $3 0 1" >&2
        exit 1
    fi
    seed=$((seed + 1))
done
