#!/bin/sh
# coop-app --stall-after: a limit far below what a level of the search takes ends the run with who waits for
# what; one far above it changes nothing.
#   stall.sh <coop-app>
set -eu

code=0
text=$("$1" bfs --rmat 20 --stall-after 0.0001 2>&1) || code=$?
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
"$1" bfs --grid 50x50 --verify --stall-after 100
