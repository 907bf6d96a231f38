#!/bin/sh
# Translates a program of tasks, runs the module as C under a random scheduler (shim/tasks_driver.c) and compares
# with the elision. usage: tasks.sh coopc include-dir case.cl   Exit status 77: no clang.
set -eu
coopc=$1
include=$2
case=$3
here=$(cd "$(dirname "$0")" && pwd)
clang=$(command -v clang || command -v clang-14 || command -v clang-15) || exit 77
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$coopc" -I "$include" "$case" -o "$work/module.cl" --header "$work/module.h" 2>"$work/messages" ||
    { cat "$work/messages" >&2; exit 1; }
cat "$here/shim/tasks_prelude.cl" "$work/module.cl" "$here/shim/tasks_epilogue.cl" >"$work/whole.cl"
"$clang" -x cl -cl-std=CL3.0 -O1 -g -w -I"$here/shim" -I"$include" -c "$work/whole.cl" \
    -o "$work/module.o"
objcopy -G shim_step "$work/module.o"
"$clang" -x c -std=c11 -O1 -g -w -I"$include" -c "$case" -o "$work/elision.o"
tag=$(sed -n 's,^enum { coop_channel_coop_task_root = \([0-9]*\) };,\1,p' "$work/module.cl")
"$clang" -std=gnu11 -g -O1 -Wall -Wextra -DROOT_TAG="$tag" -I"$work" -I"$here/shim" -I"$include" \
    "$here/shim/tasks_driver.c" "$work/module.o" "$work/elision.o" -o "$work/driver" 2>"$work/link" ||
    { cat "$work/link" >&2; exit 1; }
# A guard against hangs: the driver is one thread, which computes until it ends.
ulimit -S -t 60
exec "$work/driver"
