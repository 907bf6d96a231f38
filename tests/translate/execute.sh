#!/bin/sh
# Translates a kernel, runs the module under a random scheduler and compares with the untranslated kernel
# (driver.c). COOP_TRANSLATE_DRIVER: a library of the driver's files, which are compiled here without it.
# COOP_TRANSLATE_PLAIN: where translate_device.prepares leaves the untranslated kernels of runs/ as objects; those that are
# newer than all they are made of are taken. COOP_TRANSLATE_RESOURCES: clang's folder of headers.
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

# The front end itself takes all files in one process, which takes longer to start than to compile one. As the driver has
# it, LLVM does not verify what clang makes.
resources=${COOP_TRANSLATE_RESOURCES:-$("$clang" -print-resource-dir)}
flags="-cc1 -emit-obj -mrelocation-model pic -pic-level 2 -pic-is-pie -x cl -cl-std=CL3.0 -O1 -w -finclude-default-header
    -fdeclare-opencl-builtins -disable-llvm-verifier -discard-value-names -internal-isystem $resources/include -I$here/shim -I$include -I. ${4:+-DCOOP_CHECK_ADDRESSES=1}"
case "$kind $(grep -o -m 1 coop_stretch_ "$module")" in
*regular* | *coop_stretch_) forms=${SHIM_FORM:-0 1 2} ;;
*) forms=${SHIM_FORM:-0 1} ;;
esac
sources=
for form in $forms; do
    { echo "#define SHIM_FORM $form" && cat "$here/shim/module_prelude.cl" "$module" "$here/shim/module_epilogue.cl"; } >"$work/form_$form.cl"
    sources="$sources $work/form_$form.cl"
done
objects=
# Is $1 newer than what it was made of?
is_fresh()
{
    [ -f "$1" ] && [ -z "$(find "$here/shim" "$here/runs" "$include" -newer "$1" -print -quit)" ]
}

kept=${COOP_TRANSLATE_PLAIN:-}
[ "$PWD" = "$here/runs" ] || kept=
for file in "$name.cl" $second; do
    if [ -n "$kept" ] && is_fresh "$kept/$file.o"; then
        objects="$objects $kept/$file.o"
        continue
    fi
    printf '#include "plain_prelude.cl"\n#include "%s"\n' "$PWD/$file" >"$work/plain_${file%.cl}.cl"
    sources="$sources $work/plain_${file%.cl}.cl"
    objects="$objects $work/plain_${file%.cl}.o"
done
# shellcheck disable=SC2086 # words
"$clang" $flags $sources
driver=${COOP_TRANSLATE_DRIVER:-"$here/shim/driver.c $here/shim/world.c $here/shim/plain.c"}
if grep -q coop_may_kill_all "$name.cl"; then
    export COOP_MAY_SUSPEND=1
fi
# A guard against hangs: the driver is one thread, which computes until it ends.
ulimit -S -t 60
for form in $forms; do
    module=$work/form_$form.o
    # Unlike nm, readelf does not load LLVM.
    missing=$(readelf -sW "$module" | awk '$7 == "UND" && $8 != "" { print $8 }' |
        grep -v -x -E "memcpy|memset|memmove|shim_barrier|shim_item_barrier|shim_parted|shim_wrong_access" || true)
    [ -z "$missing" ] || { echo "the module lacks: $missing" >&2; exit 1; }
    objcopy -G shim_step -G shim_takes_group -G shim_keeps_barriers -G shim_chain -G shim_vars_bytes -G shim_locals_bytes "$module"
    cc -std=gnu11 -O1 -I"$here/shim" -I"$include" "$module" $objects $driver -o "$work/driver" 2>"$work/link" ||
        { cat "$work/link" >&2; exit 1; }
    "$work/driver" $kind ${items:-1 4 8 64}
done
