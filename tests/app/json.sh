#!/bin/sh
# json.sh APP DIRECTORY CMAKE SCRIPT COOP_TRACE: --json and --trace write JSON with the members that readers
# rely on, --timeline writes an SVG that ends.
set -eu
. "$(dirname "$0")/device.sh"
app=$1 work=$2 cmake=$3 script=$4 trace=$5

# A graph of few levels: its barriers do not fill the trace before the first frame, however fast the machine
# is.
[ -x "$cmake" ] || {
    echo "skipped: $cmake, which reads JSON here, is not installed"
    exit 77
}
status=0
run_on_device "$app" bfs --rmat 14 --groups 4 --local 8 --verify --json --frames heavy --frame-groups half \
    --min-seconds 0.2 --trace "$work/trace.json" --timeline "$work/timeline.svg" || status=$?
echo "$output"
[ "$status" = 0 ]
printf '%s\n' "$output" >"$work/results.json"
"$cmake" -DRESULTS="$work/results.json" -DTRACE="$work/trace.json" -P "$script"
head -c 5 "$work/timeline.svg" | grep -q '<svg '
tail -n 1 "$work/timeline.svg" | grep -q '^</svg>$'
grep -q 'matmul (regular' "$work/timeline.svg"
"$trace" check "$work/trace.json"
