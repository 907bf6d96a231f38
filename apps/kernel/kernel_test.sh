#!/bin/sh
# kernel_test.sh CLAIM APP COOPC SOURCE WORK: coop-app kernel with the kernels of example 01, and with wrong words.
set -eu
claim=$1 app=$2 coopc=$3 source=$4 work=$5
. "$source/tests/app/device.sh"
hello=$source/examples/01_hello/kernel.cl
mkdir -p "$work"

# prefix_sums(first, second, count), on 4096 numbers
sums() {
    run_on_device "$app" kernel "$@" --kernel prefix_sums --arg buffer:16384:1 --arg buffer:16384:258 --arg uint:4096 \
        --groups 4 --local 8
}

# refuses CODE TEXT WORD ...: with that exit code and that text
refuses() {
    wanted=$1 text=$2
    shift 2
    code=0
    output=$("$app" kernel "$@" 2>&1) || code=$?
    if [ "$code" != "$wanted" ] || ! printf '%s' "$output" | grep -qF -- "$text"; then
        printf 'coop-app kernel %s: exit code %s, said %s\nwanted %s, %s\n' "$*" "$code" "$output" "$wanted" "$text"
        exit 1
    fi
}

case $claim in
runs_beside_frames)
    sums --module "$hello" --frames 10,1 --frame-groups half --min-seconds 0.5
    echo "$output"
    echo "$output" | grep -q "frames, all right"
    echo "$output" | grep -Eq "^Changes .* [1-9][0-9,]* barriers"
    # A constant of the command line, and a file as memory: twice as many numbers, as the barriers show.
    printf 'abcdefgh' >"$work/eight"
    printf '#include "coop/kernel.clh"\ncoop_kernel void steps(global uint *words, global const uint *from, uint count)\n{\n    transmit uint i = 0;\n    for (; i < count + more_steps * (from[1] == 0x68676665u); i++) {\n        words[get_global_id(0)] = i;\n        resizing_global_barrier();\n    }\n}\n' >"$work/steps.cl"
    run_on_device "$app" kernel --module "$work/steps.cl" --kernel steps --arg buffer:4096 --arg "file:$work/eight" --arg uint:5 \
        --define more_steps=37 --groups 2 --local 8 --json
    echo "$output"
    echo "$output" | grep -q '"barriers": 42}'
    ;;
takes_a_module)
    "$coopc" "$hello" "$source/tools/periodic/matmul.cl" -o "$work/module.cl"
    sums --module "$work/module.cl" --frames 10,1 --min-seconds 0.3 --json --raw
    echo "$output" | grep -q '"kernel": "prefix_sums"'
    echo "$output" | grep -q '"wrong": 0'
    ;;
refuses_with_a_message)
    refuses 2 "--module FILE.cl and --kernel NAME are wanted" --module "$hello"
    refuses 2 "--verify has nothing to compare" --module "$hello" --kernel prefix_sums --verify
    for argument in buffer buffer: buffer:0 buffer:7 buffer:4: buffer:4:-1 buffer:4:5000000000 uint: uint:-1 uint:4294967296 int:x \
        int:2147483648 long:9223372036854775808 float: float:x byte:3 ""; do
        refuses 2 "--arg wants buffer:BYTES[:WORD]" --module "$hello" --kernel prefix_sums --arg "$argument"
    done
    refuses 2 "nowhere" --module "$hello" --kernel prefix_sums --arg file:"$work"/nowhere
    refuses 1 'there is no kernel "sums" in the file; its cooperative ones: prefix_sums' --module "$hello" --kernel sums
    refuses 1 "squares is a regular kernel; the cooperative ones of the file: prefix_sums" --module "$hello" --kernel squares
    refuses 1 "argument 2 of prefix_sums is a pointer, and --arg gives it a number" --module "$hello" --kernel prefix_sums \
        --arg buffer:64 --arg ulong:1 --arg uint:1
    refuses 1 "argument 3 of prefix_sums is no pointer, and --arg gives it a buffer" --module "$hello" --kernel prefix_sums \
        --arg buffer:64 --arg buffer:64 --arg buffer:64
    refuses 1 "takes 2 pointers and 24 bytes of arguments, and --arg gives 2 and 16" --module "$hello" --kernel prefix_sums \
        --arg buffer:64 --arg buffer:64
    refuses 1 "$work/none.cl" --module "$work/none.cl" --kernel k
    printf 'kernel void broken(\n' >"$work/broken.cl"
    refuses 1 "coopc does not take $work/broken.cl; its messages are above" --module "$work/broken.cl" --kernel broken
    refuses 1 "coopc is not beside this program and not in PATH" --module "$hello" --kernel prefix_sums --coopc "$work/no-coopc"
    ;;
esac
