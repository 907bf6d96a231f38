#!/bin/sh
# needs.sh PROGRAM COMMAND …: the command, which runs PROGRAM. Where it fails because the system cannot load
# PROGRAM, for want of libclang for one, the test is skipped, and says so.
set -u
program=$1
shift
code=0
"$@" || code=$?
if [ "$code" != 0 ] && [ "$code" != 77 ] && [ -x "$program" ]; then
    # The loader lists what it finds, as for ldd, and does not begin the program.
    missing=$(LD_TRACE_LOADED_OBJECTS=1 "$program" 2>&1 </dev/null | grep "not found" | sed 's/^[[:space:]]*//' | head -n 1)
    if [ -n "$missing" ]; then
        echo "skipped: ${program##*/} cannot run on this machine: $missing"
        exit 77
    fi
fi
exit "$code"
