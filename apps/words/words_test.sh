#!/bin/sh
# words_test.sh CLAIM APP SOURCE WORK: coop-app words finds what other programs find: tr, sort and uniq in the
# project's own documents, and a table whose SHA-256 is known in the King James verses.
#
# COOP_DATA_DIR  a directory with text/kjv-verses.txt.xz for the latter; without it exit code 77 = skipped.
set -eu
claim=$1 app=$2 source=$3 work=$4
. "$source/tests/app/device.sh"
mkdir -p "$work"

# words COMMAND …: the table is $work/table
words() {
    rm -f "$work/table"
    if ! run_on_device "$@" --verify --output "$work/table"; then
        echo "$output"
        exit 1
    fi
    echo "$output"
    echo "$output" | grep -q "^Verified"
}

# sum SHA256 WORD …
sum() {
    wanted=$1
    shift
    words "$app" words "$@"
    seen=$(sha256sum "$work/table" | cut -c 1-64)
    [ "$seen" = "$wanted" ] || { echo "the table's SHA-256 is $seen, wanted $wanted" && exit 1; }
}

case $claim in
own_documents_as_tr_sort_uniq)
    cat "$source/README.md" "$source"/docs/*.md | LC_ALL=C tr -cs 'A-Za-z' '\n' | LC_ALL=C tr 'A-Z' 'a-z' |
        LC_ALL=C sort | grep . | uniq -c | awk '{ print $2 " " $1 }' >"$work/wanted"
    words env -u COOP_DATA_DIR "$app" words --frames 10,1 --frame-groups half --min-seconds 0.2 --groups 4 --local 8
    cmp "$work/table" "$work/wanted"
    # A word that is longer than what a document reads at a time, a last line without an end, a blank line.
    { head -c 5000 /dev/zero | tr '\0' 'Q'; printf ' a-B_b\n\nA'; } >"$work/edges"
    words "$app" words --text "$work/edges" --groups 1
    { printf 'a 2\nb 2\n'; head -c 5000 /dev/zero | tr '\0' 'q'; echo " 1"; } | cmp "$work/table" -
    words "$app" words --text "$work/edges" --count documents --block-items 1 --local 64
    grep -qx "b 1" "$work/table"
    ;;
king_james_verses)
    [ -f "${COOP_DATA_DIR:-}/text/kjv-verses.txt.xz" ] || { echo "COOP_DATA_DIR has no text/kjv-verses.txt.xz" && exit 77; }
    sum 069c5f1c3cc5798325443ab8039232f3a8b514c313ac4a45b1b2fc1fec3d0831 --groups 2
    echo "$output" | grep -qx "Found     documents 31,102, tokens 822,552, words 12,586, words of documents 648,382"
    sum c4849f5a9d117d7cddab5b50ae640cb21c61511cf0745640bc3e0632102f79f4 --count documents --local 8 --groups 4 \
        --frames heavy --frame-groups half --min-seconds 0.3
    ;;
esac
