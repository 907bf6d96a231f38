#!/bin/sh
# bad_device.sh APP: what the device cannot do, and files that cannot be written, end with exit code 1 and a
# message.
set -eu
. "$(dirname "$0")/device.sh"
app=$1
failures=0

# refuses PART ARGUMENT…
refuses() {
    part=$1
    shift
    code=0
    output=$("$app" bfs --grid 5x5 "$@" 2>&1) || code=$?
    if [ "$code" != 1 ]; then
        echo "coop-app bfs $*: exit code $code, wanted 1"
        failures=1
    fi
    case $output in
    *"$part"*) ;;
    *)
        echo "coop-app bfs $*: said \"$output\", wanted \"$part\""
        failures=1
        ;;
    esac
}

run_on_device "$app" bfs --grid 5x5 --groups 2 --local 8 || {
    echo "$output"
    exit 1
}
refuses COOP_NO_DEVICE --groups 2 --device "no such device"
refuses 'no OpenCL device matches "no such device"; coop-info lists the devices' \
    --groups 2 --device "no such device" --plain
refuses "/nowhere/levels cannot be written: No such file or directory" --groups 2 --local 8 --output /nowhere/levels
refuses "/nowhere/trace cannot be written: No such file or directory" --groups 2 --local 8 --trace /nowhere/trace
refuses "/nowhere/x.svg cannot be written: No such file or directory" --groups 2 --local 8 --timeline /nowhere/x.svg

# PoCL has then no room for so many work-groups.
export POCL_MAX_PTHREAD_COUNT=4
refuses COOP_INVALID_ARGUMENT --groups 16 --local 8
exit $failures
