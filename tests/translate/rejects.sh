#!/bin/sh
# Translates files and compares the messages: one in rejects/ must be refused, one in warns/ must not.
# usage: rejects.sh coopc include-dir case.cl|cases.cases [--update]   COOPC_MANY: many.c, where it is there
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

# says NAME…: the list for test_coopc_many, of these in this folder
says() {
    for name; do
        set -- . /dev/null "$work/$name.messages" -I "$include"
        # shellcheck disable=SC2046 # words
        set -- "$@" $(sed -n 's,^// options: ,,p' "$name.cl") "$name.cl" $(sed -n 's,^// files: ,,p' "$name.cl")
        printf '%s\t' "$@" -o "$work/$name.module" --header
        echo "$work/$name.header"
    done
}

# check NAME STATUS
check() {
    name=$1
    status=$2
    if [ "$update" = --update ]; then
        cp "$work/$name.messages" "$name.expected"
    fi
    if [ "$status" -ne $wanted ]; then
        echo "$name: exit status $status, not $wanted" >&2
        cat "$work/$name.messages" >&2
        return 1
    fi
    if [ $wanted -eq 1 ] && [ -e "$work/$name.module" ]; then
        echo "$name: a refused file left an output" >&2
        return 1
    fi
    diff -u "$name.expected" "$work/$name.messages"
}

# check_all NAME…
check_all() {
    says "$@" >"$work/list"
    if [ -n "${COOPC_MANY:-}" ]; then
        "$COOPC_MANY" "$work/list" >"$work/statuses"
    else
        # shellcheck disable=SC2086 # words
        while IFS="$(printf '\t')" read -r _ _ messages words; do
            status=0
            (IFS="$(printf '\t')" && exec "$coopc" $words) </dev/null 2>"$messages" || status=$?
            echo $status
        done <"$work/list" >"$work/statuses"
    fi
    for name; do
        read -r status
        check "$name" "$status" || failures=1
    done <"$work/statuses"
}

failures=0
case $given in
*.cl)
    cd "$(dirname "$given")"
    check_all "$(basename "$given" .cl)"
    exit $failures
    ;;
esac
given=$(cd "$(dirname "$given")" && pwd)/${given##*/}
mkdir -p "$work/cases/include"
cd "$work/cases"
files=$(sed -n 's,^//// ,,p' "$given")
LC_ALL=C awk '/^\/\/\/\/ / { close(file); file = $2; printf "" >file; next } { print >file }' "$given"
names=$(sed -n 's,^//// \(.*\)\.expected$,\1,p' "$given")
[ -n "$names" ] || { echo "$given has no cases" >&2; exit 1; }
# shellcheck disable=SC2086 # words
check_all $names
if [ "$update" = --update ]; then
    for file in $files; do
        echo "//// $file"
        cat "$file"
    done >"$given"
fi
exit $failures
