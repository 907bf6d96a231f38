#!/bin/sh
# task_trace.sh APP DIRECTORY COOP_TRACE: tasks that wait for others, traced beside frames: the trace holds, names their
# channels, and --json has their closures.
set -eu
. "$(dirname "$0")/device.sh"
app=$1 work=$2 trace=$3

# traced CHANNEL COMMAND …
traced() {
    channel=$1
    shift
    rm -f "$work/tasks.json"
    if ! run_on_device "$app" "$@" --groups 4 --frames heavy --frame-groups half --min-seconds 0.1 --verify --json \
        --trace "$work/tasks.json"; then
        echo "$output"
        exit 1
    fi
    for member in '"mode": "tasks"' '"verified": true' '"closures"' '"taken"' '"rule"' "\"$channel\""; do
        echo "$output" | grep -q "$member" || { echo "$output"; echo "coop-app $*: --json has no $member"; exit 1; }
    done
    verdict=$("$trace" check "$work/tasks.json") || { echo "$verdict"; exit 1; }
    echo "$verdict"
    "$trace" stat "$work/tasks.json" --table channels | grep -q "$channel" ||
        { echo "coop-trace stat does not know $channel"; exit 1; }
    rm -f "$work/tasks.json"
}

traced fib fib 16 --tasks --cutoff 2
traced place queens 7 --tasks
traced merge sort 3000
traced product strassen 64
