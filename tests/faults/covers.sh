#!/bin/sh
# Every OpenCL function that the library calls is one of the shim's: no call escapes the faults.
#   covers.sh <library> <test program>
set -eu

called=$(nm -u "$1" 2>/dev/null | sed -n 's/^ *U \(cl[A-Z][A-Za-z]*\)$/\1/p' | sort -u)
defined=$(nm --defined-only "$2" | sed -n 's/^[0-9a-f]* T \(cl[A-Z][A-Za-z]*\)$/\1/p' | sort -u)
test -n "$called" || {
    echo "$1 calls no OpenCL function: nm does not say what it should"
    exit 1
}
missing=$(for name in $called; do echo "$defined" | grep -qx "$name" || echo "$name"; done)
test -z "$missing" || {
    echo "tests/faults/opencl_shim.c lacks:" $missing
    exit 1
}
echo "$(echo "$called" | wc -l) functions"
