#!/bin/sh
# repeat.sh APP TIMES ARGUMENT …: a workload TIMES times, all right, with 2 work-groups and with 4 beside
# frames.
set -eu
. "$(dirname "$0")/device.sh"
app=$1 times=$2
shift 2

check() {
    status=0
    run_on_device "$app" "$@" --verify --local 8 --repeat "$times" --json || status=$?
    printf '%s\n' "$output" | tail -n 5
    [ "$status" = 0 ]
    printf '%s\n' "$output" | grep -q '"verified": true, "wrong_runs": 0'
}

check "$@" --groups 2
check "$@" --groups 4 --frames heavy --frame-groups half
