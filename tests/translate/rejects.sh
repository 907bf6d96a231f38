#!/bin/sh
# Translates files and compares the messages: one in rejects/ must be refused, one in warns/ must not.
# usage: rejects.sh coopc include-dir case.cl|cases.cases [--update]
#
# A file NAME.cases is several: behind a line //// PATH stands the text of that file, and of each NAME.cl, its messages
# are in NAME.expected.
set -eu
coopc=$1
include=$2
given=$3
update=${4:-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
case $given in
*/warns/*) wanted=0 ;;
*) wanted=1 ;;
esac

# check NAME: in this folder
check() {
    name=$1
    options=$(sed -n 's,^// options: ,,p' "$name.cl")
    second=$(sed -n 's,^// files: ,,p' "$name.cl")
    status=0
    rm -f "$work/module.cl"
    "$coopc" -I "$include" $options "$name.cl" $second -o "$work/module.cl" --header "$work/module.h" 2>"$work/messages" || status=$?
    if [ "$update" = --update ]; then
        cp "$work/messages" "$name.expected"
    fi
    if [ $status -ne $wanted ]; then
        echo "$name: exit status $status, not $wanted" >&2
        cat "$work/messages" >&2
        return 1
    fi
    if [ $wanted -eq 1 ] && [ -e "$work/module.cl" ]; then
        echo "$name: a refused file left an output" >&2
        return 1
    fi
    diff -u "$name.expected" "$work/messages"
}

case $given in
*.cl)
    cd "$(dirname "$given")"
    check "$(basename "$given" .cl)"
    exit
    ;;
esac
given=$(cd "$(dirname "$given")" && pwd)/${given##*/}
mkdir -p "$work/cases/include"
cd "$work/cases"
files=$(sed -n 's,^//// ,,p' "$given")
LC_ALL=C awk '/^\/\/\/\/ / { close(file); file = $2; printf "" >file; next } { print >file }' "$given"
failures=0
count=0
for file in $files; do
    case $file in
    *.expected)
        check "${file%.expected}" || failures=1
        count=$((count + 1))
        ;;
    esac
done
if [ "$update" = --update ]; then
    for file in $files; do
        echo "//// $file"
        cat "$file"
    done >"$given"
fi
[ $count -gt 0 ] || { echo "$given has no cases" >&2; exit 1; }
exit $failures
