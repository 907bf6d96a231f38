#!/bin/sh
# coop-app --stall-after: a limit below what a step of the kernel takes (a second), and above what a busy machine
# takes to hand a work-group its launch, ends the run with who waits for what; one far above it changes nothing.
#   stall.sh <coop-app> <coopc> <still.cl>
set -eu

still() {
    "$1" kernel --coopc "$2" --module "$3" --kernel still --arg buffer:64 --arg "uint:$4" --groups 1 --local 1 \
        --stall-after "$5" 2>&1
}

code=0
text=$(still "$1" "$2" "$3" 1000000000 0.25) || code=$?
case "$text" in
*COOP_NO_DEVICE* | *COOP_DEVICE_UNFIT*) [ -z "${COOP_REQUIRE_DEVICE:-}" ] && exit 77 ;;
esac
echo "$text"
test $code -eq 1
for words in "has made no progress for" "COOP_STALLED" "slot 0: scheduler" "work-group 0 of launch 1"; do
    echo "$text" | grep -qF "$words" || {
        echo "not said: $words"
        exit 1
    }
done
still "$1" "$2" "$3" 1000 100
