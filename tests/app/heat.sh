#!/bin/sh
# heat.sh APP WORK few|all: heat has the same bits, which are the sequential way's, for each cut, layout, tile and number of
# devices, in two and three dimensions; a picture; what is refused.
set -eu
app=$1 work=$2 how_many=$3
mkdir -p "$work"
. "$(dirname "$0")/device.sh"

two="--devices 0,1 --overlap on"
wanted=
heat() { # options
    if ! run_on_device "$app" heat --verify --output "$work/cells" "$@"; then
        echo "$*: $output"
        exit 1
    fi
    echo "$output" | grep -q "^Verified  every bit equals that of a sequential program$" || { echo "$*: other bits: $output"; exit 1; }
    seen=$(sha256sum <"$work/cells")
    [ "${wanted:=$seen}" = "$seen" ] || { echo "$*: other cells"; exit 1; }
}
export POCL_DEVICES="pthread pthread" POCL_MAX_PTHREAD_COUNT=6
if [ "$how_many" = few ]; then
    choices="1x1,soa,, 1x5,block,,$two 2x3,aos,--tile=8,$two"
else
    choices=
    for cut in 1x1 1x2 1x3 1x5 2x2; do
        for layout in aos soa block; do
            for tile in "" --tile=8 --tile=16; do
                choices="$choices $cut,$layout,$tile, $cut,$layout,$tile,$two"
            done
        done
    done
fi
# The words of $two are one choice each time.
choices=$(echo "$choices" | sed 's/--devices 0,1 --overlap on/two/g')
for choice in $choices; do
    cut=${choice%%,*} rest=${choice#*,}
    layout=${rest%%,*} rest=${rest#*,}
    tile=${rest%%,*} devices=${rest#*,}
    [ "$devices" = two ] && devices=$two
    heat --size 37x29 --steps 40 --cut "$cut" --layout "$layout" $tile $devices
    [ "$how_many" = few ] || heat --size 37x29 --steps 40 --cut "$cut" --layout "$layout" $tile $devices --executor runs
    [ "$devices" != "$two" ] || heat --size 37x29 --steps 40 --cut "$cut" --layout "$layout" $tile $two --overlap off
done
wanted=
heat --size 9x11x13 --steps 20 --cut 1x1x1
heat --size 9x11x13 --steps 20 --cut 2x1x3 --layout aos $two
heat --size 9x11x13 --steps 20 --cut 2x1x3 $two --domains separate
heat --size 9x11x13 --steps 20 --cut 2x1x3 --layout block $two --executor runs
[ "$how_many" = few ] || heat --size 9x11x13 --steps 20 --cut 2x2x2 --layout block $two

# Waves keep their form, and get smaller by what the difference equation says.
modes="1x1,--size=64x48 2x1x3,--size=16x12x10"
[ "$how_many" = few ] || modes="$modes 0x3,--size=64x48 3x2,--size=64x48 1x0,--size=64x48 5x7,--size=33x47"
for mode in $modes; do
    run_on_device "$app" heat --mode "${mode%,*}" "${mode#*,}" --steps 1000 $two || { echo "$mode: $output"; exit 1; }
    error=$(echo "$output" | sed -n 's/^Mode *\([^ ]*\) .*/\1/p')
    awk -v error="$error" 'BEGIN { exit !(error != "" && error + 0 < 1e-12) }' || { echo "$mode: $output"; exit 1; }
done

run_on_device "$app" heat --size 20x10 --steps 3 --csv --verify || { echo "$output"; exit 1; }
echo "$output" | grep -qx 'same_bits,true' && echo "$output" | grep -qx 'cells.1,10' || { echo "no CSV: $output"; exit 1; }
run_on_device "$app" heat --size 20x10 --steps 3 --cut 2x1 --picture "$work/picture.pgm" || { echo "$output"; exit 1; }
[ "$(head -c 12 "$work/picture.pgm")" = "P5
20 10
255" ] && [ "$(wc -c <"$work/picture.pgm")" -eq 213 ] || { echo "no picture of 20 x 10"; exit 1; }
[ "$(tail -c 200 "$work/picture.pgm" | od -An -v -tu1 | tr -s ' ' '\n' | sort -un | wc -l)" -gt 10 ] ||
    { echo "the picture has no shades"; exit 1; }

# What ran when, and what waits for what.
run_on_device "$app" heat --size 37x29 --steps 40 --cut 1x2 $two --timeline "$work/timeline.svg" --dot "$work/graph.dot" ||
    { echo "$output"; exit 1; }
echo "$output" | grep -q '^Timeline  the last 512 of [0-9]* commands, in .* % of the copies beside kernels$' ||
    { echo "no line of the timeline: $output"; exit 1; }
grep -q 'device 1 copies' "$work/timeline.svg" && [ "$(tail -n 1 "$work/timeline.svg")" = "</svg>" ] ||
    { echo "no timeline"; exit 1; }
grep -q 'label="border y for step.nborder, block 1"' "$work/graph.dot" || { echo "no graph"; exit 1; }
run_on_device "$app" heat --size 37x29 --steps 5 --timeline "$work/timeline.json" --timeline-commands 9 ||
    { echo "$output"; exit 1; }
[ "$(grep -c '"ph":"X"' "$work/timeline.json")" -eq 9 ] || { echo "not the last 9 commands"; exit 1; }
refused() {
    text=$1
    shift
    status=0
    message=$("$app" heat "$@" 2>&1 >"$work/out") || status=$?
    [ $status -ne 0 ] && echo "$message" | grep -q -e "$text" || { echo "$*: exit $status: $message"; exit 1; }
}
refused 'wants two or three numbers' --size 7
refused '--cut wants 2 numbers' --cut 2
refused '--mode wants 2 numbers' --mode 1
refused '--tile is 8 or 16' --tile 5
refused '/no/such/folder/t.svg. cannot be written' --size 9x9 --steps 1 --timeline /no/such/folder/t.svg
refused '30 partitions in y of 29 cells' --size 37x29 --cut 1x30
