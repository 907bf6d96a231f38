#!/bin/sh
# bench_platform.sh SCRIPT BUILD OUT: the script measures with small inputs; the page has a table of each
# step, and nothing failed.
set -eu
script=$1 build=$2 out=$3

rm -rf "$out"
code=0
"$script" --build "$build" --out "$out" --small --shapes 2x8,3x8 --groups 2,all --local 8 --seconds 0.3 --samples 3 || code=$?
[ "$code" != 77 ] || exit 77
cat "$out/page.md"
[ "$code" = 0 ] || exit 1

for title in Barrier "Host and megakernel" "Gather time" "Overhead without multitasking" "Applications of graphs" "Operations of the work queue" \
    "Workloads of tasks" "Breadth-first search" Frames "Traces held against the semantics"; do
    awk -v title="## $title" '$0 == title { inside = 1; next } /^## / { inside = 0 } inside && /^\|---/ { ruled = 1 }
        inside && ruled && /^\| / { found = 1 } END { exit !found }' "$out/page.md" || {
        echo "there is no row below \"$title\""
        exit 1
    }
done
for rows in gather-octree frames; do
    grep -q "^octree," "$out/$rows.csv" || {
        echo "$rows.csv has no row of octree"
        exit 1
    }
done
if grep -E "WRONG|VIOLATED|Stopped|Left out" "$out/page.md"; then
    exit 1
fi

# A step of a later call joins those of earlier ones; without time it is left out, and said.
"$script" --build "$build" --out "$out" --small --budget 1 --shapes 2x8 operations
grep -q "Left out, for lack of time" "$out/page.md" && grep -q "## Frames" "$out/page.md"

for wrong in "--budget" "--budget x" "dance" "--shapes 2y3" "--data /nowhere"; do
    code=0
    # shellcheck disable=SC2086
    "$script" --build "$build" --out "$out" $wrong 2>"$out/err" || code=$?
    [ "$code" = 2 ] && grep -q "see bench-platform --help" "$out/err"
done
