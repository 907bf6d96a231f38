#!/bin/sh
# estimate.sh SUPPORT WORK: what test.sh says at the start: recorded times before declared ones, tests on the
# device one after the other, and the others beside them. And what --part takes: each test is in one part,
# whatever has run before.
set -eu
support=$1 work=$2
failures=0

rm -rf "$work"
mkdir -p "$work/support" "$work/build/tests" "$work/build/Testing/Temporary"
cp "$support/estimate.sh" "$work/support/estimate.sh"
printf '# a comment\ndevice 7\nunit 100\nunit.long 200\n' >"$work/costs"
printf 'device.a.b\tdevice\ndevice.a.c\tdevice\nunit.a.b\thost\nunit.a.c\thost\nunit.long.d\thost\n' >"$work/build/tests/list"
printf 'unit.a.b 3 10\nunit.a.c 0 0\n---\n' >"$work/build/Testing/Temporary/CTestCostData.txt"

# says NUMBERS TIME TEST…
says() {
    wanted="$1 tests: about $2 on 4 quiet cores"
    shift 2
    answer=$(for name in "$@"; do echo "  Test #12: $name"; done | sh "$work/support/estimate.sh" "$work/build" 4)
    case "$answer" in
    "$wanted"*) ;;
    *)
        printf '"%s" for %s, not "%s"\n' "$answer" "$*" "$wanted"
        failures=1
        ;;
    esac
}
says 1 "8 s" device.a.b
says 2 "8 s" device.a.b device.other.c
says 2 "15 s" device.a.b device.a.c
says 1 "11 s" unit.a.b
says 2 "2 minutes" unit.a.b unit.a.c
says 4 "3 minutes" device.a.b unit.a.b unit.a.c unit.long.d
says 6 "3 minutes" unit.a.c unit.b.c unit.c.d unit.d.e unit.e.f unit.f.g

# part K RECORD: the numbers of the tests in part K/3 of ten, whose first one takes RECORD seconds by the build's record
part() {
    printf 'unit.0.a 3 %s\n---\n' "$2" >"$work/build/Testing/Temporary/CTestCostData.txt"
    for number in 0 1 2 3 4 5 6 7 8 9; do echo "  Test #12: unit.$number.a"; done |
        sh "$work/support/estimate.sh" "$work/build" 4 part "$1/3"
}
parts=$(for k in 1 2 3; do part $k "${k}0000"; done | sed 's/^0,0,0,//' | tr ',\n' '  ')
if [ "$parts" != "1 2 3 4 5 6 7 8 9 10 " ]; then
    echo "three parts, run one after the other, have the tests $parts"
    failures=1
fi
rm -rf "$work"
exit $failures
