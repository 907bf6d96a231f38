#!/bin/sh
# bench.sh BENCH ARGUMENT…: the command must succeed and print something; figures are not judged.
set -eu
. "$(dirname "$0")/../../../tests/app/device.sh"

status=0
run_on_device "$@" || status=$?
echo "$output"
[ "$status" = 0 ] && [ -n "$output" ]
