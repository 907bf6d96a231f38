#!/bin/sh
# task_bad.sh APP DIRECTORY: inputs that make no sense end with exit code 1 and a message, command lines with
# 2.
set -eu
app=$1 work=$2
failures=0

# refuses CODE SENTENCE ARGUMENT…
refuses() {
    code=$1
    message=$2
    shift 2
    seen=0
    output=$("$app" "$@" 2>&1) || seen=$?
    if [ "$seen" != "$code" ]; then
        echo "coop-app $*: exit code $seen, wanted $code"
        failures=1
    fi
    case $output in
    "coop-app $1: $message"*) ;;
    *)
        echo "coop-app $*: said \"$output\", wanted \"coop-app $1: $message\""
        failures=1
        ;;
    esac
}

printf '0123456789abc' >"$work/odd.f32"
printf '\000\000\300\177\000\000\000\000\000\000\000\000' >"$work/nan.f32"
: >"$work/empty"
printf 'a\nb\n' >"$work/ab"
printf 'XX.....\n' >"$work/row"
printf '\037\213\010\000' >"$work/cut.gz"

refuses 1 "$work/odd.f32 ends with 1 byte of a point of 12 bytes (x, y, z); it is cut short" octree --points "$work/odd.f32"
refuses 1 "$work/nan.f32: point 0 is (nan, 0, 0), and coordinates must be finite" octree --points "$work/nan.f32"
refuses 1 "$work/none cannot be opened: No such file or directory; check the name" octree --points "$work/none"
refuses 1 "$work/empty is empty; check that it was written completely" contains --text "$work/empty" --word a
refuses 1 "$work/cut.gz: the gzip data end early; get the file again" contains --text "$work/cut.gz" --word a
refuses 1 "$work/row:2: this is no row of seven squares" game --board "$work/row"
refuses 2 "--word takes at most 64 letters, and \"aaaaaaaaaaaaaaaa…\" has 65; see coop-app contains --help" \
    contains --text "$work/ab" --word aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
refuses 2 "--word takes ASCII letters alone, not \"a b\"" contains --text "$work/ab" --word "a b"
refuses 2 "--channel runs an item in each work-item: no --lanes" uts --channel --lanes 8
refuses 2 "--lanes wants 1 or 8, not 4" uts --lanes 4
refuses 2 "--word is wanted, as in --word kernel" contains --text "$work/ab"
refuses 2 "--points wants a file or a number up to 67108864, not 67108865" octree --points 67108865
refuses 1 "0 cannot be opened: No such file or directory; check the name" octree --points 0
refuses 2 "one tree is wanted: --tree, --geometric, --binomial or --hybrid" uts --tree T1 --binomial 10,0.1,8,1
refuses 2 "--tree knows T1 … T5" uts --tree T6
refuses 2 "--binomial: q times m must be below 1 for the tree to be finite, and is 1" uts --binomial 10,0.125,8,1
refuses 2 "N must be from 1 to 16, not 0" queens 0
refuses 2 "N is a whole number, as in coop-app queens 12, not \"many\"" queens many
refuses 2 "N must be from 1 to 16, not 17" queens 17
refuses 2 "N must be from 0 to 50, not 51" fib 51
refuses 2 "--cutoff wants a whole number from 1 to 16, not \"17\"" queens 8 --cutoff 17
refuses 2 "--depth wants a whole number from 1 to 42, not \"0\"" game --depth 0
refuses 2 "--tasks wants a whole number from 1 to 268435456, not \"0\"" memset --tasks 0
refuses 2 "there is no option \"--word\"" memset --word a
refuses 2 "--frames wants none, light, medium, heavy, 60hz, 144hz or P,E in ms, not \"huge\"" memset --frames huge
refuses 2 "--time wants constant, uniform, exponential or pareto, not \"normal\"" spin --time normal
refuses 2 "--spawn wants children, up to 64, and levels, up to 24, as 4,3, not \"5\"" spin --spawn 5
refuses 2 "--tasks and --spawn make 80000000 tasks, of 4e+09 us together; there may be 67108864" spin --tasks 4000000 --spawn 1,19
refuses 2 "--slow wants a device and how many times slower it is, up to 1000, as 1=4, not \"1=\"" spin --slow 1=
refuses 2 "--slow wants a device and how many times slower it is, up to 1000, as 1=4, not \"1=4x\"" spin --slow 1=4x
refuses 2 "--slow names device 1, and there is 1: see --devices" spin --slow 1=4
refuses 2 "--slow names device 2, and there are 2: see --devices" spin --slow 1=4,2=3 --split 2
exit $failures
