#!/bin/sh
# words.sh APP FILE SHA16 COMMAND ARGUMENT…: the command must succeed and write words with that hash.
set -eu
. "$(dirname "$0")/device.sh"
app=$1 file=$2 wanted=$3
shift 3

rm -f "$file"
if ! run_on_device "$app" "$@" --output "$file"; then
    echo "$output"
    echo "coop-app $* failed"
    exit 1
fi
echo "$output"
seen=$(sha256sum "$file" | cut -c 1-16)
rm -f "$file"
if [ "$seen" != "$wanted" ]; then
    echo "coop-app $*: the words' sha16 is $seen, wanted $wanted"
    exit 1
fi
