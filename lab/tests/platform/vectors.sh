#!/bin/sh
# lab/vectors finds the loops of a module that the device has built: those of stream are vectors, and nonsense is refused.
# usage: vectors.sh vectors coop-bench-modules coopc include-dir   Exit status 77: no clang, no python3 or no device.
set -eu
command -v clang >/dev/null && command -v python3 >/dev/null || exit 77
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/stream.cl" <<'END'
#include "coop/kernel.clh"
kernel void stream(global float *o, global const float *a, uint n)
{
    uint i = get_global_id(0);
    if (i < n) o[i] = a[i] * 1.5f + 2.0f;
}
END
(cd "$work" && "$3" -w -I "$4" stream.cl -o stream.module.cl)
mkdir "$work/dump"
COOP_DUMP_DIR=$work/dump "$2" "$work/stream.module.cl" >"$work/said" || { status=$?; cat "$work/said"; exit $status; }
python3 "$1" "$work/dump" --csv | tee "$work/rows"
grep -q '^file,line,vectors,width,missed,reason$' "$work/rows"
grep -q '^stream.cl,4,[1-9]' "$work/rows"
python3 "$1" "$work/dump" --json | python3 -c 'import json, sys; assert json.load(sys.stdin)[0]["width"] > 1'
python3 "$1" "$work" 2>"$work/said" && exit 1
grep -q 'COOP_DUMP_DIR' "$work/said"
