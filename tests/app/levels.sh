#!/bin/sh
# levels.sh APP FILE SHA16 ARGUMENT…: the search must succeed and write levels with that hash.
set -eu
. "$(dirname "$0")/device.sh"
app=$1 file=$2 wanted=$3
shift 3

rm -f "$file"
if ! run_on_device "$app" bfs "$@" --output "$file"; then
    echo "$output"
    echo "coop-app bfs $* failed"
    exit 1
fi
echo "$output"
seen=$(sha256sum "$file" | cut -c 1-16)
rm -f "$file"
if [ "$seen" != "$wanted" ]; then
    echo "coop-app bfs $*: the levels' sha16 is $seen, wanted $wanted"
    exit 1
fi
