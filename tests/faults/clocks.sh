#!/bin/sh
# The library measures time with clock_gettime alone, which tests/faults/fake_clock.c watches, and waits for
# no moment of a clock: sleeps are spans, and the waits of its locks have no time-outs.
#   clocks.sh <library>
set -eu

used=$(nm -u "$1" 2>/dev/null | sed -n 's/^ *U //p' | sort -u)
echo "$used" | grep -qx clock_gettime || {
    echo "$1 does not call clock_gettime: nm does not say what it should"
    exit 1
}
wrong=$(echo "$used" | grep -xE \
    'gettimeofday|time|ftime|clock|timespec_get|clock_nanosleep|alarm|setitimer|timer_.*|pthread_(cond|mutex|rwlock)_(timed|clock).*|sem_(timed|clock)wait|select|pselect|mq_timed.*' || true)
test -z "$wrong" || {
    echo "$1 calls:" $wrong
    exit 1
}
