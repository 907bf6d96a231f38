#!/bin/sh
# late.sh APP COMMAND ARGUMENT …: a run of --multikernel that takes longer than --timeout says so and fails, also of an
# application that looks at nothing until its end.
set -eu
. "$(dirname "$0")/device.sh"

if run_on_device "$@" --multikernel --timeout 0.005; then
    echo "$output"
    echo "it took as long as it liked"
    exit 1
fi
echo "$output"
echo "$output" | grep -q "the phases have not ended after 0.005 s; take a longer --timeout"
