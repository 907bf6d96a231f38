#!/bin/sh
# elastic.sh CLAIM APP WORK: coop-app elastic, which compares results with sequential ones itself.
set -eu
claim=$1 app=$2 work=$3
. "$(dirname "$0")/../../../tests/app/device.sh"
mkdir -p "$work"

# all_right TEXT: the last output has that, and no wrong result.
all_right() {
    echo "$output"
    echo "$output" | grep -q "^Results   0 wrong"
    [ "$(echo "$output" | grep -c "^Kernel ")" -eq "$1" ]
    ! echo "$output" | grep -q " 0.00 launches" || { echo "a kernel has not run"; exit 1; }
}

# refuses TEXT WORD ...: exit code 2 and that text
refuses() {
    text=$1
    shift
    code=0
    output=$("$app" elastic "$@" 2>&1) || code=$?
    if [ "$code" != 2 ] || ! printf '%s' "$output" | grep -qF -- "$text"; then
        printf 'coop-app elastic %s: exit code %s, said %s\nwanted 2, %s\n' "$*" "$code" "$output" "$text"
        exit 1
    fi
}

# most TRACE KERNEL: the most work-groups that it had at once
most() {
    sed -n "s/^{\"ph\":\"C\",\"name\":\"$2\",.*\"M\":\([0-9]*\)}.*/\1/p" "$1" | sort -n | tail -n 1
}

case $claim in
results_are_right)
    for phases in narrow even; do
        run_on_device "$app" elastic --kernels decode,wide,bfs,multigrid --phases $phases --groups 6 --local 8 --min-seconds 0.2 \
            --frames 60hz --frame-groups most
        all_right 4
    done
    ;;
wide_phases_are_right)
    run_on_device "$app" elastic --kernels wide,multigrid,bfs --phases wide --groups 4 --local 64 --min-seconds 0.1
    all_right 3
    ;;
split_is_kept)
    run_on_device "$app" elastic --kernels decode,wide --split 3,2,2 --groups 7 --local 16 --min-seconds 0.3 --frames 60hz \
        --trace "$work/split.json"
    all_right 2
    [ "$(most "$work/split.json" decode)" -eq 3 ]
    [ "$(most "$work/split.json" wide)" -eq 2 ]
    # Without a split one of them has more while the other has little to do.
    run_on_device "$app" elastic --kernels decode,wide --groups 7 --local 16 --min-seconds 0.3 --trace "$work/shared.json"
    [ "$(most "$work/shared.json" wide)" -gt 3 ]
    ;;
ordinary_kernels_are_right)
    run_on_device "$app" elastic --kernels decode,multigrid --plain --groups 2 --local 64 --min-seconds 0.2 --frames heavy
    all_right 2
    echo "$output" | grep -q "^Frames    [1-9]"
    ;;
nonsense_is_refused)
    refuses "--kernels wants some of" --kernels fly
    refuses "--kernels names bfs twice" --kernels bfs,bfs
    refuses "--split wants 2 numbers" --split 1,2,3 --groups 8
    refuses "--split wants 3 numbers" --split 1,2 --groups 8 --frames 60hz
    refuses "and 4 together at most" --split 2,3 --groups 4
    refuses "at least 1 each" --split 0,3 --groups 4
    refuses "leave --frame-groups out" --split 1,2,1 --groups 4 --frames 60hz --frame-groups half
    refuses "--split says nothing to --plain" --split 1,3 --groups 4 --plain
    refuses "--phases wants narrow" --phases high
    refuses "--size wants small" --size huge
    refuses "--frames wants none" --frames often
    refuses "--frame-groups wants one" --frame-groups 9 --groups 8
    refuses "--frame-groups wants --frames beside it" --frame-groups 2 --groups 8
    refuses "--plain leaves the frames to the driver: no --frame-groups" --plain --frames heavy --frame-groups half
    refuses "--trace-events wants --trace beside it" --trace-events 100
    refuses "--plain has no --trace" --plain --trace x.json
    refuses "take one" --json --csv
    ;;
esac
