#!/bin/sh
# work.sh APP FOUND COMMAND [ARGUMENT …]: the workload finds exactly FOUND ("value 6,765"), which other
# programs have found too, and says that every result is that of its own sequential way.
set -eu
app=$1 found=$2
shift 2
. "$(dirname "$0")/device.sh"

if ! run_on_device "$app" "$@" --verify; then
    echo "$output"
    exit 1
fi
echo "$output"
echo "$output" | grep -qx "Found     $found" || { echo "not found: $found"; exit 1; }
echo "$output" | grep -q "^Verified"
