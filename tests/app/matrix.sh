#!/bin/sh
# matrix.sh APP WORK few|all: the product is the sequential way's, bit for bit, for each cut, layout, executor and number of devices; a
# picture; numbers as JSON and CSV; what is refused.
set -eu
app=$1 work=$2 how_many=$3
mkdir -p "$work"
. "$(dirname "$0")/device.sh"
export POCL_DEVICES="pthread pthread" POCL_MAX_PTHREAD_COUNT=6

wanted=
matrix() { # options
    run_on_device "$app" matrix --size 72 --verify --output "$work/product" "$@" || { echo "$*: $output"; exit 1; }
    echo "$output" | grep -q "^Verified  every bit equals that of a sequential program$" || { echo "$*: other bits: $output"; exit 1; }
    seen=$(sha256sum <"$work/product")
    [ "${wanted:=$seen}" = "$seen" ] || { echo "$*: another product"; exit 1; }
}
if [ "$how_many" = few ]; then
    matrix
    matrix --cut 2x3 --devices 0,1 --layout aos --overlap on
    matrix --cut 1x2 --devices 0,1 --domains separate
else
    for cut in 1x1 1x2 1x3 1x5 2x2 9x9; do
        for layout in aos soa block; do
            for executor in queues runs; do
                matrix --cut $cut --layout $layout --executor $executor
                matrix --cut $cut --layout $layout --executor $executor --devices 0,1
                matrix --cut $cut --layout $layout --executor $executor --devices 0,1 --domains separate
            done
        done
    done
fi
run_on_device "$app" matrix --size 16 --picture "$work/picture.pgm" --csv || { echo "$output"; exit 1; }
echo "$output" | grep -qx 'size,16' && echo "$output" | grep -q '^gigaflops,[0-9]' || { echo "no CSV: $output"; exit 1; }
[ "$(head -c 12 "$work/picture.pgm")" = "P5
16 16
255" ] && [ "$(wc -c <"$work/picture.pgm")" -eq 269 ] || { echo "no picture of 16 x 16"; exit 1; }
refused() {
    text=$1
    shift
    status=0
    message=$("$app" matrix "$@" 2>&1 >"$work/out") || status=$?
    [ $status -ne 0 ] && echo "$message" | grep -q -e "$text" || { echo "$*: exit $status: $message"; exit 1; }
}
refused 'a multiple of 8, not 12' --size 12
refused '3 partitions in y of 2 cells' --size 16 --cut 1x3
