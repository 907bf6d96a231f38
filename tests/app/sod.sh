#!/bin/sh
# sod.sh APP WORK few|all: Sod's tube has the steps, the mass and the mean error that are known for each number of cells, and
# the same bits, which are the sequential way's, for each cut, layout and number of devices.
set -eu
app=$1 work=$2 how_many=$3
mkdir -p "$work"
. "$(dirname "$0")/device.sh"

wanted=
sod() { # cells, steps, error, options
    cells=$1 steps=$2 error=$3
    shift 3
    if ! run_on_device "$app" sod --verify --cells "$cells" --output "$work/cells" "$@"; then
        echo "$cells $*: $output"
        exit 1
    fi
    for line in "Steps     $steps" "Mass      0.562500000000" "Error     $error from the exact density, in the mean" \
        "Verified  every bit equals that of a sequential program"; do
        echo "$output" | grep -qx "$line" || { echo "$cells $*: no \"$line\": $output"; exit 1; }
    done
    seen=$(sha256sum <"$work/cells")
    [ "${wanted:=$seen}" = "$seen" ] || { echo "$cells $*: other cells"; exit 1; }
}
export POCL_DEVICES="pthread pthread" POCL_MAX_PTHREAD_COUNT=6
sod 100 48 0.02019
sod 100 48 0.02019 --cut 3 --layout aos
sod 100 48 0.02019 --cut 5 --layout block --devices 0,1
sod 100 48 0.02019 --cut 5 --layout aos --devices 0,1 --executor runs
wanted=
sod 200 96 0.01339 --cut 2 --devices 0,1
if [ "$how_many" = all ]; then
    for choice in "400 194 0.00884" "800 389 0.00569" "1600 778 0.00361"; do
        wanted=
        for cut in 1 2 3 5; do
            for layout in aos soa block; do
                sod $choice --cut $cut --layout $layout
                sod $choice --cut $cut --layout $layout --devices 0,1
                sod $choice --cut $cut --layout $layout --devices 0,1 --executor runs
            done
        done
    done
fi
run_on_device "$app" sod --cells 20 --picture "$work/picture.pgm" --timeline "$work/timeline.svg" || { echo "$output"; exit 1; }
[ "$(head -c 12 "$work/picture.pgm")" = "P5
20 32
255" ] && [ "$(wc -c <"$work/picture.pgm")" -eq 653 ] || { echo "no picture of 20 x 32"; exit 1; }
grep -q '<title>pace, block 0, step 0: ' "$work/timeline.svg" || { echo "no function of the host in the timeline"; exit 1; }
status=0
message=$("$app" sod --layout best 2>&1) || status=$?
[ $status -eq 2 ] && echo "$message" | grep -q 'layout is aos, soa or block, not "best"' || { echo "exit $status: $message"; exit 1; }
