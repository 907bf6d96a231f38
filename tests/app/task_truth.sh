#!/bin/sh
# task_truth.sh APP DIRECTORY: the workloads' known counts, which other programs found, on real inputs and the
# benchmark's trees.
#
# COOP_DATA_DIR  a directory with text/ and particles/; without it exit code 77 = skipped.
# COOP_TRUTH     "full": all numbers of work-groups and local sizes; otherwise a few.
set -eu
. "$(dirname "$0")/device.sh"
app=$1
data=${COOP_DATA_DIR:-}
failures=0
runs=0

if [ -z "$data" ] || [ ! -d "$data/text" ]; then
    echo "COOP_DATA_DIR does not name a directory with text/ and particles/"
    exit 77
fi

# check COUNTS ARGUMENT…: COUNTS is how the line "Found" goes on
check() {
    wanted=$1
    shift
    status=0
    run_on_device "$app" "$@" || status=$?
    runs=$((runs + 1))
    if [ "$status" != 0 ] || ! printf '%s\n' "$output" | grep -q "^Found     $wanted"; then
        echo "$output"
        echo "WRONG $*: exit code $status, wanted \"$wanted\""
        failures=$((failures + 1))
    fi
}

# check_all COUNTS ARGUMENT…: alone and beside frames. A few: one of two combinations alone, the other beside them.
check_all() {
    wanted=$1
    shift
    for combination in $alone; do
        check "$wanted" "$@" --groups "${combination%x*}" --local "${combination#*x}"
    done
    for combination in $beside; do
        check "$wanted" "$@" --groups "${combination%x*}" --local "${combination#*x}" --frames heavy \
            --frame-groups half --min-seconds 0.3
    done
    echo "$*: done"
}

# file NAME: the path of an input, compressed or not
file() {
    for path in "$data/$1.xz" "$data/$1.gz" "$data/$1"; do
        if [ -f "$path" ]; then
            echo "$path"
            return
        fi
    done
    echo "there is no $data/$1" >&2
    exit 1
}

if [ "${COOP_TRUTH:-}" = full ]; then
    alone="2x1 2x8 2x64 4x1 4x8 4x64 8x1 8x8 8x64"
    beside=$alone
else
    alone=2x1
    beside=4x8
fi

check_all "nodes 4,130,071, leaves 3,305,118, depth 10$" uts --tree T1
check_all "nodes 4,117,769, leaves 2,342,762, depth 81$" uts --tree T2
check_all "nodes 4,112,897, leaves 3,599,034, depth 1,572$" uts --tree T3
check_all "nodes 4,132,453, leaves 3,108,986, depth 134$" uts --tree T4
check_all "nodes 4,147,582, leaves 2,181,318, depth 20$" uts --tree T5

check_all "solutions 92, placements 2,056$" queens 8
check_all "solutions 352, placements 8,393$" queens 9
check_all "solutions 724, placements 35,538$" queens 10
check_all "solutions 2,680, placements 166,925$" queens 11
check_all "solutions 14,200, placements 856,188$" queens 12
check_all "solutions 73,712, placements 4,674,889$" queens 13
check_all "solutions 365,596, placements 27,358,552$" queens 14

galaxy=$(file particles/gadget2-galaxy.f32)
scan=$(file particles/isprs-CSite1_red1-utm.f32)
check_all "inner nodes 29,467, leaves 60,000, depth 14," octree --points "$galaxy" --threshold 1 --verify
check_all "inner nodes 3,705, leaves 21,495, depth 10," octree --points "$galaxy" --threshold 8 --verify
check_all "inner nodes 984, leaves 6,672, depth 9," octree --points "$galaxy" --threshold 32 --verify
check_all "inner nodes 120, leaves 831, depth 8," octree --points "$galaxy" --threshold 256 --verify
check_all "inner nodes 1,304,746, leaves 500,820, depth 20," octree --points "$scan" --threshold 1 --verify
check_all "inner nodes 43,569, leaves 137,125, depth 15," octree --points "$scan" --threshold 8 --verify
check_all "inner nodes 10,785, leaves 43,419, depth 10," octree --points "$scan" --threshold 32 --verify
check_all "inner nodes 1,508, leaves 6,680, depth 7," octree --points "$scan" --threshold 256 --verify

docs=$(file text/linux61-docs.txt)
check_all "documents 3,183, containing 2,043$" contains --text "$docs" --word kernel --verify
check_all "documents 3,183, containing 49$" contains --text "$docs" --word Deadlock --verify
check_all "documents 31,102, containing 139$" contains --text "$(file text/kjv-verses.txt)" --word begat --verify
check_all "documents 117,659, containing 1,141$" contains --text "$(file text/wordnet-glosses.txt)" --word tree --verify
# 200 times in one run, each document's result compared
check "documents 3,183, containing 2,540$" contains --text "$docs" --word the --verify --repeat 200 --groups 4 --local 8

echo "$runs commands, $failures wrong"
[ "$failures" = 0 ]
