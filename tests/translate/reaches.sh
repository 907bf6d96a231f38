#!/bin/sh
# No compiler finds code of the megakernel unreachable: PoCL 3.1 takes such code for an end of the kernel, and lets all
# work-items of a work-group go the way of its first one (cl/platform.clh). Modules of a case, or of random programs of
# tasks, are compiled as PoCL does it. usage: reaches.sh coopc include-dir before.cl after.cl CASE.cl
#                                       or: reaches.sh coopc include-dir before.cl after.cl seeds FIRST [COUNT]
# Exit status 77: no clang or no python3.
set -eu
coopc=$1
include=$2
before=$3
after=$4
here=$(cd "$(dirname "$0")" && pwd)
clang=$(command -v clang-15 || command -v clang-14 || command -v clang) || exit 77
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

check()
{
    "$coopc" -w -I "$include" "$1" -o "$work/module.cl" --header "$work/module.h"
    options=$(sed -n 's,^//coop option ,,p' "$work/module.cl")
    cat "$before" "$work/module.cl" "$after" >"$work/whole.cl"
    # shellcheck disable=SC2086 # the options, each a word
    "$clang" -x cl -cl-std=CL3.0 -O2 -w -DCOOP_HOST_SYSTEM_CALLS=1 $options -S -emit-llvm "$work/whole.cl" \
        -o "$work/whole.ll"
    grep -q "@coop_megakernel(" "$work/whole.ll" || { echo "$2: no megakernel" >&2; exit 1; }
    found=$(awk '/^define/ { name = $0; sub(/^[^@]*/, "", name); sub(/\(.*/, "", name) }
        /^ *unreachable/ { print name }' "$work/whole.ll" | sort | uniq -c)
    [ -z "$found" ] || { printf '%s: unreachable code in\n%s\n' "$2" "$found" >&2; exit 1; }
}

if [ "$5" != seeds ]; then
    check "$5" "$5"
    exit 0
fi
command -v python3 >/dev/null || exit 77
seed=${COOP_TEST_SEED:-$6}
end=$((seed + ${7:-1}))
while [ "$seed" -lt "$end" ]; do
    python3 "$here/random_task.py" "$seed" >"$work/program.cl"
    check "$work/program.cl" "seed $seed"
    seed=$((seed + 1))
done
