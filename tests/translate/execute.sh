#!/bin/sh
# Translates a kernel, runs the module under a random scheduler and compares with the untranslated kernel
# (driver.c). COOP_TRANSLATE_DRIVER: a library of the driver's files, which are compiled here without it.
# COOP_TRANSLATE_PLAIN: where translate_device.prepares leaves the untranslated kernels of runs/ as objects; those that are
# newer than all they are made of are taken.
# usage: execute.sh coopc include-dir case.cl [checked [module.cl]]   checked: as a run that checks addresses builds it;
# module.cl: what coopc has made of it before. SHIM_FORM: 0 flat, 1 loops, 2 structured; by default all
# that the kernels have. Exit status 77: no clang.
set -eu
coopc=$1
include=$2
case=$3
here=$(cd "$(dirname "$0")" && pwd)
clang=$(command -v clang || command -v clang-14 || command -v clang-15) || exit 77
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

name=$(basename "$case" .cl)
kind=$(sed -n 's,^// run: ,,p' "$case" | tr -d '\r')
items=$(sed -n 's,^// items: ,,p' "$case")
second=$(sed -n 's,^// files: ,,p' "$case")
cd "$(dirname "$case")"
module=${5:-}
if [ -z "$module" ]; then
    module=$work/module.cl
    "$coopc" -I "$include" "$name.cl" $second -o "$module" --header "$work/module.h" 2>"$work/messages" ||
        { cat "$work/messages" >&2; exit 1; }
fi

flags="-x cl -cl-std=CL3.0 -O1 -g -w -I$here/shim -I$include -I. ${4:+-DCOOP_CHECK_ADDRESSES=1}"
cat "$here/shim/module_prelude.cl" "$module" "$here/shim/module_epilogue.cl" >"$work/whole.cl"
objects=
# Is $1 newer than what it was made of?
is_fresh()
{
    [ -f "$1" ] && [ -z "$(find "$here/shim" "$here/runs" "$include" -newer "$1" -print -quit)" ]
}

kept=${COOP_TRANSLATE_PLAIN:-}
[ "$PWD" = "$here/runs" ] || kept=
for file in "$name.cl" $second; do
    objects="$objects $work/plain.$file.o"
    [ -n "$kept" ] && is_fresh "$kept/$file.o" && cp "$kept/$file.o" "$work/plain.$file.o" && continue
    "$clang" $flags -include "$here/shim/plain_prelude.cl" -I "$include" -c "$file" -o "$work/plain.$file.o"
done
driver=${COOP_TRANSLATE_DRIVER:-"$here/shim/driver.c $here/shim/world.c $here/shim/plain.c"}
if grep -q coop_may_kill_all "$name.cl"; then
    export COOP_MAY_SUSPEND=1
fi
# A guard against hangs: the driver is one thread, which computes until it ends.
ulimit -S -t 60
case "$kind" in
*regular*) forms="0 1 2" ;;
*) forms="0 1" ;;
esac
for form in ${SHIM_FORM:-$forms}; do
    "$clang" $flags -DSHIM_FORM="$form" -c "$work/whole.cl" -o "$work/module.o"
    missing=$(nm -u "$work/module.o" | grep -v -w -E "memcpy|memset|memmove|shim_barrier|shim_item_barrier|shim_parted|shim_wrong_access" || true)
    [ -z "$missing" ] || { echo "the module lacks: $missing" >&2; exit 1; }
    objcopy -G shim_step -G shim_takes_group -G shim_keeps_barriers -G shim_chain -G shim_vars_bytes -G shim_locals_bytes "$work/module.o"
    cc -std=gnu11 -g -O1 -I"$here/shim" -I"$include" "$work/module.o" $objects $driver -o "$work/driver" 2>"$work/link" ||
        { cat "$work/link" >&2; exit 1; }
    "$work/driver" $kind ${items:-1 4 8 64}
done
