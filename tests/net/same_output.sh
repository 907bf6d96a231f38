#!/bin/sh
# same_output.sh FOLDER COOP_NET APPLICATION ARGUMENT …: --output writes the same file at 1, 2, 3 and 4 ranks and by copies, and leaves
# one that it cannot write.
set -eu
folder=$1 net=$2 application=$3
shift 3
mkdir -p "$folder"

"$net" "$application" "$@" --ranks 1 --output "$folder/1.txt"
test -s "$folder/1.txt"
for ranks in 2 3 4; do
    "$net" "$application" "$@" --ranks $ranks --output "$folder/more.txt"
    cmp "$folder/1.txt" "$folder/more.txt"
done
COOP_TRANSPORT=copy "$net" "$application" "$@" --ranks 2 --output "$folder/copies.txt"
cmp "$folder/1.txt" "$folder/copies.txt"

status=0
"$net" "$application" "$@" --ranks 2 --output "$folder/none/1.txt" 2>"$folder/said.txt" || status=$?
test "$status" = 1
grep -q "none/1.txt cannot be written: No such file or directory" "$folder/said.txt"
