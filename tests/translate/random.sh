#!/bin/sh
# Runs random kernels (random_kernel.py) through execute.sh. The first seed is COOP_TEST_SEED, or as given.
# usage: random.sh coopc include-dir first-seed [count]   Exit status 77: no clang or no python3.
set -u
here=$(cd "$(dirname "$0")" && pwd)
command -v python3 >/dev/null || exit 77
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
first=${COOP_TEST_SEED:-$3}
seed=$first
while [ "$seed" -lt $((first + ${4:-12})) ]; do
    python3 "$here/random_kernel.py" "$seed" >"$work/random_$seed.cl"
    sh "$here/execute.sh" "$1" "$2" "$work/random_$seed.cl" >"$work/log" 2>&1
    status=$?
    if [ $status -ne 0 ]; then
        [ $status -eq 77 ] && exit 77
        cat "$work/log" "$work/random_$seed.cl" >&2
        echo "seed $seed; again: COOP_TEST_SEED=$seed $0 $1 $2 0 1" >&2
        exit 1
    fi
    seed=$((seed + 1))
done
