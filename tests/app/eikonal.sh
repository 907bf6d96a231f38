#!/bin/sh
# eikonal.sh APP WORK few|all|grid|storm|storms: few and all: a front from the middle comes to each point at the time that is known for the grid but for an error
# that is known too, and as both sequential ways say, also with speeds, obstacles, several sources and in a band; the same bits for
# each cut, layout, tile and number of devices; a picture; what is refused.
set -eu
app=$1 work=$2 how_many=$3
work=$work/$how_many # tests run beside each other
mkdir -p "$work"
. "$(dirname "$0")/device.sh"

wanted=
eikonal() { # options
    if ! run_on_device "$app" eikonal --verify --timeout 1000 --output "$work/times" "$@"; then
        echo "$*: $output"
        exit 1
    fi
    echo "$output" | grep -q "^Verified  " || { echo "$*: not verified: $output"; exit 1; }
    seen=$(sha256sum <"$work/times")
    [ "${wanted:=$seen}" = "$seen" ] || { echo "$*: other times"; exit 1; }
}
error() { # wanted error, size
    wanted=
    eikonal --size "$2x$2" --cut 1x2 --devices 0,1
    seen=$(echo "$output" | sed -n 's/^Error *\([^ ]*\) .*/\1/p')
    awk -v seen="$seen" -v wanted="$1" 'BEGIN { exit !(seen != "" && seen - wanted <= 0.00002 && wanted - seen <= 0.00002) }' ||
        { echo "$2 points: error $seen, not $1"; exit 1; }
}
reached() { # how many
    echo "$output" | grep -qx "Reached   $1" || { echo "not $1 points: $output"; exit 1; }
}
kernel="--executor runs --method cooperative"

if [ "$how_many" = grid ]; then
    export POCL_DEVICES="pthread pthread pthread pthread" POCL_MAX_PTHREAD_COUNT=12
    for field in "--speeds 7" "--speeds 8 --obstacles 20 --source 0x0 --source 150x10" "--band 10 --speeds 3"; do
        wanted=
        eikonal --size 151x97 $field
        for tile in "" "--tile 8" "--tile 16"; do
            eikonal --size 151x97 $field --method squares $tile
            for layout in aos soa block; do
                for cut in 1x1 1x2 1x3 1x5 2x2 3x1 4x3; do
                    for devices in 0 0,1 0,1,2,3; do
                        eikonal --size 151x97 $field $kernel $tile --layout $layout --cut $cut --devices $devices
                    done
                done
            done
        done
    done
    exit 0
fi
storm() { # times, options: more times until ten frames fell among them, however quick the solver is
    times=$1
    shift
    wanted=
    eikonal "$@"
    frames=0
    while [ "$frames" -lt 10 ]; do
        [ "$times" -le 10000 ] || { echo "$*: only $frames frames: $output"; exit 1; }
        eikonal "$@" $kernel --groups 3 --repeat "$times" --frames 1,0.2 --frame-groups most
        echo "$output" | grep -q "^Times     $times: .* 0 had other bits" && echo "$output" | grep -q "^Frames    .*, 0 wrong$" ||
            { echo "$*: other bits: $output"; exit 1; }
        frames=$(echo "$output" | sed -n 's/^Frames    \([0-9]*\) .*/\1/p')
        times=$((times * 4))
    done
}
if [ "$how_many" = storm ]; then
    storm 20 --size 67x45 --speeds 7 --obstacles 9
    exit 0
fi
if [ "$how_many" = storms ]; then
    export POCL_DEVICES="pthread pthread" POCL_MAX_PTHREAD_COUNT=10
    for options in "" "--tile 8" "--layout aos" "--tile 16 --layout block" "--cut 1x2" "--cut 2x2 --devices 0,1"; do
        for seed in 1 2 3 4 5; do
            storm 40 --size 131x97 --speeds $seed --obstacles $((seed * 4)) $options
        done
    done
    exit 0
fi
export POCL_DEVICES="pthread pthread" POCL_MAX_PTHREAD_COUNT=6

