#!/bin/sh
# tasks.sh APP COUNTS LOCAL ARGUMENT …: a workload at a local size, on several numbers of work-groups, alone,
# beside heavy frames, and shared out once; every run must equal the sequential count, and its first counts
# must be COUNTS.
#
# COOP_TRUTH     "full": all of these at all numbers of work-groups.
set -eu
. "$(dirname "$0")/device.sh"
app=$1 counts=$2 local=$3
shift 3
failures=0
runs=0

# check ARGUMENT…
check() {
    status=0
    run_on_device "$app" "$@" --local "$local" --verify || status=$?
    runs=$((runs + 1))
    if [ "$status" != 0 ] || ! printf '%s\n' "$output" | grep -q '^Verified  every run equals'; then
        echo "$output"
        echo "WRONG (exit code $status): $*"
        failures=$((failures + 1))
    elif ! printf '%s\n' "$output" | grep -q "^Found     $counts"; then
        echo "$output"
        echo "WRONG counts, wanted \"$counts\": $*"
        failures=$((failures + 1))
    fi
}

for groups in 2 4 8; do
    check "$@" --groups $groups --repeat 3
    if [ $groups = 4 ] || [ "${COOP_TRUTH:-}" = full ]; then
        check "$@" --groups $groups --frames heavy --frame-groups half --min-seconds 0.2
    fi
done
check "$@" --groups 1
check "$@" --groups 3 --static
if [ "${COOP_TRUTH:-}" = full ]; then
    check "$@" --groups 8 --static
    check "$@" --groups 3 --static --frames heavy --frame-groups most --min-seconds 0.2
fi
echo "$runs commands, $failures wrong"
[ "$failures" = 0 ]
