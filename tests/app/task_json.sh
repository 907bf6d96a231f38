#!/bin/sh
# task_json.sh APP DIRECTORY CMAKE SCRIPT: --json of a workload has the members that readers rely on.
set -eu
. "$(dirname "$0")/device.sh"
app=$1 work=$2 cmake=$3 script=$4

[ -x "$cmake" ] || {
    echo "skipped: $cmake, which reads JSON here, is not installed"
    exit 77
}
status=0
run_on_device "$app" uts --geometric 4,5,19 --groups 4 --local 8 --verify --json --frames heavy --frame-groups half \
    --min-seconds 0.2 --trace "$work/task-trace.json" --timeline "$work/task-timeline.svg" || status=$?
echo "$output"
[ "$status" = 0 ]
printf '%s\n' "$output" >"$work/task-results.json"
"$cmake" -DRESULTS="$work/task-results.json" -P "$script"
head -c 5 "$work/task-timeline.svg" | grep -q '<svg '
grep -q '"traceEvents"' "$work/task-trace.json"

# A rival is called by its option.
run_on_device "$app" raster --size 10x10 --triangles 3 --by-triangle --json
echo "$output" | grep -q '"mode": "by-triangle"'
