#!/bin/sh
# Runs random programs of tasks (tests/translate/random_task.py) on the device and compares them with their elision.
# Some of them must have seen work-groups end (kills) and begin (forks). The first seed is COOP_TEST_SEED, or as given.
# What else is given goes to the program: local=8, workers=4.
# usage: random_tasks.sh program coopc project cc first-seed count [option ...]   Exit status 77: no device, no python3.
set -u
program=$1
coopc=$2
project=$3
cc=$4
first=${COOP_TEST_SEED:-$5}
count=$6
shift 6
here=$(cd "$(dirname "$0")" && pwd)
command -v python3 >/dev/null || exit 77
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

one()
{
    python3 "$project/tests/translate/random_task.py" "$seed" >"$work/program.cl" &&
        "$coopc" -w -I "$project/include" "$work/program.cl" "$here/traffic_kernels.cl" -o "$work/module.cl" \
            --header "$work/module.h" &&
        "$cc" -x c -std=c11 -O1 -w -fPIC -I "$project/include" -c "$work/program.cl" -o "$work/elision.o" &&
        "$cc" -std=c11 -O1 -Wall -Wextra -fPIC -shared -I "$work" -I "$project/include" "$here/glue.c" "$work/elision.o" \
            -o "$work/glue.so" || return 1
    COOP_TASKS_MODULE="$work/module.cl" COOP_TASKS_GLUE="$work/glue.so" "$program" "$@"
}

seed=$first
kills=0
forks=0
while [ "$seed" -lt $((first + count)) ]; do
    one "$@" >"$work/log" 2>&1
    status=$?
    if [ $status -ne 0 ]; then
        [ $status -eq 77 ] && exit 77
        cat "$work/log" "$work/program.cl" >&2
        echo "seed $seed; again: COOP_TEST_SEED=$seed $0 $program $coopc $project $cc 0 1 $*" >&2
        exit 1
    fi
    happened=$(grep -h "^kills" "$work/log")
    echo "seed $seed: $happened"
    # shellcheck disable=SC2086 # the words of the line: kills K forks F
    set -- $happened "$@"
    kills=$((kills + $2))
    forks=$((forks + $4))
    shift 4
    seed=$((seed + 1))
done
if [ "$kills" -eq 0 ] || [ "$forks" -eq 0 ]; then
    echo "$kills kills, $forks forks: nothing happened while the tasks ran" >&2
    exit 1
fi
