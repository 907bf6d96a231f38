#!/bin/sh
# bubble.sh APP WORK few|all: a shock that meets a bubble has the same bits, which are the sequential way's, for each cut, layout,
# tile, executor and number of devices; its halves are mirrors, what it has balances with what crosses the borders, and the shock is where it
# is on a finer grid; a picture; what is refused.
set -eu
app=$1 work=$2 how_many=$3
mkdir -p "$work"
. "$(dirname "$0")/device.sh"

wanted=
bubble() { # options
    if ! run_on_device "$app" bubble --verify --timeout 1000 --output "$work/cells" "$@"; then
        echo "$*: $output"
        exit 1
    fi
    for line in "Mirror    the upper half is the mirror image of the lower one, as it must be" "Verified  every bit equals that of a sequential program"; do
        echo "$output" | grep -qx "$line" || { echo "$*: no \"$line\": $output"; exit 1; }
    done
    rest=$(echo "$output" | sed -n 's/^Balance *\([^ ]*\) .*/\1/p')
    awk -v rest="$rest" 'BEGIN { exit !(rest != "" && rest + 0 < 1e-11) }' || { echo "$*: balance $rest"; exit 1; }
    seen=$(sha256sum <"$work/cells")
    [ "${wanted:=$seen}" = "$seen" ] || { echo "$*: other cells"; exit 1; }
}
shock() { # size: sets ${place}
    wanted=
    bubble --size "$1" --time 0.05 --cut 1x2 --devices 0,1
    echo "$output" | grep -qx "Time      0.050000" || { echo "$1: $output"; exit 1; }
    place=$(echo "$output" | sed -n 's/^Shock *\([^ ]*\) .*/\1/p')
}
export POCL_DEVICES="pthread pthread" POCL_MAX_PTHREAD_COUNT=6

if [ "$how_many" = few ]; then
    bubble --size 64x40 --steps 60
    bubble --size 64x40 --steps 60 --cut 1x3 --layout aos --devices 0,1 --overlap on --tile 8
    bubble --size 64x40 --steps 60 --cut 3x2 --layout block --devices 0,1
    bubble --size 64x40 --steps 60 --cut 2x2 --devices 0,1 --domains separate
else
    for cut in 1x1 1x2 1x3 1x5 2x2 3x1; do
        for layout in aos soa block; do
            bubble --size 320x200 --steps 250 --cut $cut --layout $layout
            bubble --size 320x200 --steps 250 --cut $cut --layout $layout --devices 0,1 --overlap off
            bubble --size 320x200 --steps 250 --cut $cut --layout $layout --devices 0,1 --overlap on
            bubble --size 320x200 --steps 250 --cut $cut --layout $layout --devices 0,1 --domains separate
            for tile in 8 16; do
                bubble --size 320x200 --steps 250 --cut $cut --layout $layout --devices 0,1 --tile $tile
                bubble --size 320x200 --steps 250 --cut $cut --layout $layout --tile $tile --executor runs
            done
        done
    done
fi
echo "$output" | grep -qx "Steps     $([ "$how_many" = few ] && echo 60 || echo 250)" || { echo "$output"; exit 1; }

# Mach 3.81 is 4.508 a unit of time: the shock is at 0.4254.
sizes="80x50 160x100"
[ "$how_many" = few ] || sizes="$sizes 320x200"
coarser=
for size in $sizes; do
    shock $size
    cell=$(awk -v x="${size%x*}" 'BEGIN { print 1.6 / x }')
    awk -v place="$place" -v coarser="$coarser" -v cell="$cell" 'BEGIN {
        far = place - 0.4254; far = far < 0 ? -far : far
        from = coarser == "" ? 0 : coarser - place; from = from < 0 ? -from : from
        exit !(place != "" && far < 2 * cell && from < 2 * cell) }' ||
        { echo "$size: the shock is at $place, on the coarser grid at $coarser"; exit 1; }
    coarser=$place
done

run_on_device "$app" bubble --size 40x20 --steps 3 --json --verify || { echo "$output"; exit 1; }
echo "$output" | grep -q '"application": "bubble".*"steps": 3,.*"mirrored": true.*"same_bits": true}$' || { echo "no JSON: $output"; exit 1; }
run_on_device "$app" bubble --size 40x20 --time 0.01 --picture "$work/picture.pgm" || { echo "$output"; exit 1; }
[ "$(head -c 12 "$work/picture.pgm")" = "P5
40 20
255" ] && [ "$(wc -c <"$work/picture.pgm")" -eq 813 ] || { echo "no picture of 40 x 20"; exit 1; }
[ "$(tail -c 800 "$work/picture.pgm" | od -An -v -tu1 | tr -s ' ' '\n' | sort -un | wc -l)" -gt 4 ] ||
    { echo "the picture has no shades"; exit 1; }
refused() {
    text=$1
    shift
    status=0
    message=$("$app" bubble "$@" 2>&1 >"$work/out") || status=$?
    [ $status -ne 0 ] && echo "$message" | grep -q -e "$text" || { echo "$*: exit $status: $message"; exit 1; }
}
refused 'wants two numbers' --size 7
refused '--cut wants 2 numbers' --cut 2
refused 'tile is 8 or 16' --tile 5
refused 'overlap is auto, on or off' --overlap maybe
refused 'layout is aos, soa or block' --layout best
refused '30 partitions in y of 20 cells' --size 40x20 --cut 1x30
