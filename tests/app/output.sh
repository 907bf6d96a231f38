#!/bin/sh
# output.sh APP WORK: --output writes words, numbers a line, or vertices with their numbers, as the file's name
# says, in every way to run the application; and what cannot be written is a message.
set -eu
. "$(dirname "$0")/device.sh"
app=$1 work=$2
failures=0

# writes FILE WANTED ARGUMENT…: the file, as text.
writes() {
    file=$work/$1 wanted=$2
    shift 2
    if ! run_on_device "$app" "$@" --output "$file"; then
        echo "$output"
        exit 1
    fi
    case $file in
    *.words) written=$(od -An -v -t d4 "$file" | tr -s ' \n' ' ') ;;
    *) written=$(tr '\n' ' ' < "$file") ;;
    esac
    rm -f "$file"
    if [ "$written" != "$wanted" ]; then
        echo "$*: wrote \"$written\", wanted \"$wanted\""
        failures=1
    fi
}

printf 'p sp 5 3\na 5 2 1\na 2 4 1\na 3 3 1\n' > "$work/output.gr"
for mode in "" --plain --multikernel; do
    writes output.txt "0 1 2 1 1 " components --graph "$work/output.gr" --groups 2 --local 8 $mode
    writes output.csv "vertex,value 0,0 1,1 2,2 3,1 4,1 " components --graph "$work/output.gr" --groups 2 --local 8 $mode
    writes output.words " 0 1 2 1 1 " components --graph "$work/output.gr" --groups 2 --local 8 $mode
done
writes signed.txt "-1 1 -1 2 0 " bfs --graph "$work/output.gr" --source 4 --groups 2 --local 8

if [ -w /dev/full ]; then
    code=0
    output=$("$app" components --grid 100x100 --groups 2 --local 8 --output /dev/full 2>&1) || code=$?
    case "$code $output" in
    "1 "*"/dev/full cannot be written: "*) ;;
    *)
        echo "a full device: exit code $code, \"$output\""
        failures=1
        ;;
    esac
fi
code=0
output=$("$app" components --grid 5x5 --groups 2 --local 8 --output "$work/none/there.txt" 2>&1) || code=$?
case "$code $output" in
"1 "*"none/there.txt cannot be written: "*) ;;
*)
    echo "a directory that is not there: exit code $code, \"$output\""
    failures=1
    ;;
esac
exit "$failures"
