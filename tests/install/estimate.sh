#!/bin/sh
# estimate.sh SUPPORT WORK: what test.sh says at the start: recorded times before declared ones, tests on the
# device one after the other, and the others beside them.
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
rm -rf "$work"
exit $failures
