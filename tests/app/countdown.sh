#!/bin/sh
# countdown.sh APP WORK: a map and a reduction with a condition take the sequential way's rounds for each cut, layout, executor and
# number of devices; numbers as JSON and CSV; what is refused.
set -eu
app=$1 work=$2
mkdir -p "$work"
. "$(dirname "$0")/device.sh"
export POCL_DEVICES="pthread pthread" POCL_MAX_PTHREAD_COUNT=6

countdown() { # options
    run_on_device "$app" countdown --cells 3001 --verify "$@" || { echo "$*: $output"; exit 1; }
    echo "$output" | grep -q "^Verified  every bit equals that of a sequential program$" || { echo "$*: other bits: $output"; exit 1; }
}
countdown
echo "$output" | grep -qx "Rounds    4" || { echo "not four rounds: $output"; exit 1; }
countdown --start 12 --every 3 --cut 5 --layout block --devices 0,1 --output "$work/cells"
echo "$output" | grep -qx "Rounds    12" && [ "$(wc -c <"$work/cells")" -eq 12004 ] || { echo "not twelve rounds: $output"; exit 1; }
countdown --cut 2 --layout aos --devices 0,1 --executor runs
run_on_device "$app" countdown --cells 3001 --verify --cut 2 --devices 0,1 --domains separate --json || { echo "$output"; exit 1; }
echo "$output" | grep -q '"application": "countdown".*"steps": 4,.*"same_bits": true}$' || { echo "no JSON: $output"; exit 1; }
refused() {
    text=$1
    shift
    status=0
    message=$("$app" countdown "$@" 2>&1 >"$work/out") || status=$?
    [ $status -eq 2 ] && echo "$message" | grep -q -e "$text" || { echo "$*: exit $status: $message"; exit 1; }
}
refused 'a multiple of --every' --start 5 --every 2
refused '--cut wants 1 number, not "2x2"' --cut 2x2
refused 'choose one' --json --csv