error 0.01315 101
error 0.00773 201
if [ "$how_many" = few ]; then
    wanted=
    set -- --size 67x45 --speeds 7 --obstacles 9
    eikonal "$@"
    eikonal "$@" --cut 1x3 --layout aos --devices 0,1
    eikonal "$@" --cut 3x2 --layout block --tile 8 --devices 0,1
    eikonal "$@" --executor runs
    eikonal "$@" --cut 3x2 --layout block --tile 8 --devices 0,1 --executor runs
    eikonal "$@" --method squares
    eikonal "$@" $kernel
    eikonal "$@" --cut 2x5 $kernel
    eikonal "$@" --cut 3x2 --layout block --tile 8 --devices 0,1 $kernel
else
    error 0.00445 401
    error 0.00253 801
    for field in "" "--speeds 7" "--speeds 8 --obstacles 20" "--obstacles 60 --source 0x0 --source 150x10" "--band 10 --speeds 3"; do
        wanted=
        for cut in 1x1 1x2 1x3 1x5 2x2 3x1; do
            for layout in aos soa block; do
                for tile in "" "--tile 8" "--tile 16"; do
                    eikonal --size 151x97 $field --cut $cut --layout $layout $tile
                    eikonal --size 151x97 $field --cut $cut --layout $layout $tile --devices 0,1
                    eikonal --size 151x97 $field --cut $cut --layout $layout $tile --devices 0,1 --executor runs
                done
            done
        done
    done
    seed=1
    while [ $seed -le 40 ]; do
        wanted=
        eikonal --size 83x61 --speeds $seed --obstacles $((seed % 7 * 10)) --cut 2x2 --devices 0,1
        seed=$((seed + 1))
    done
fi

# Within a band the times are those without.
for band in 5 10; do
    wanted=
    eikonal --size 101x101 --band $band --cut 1x2
    eikonal --size 101x101 --band $band --cut 1x2 $kernel
    eikonal --size 101x101 --band $band --method squares
done
wanted=
eikonal --size 40x1
reached 40
eikonal --size 40x1 --cut 4x1 $kernel
eikonal --size 40x1 --method squares
wanted=
eikonal --size 1x1
reached 1
wanted=
eikonal --size 30x20 --source 0x0 --source 29x19 --source 29x0 --source 0x19 --source 0x0
eikonal --size 30x20 --source 0x0 --source 29x19 --source 29x0 --source 0x19 --source 0x0 --cut 3x2 $kernel
reached 600

run_on_device "$app" eikonal --size 40x20 --speeds 3 --picture "$work/picture.pgm" --timeline "$work/timeline.svg" --dot "$work/graph.dot" || { echo "$output"; exit 1; }
[ "$(head -c 12 "$work/picture.pgm")" = "P5
40 20
255" ] && [ "$(wc -c <"$work/picture.pgm")" -eq 813 ] || { echo "no picture of 40 x 20"; exit 1; }
[ "$(tail -c 800 "$work/picture.pgm" | od -An -v -tu1 | tr -s ' ' '\n' | sort -un | wc -l)" -gt 4 ] ||
    { echo "the picture has no shades"; exit 1; }
grep -q '<title>sweep a, block 0, step 0: ' "$work/timeline.svg" && grep -q 'sweep a' "$work/graph.dot" || { echo "no sweep in the timeline or the graph"; exit 1; }
refused() {
    text=$1
    shift
    status=0
    message=$("$app" eikonal "$@" 2>&1 >"$work/out") || status=$?
    [ $status -ne 0 ] && echo "$message" | grep -q -e "$text" || { echo "$*: exit $status: $message"; exit 1; }
}
refused 'wants two numbers' --size 7
refused 'wants two numbers from 1 to 256' --cut 2
refused 'wants a point of the 40x20 that there are' --size 40x20 --source 40x0
refused 'wants 8 or 16' --tile 9
refused 'executor is queues or runs' --executor best
refused 'layout is aos, soa or block' --layout best
refused 'method is sweeps, squares or cooperative' --method best
refused 'say --executor runs' --method cooperative
refused 'is for queues' --method squares --executor runs
refused 'groups are those of runs' --groups 2
refused 'wants one block, not 1 x 2' --method squares --cut 1x2
refused 'blocks of 10 points at least' --size 40x1 --cut 5x1 $kernel
refused 'frames run beside the cooperative kernel' --size 40x20 --frames heavy
refused 'frames wants light' --size 40x20 $kernel --frames best
refused 'frame-groups wants' --size 40x20 $kernel --frames heavy --frame-groups 9999
refused '30 partitions in y of 20 cells' --size 40x20 --cut 1x30
