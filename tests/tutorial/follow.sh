#!/bin/sh
# Follows a page of docs/, as docs/tutorial.md: writes its files, runs its commands one by one, and compares what they print.
#
#   follow.sh TUTORIAL WORK STAGE EXAMPLE     in WORK, emptied first, with coop as it is installed in STAGE;
#   in the end
#                                             the files must be those of the directory EXAMPLE
#   follow.sh TUTORIAL WORK                   the same, but everything by hand: also the commands behind "by
#   hand", run in
#                                             the present directory, a clone; WORK becomes the home directory
#
# What it takes from the page: a fenced block behind a line that is only `name`: is that file. The lines of a
# block "sh" are commands. A block "text" is all that the commands of the block before it print, but for the
# numbers; "…" stands for anything. A command that fails ends the test; exit code 77 when no device can serve.
set -eu
tutorial=$(realpath "$1")
page=$(basename "$1" .md)
stage=${3:-}
example=${4:-}

rm -rf "$2"
mkdir -p "$2/home"
work=$(realpath "$2")
export HOME="$work/home"
if [ -n "$stage" ]; then
    ln -s "$(realpath "$stage")" "$HOME/coop"
    cd "$work"
    by_hand=0
else
    by_hand=1
fi

# The page as a script of calls of the functions below. Contents are in here-documents, whose end no page
# contains.
awk -v by_hand="$by_hand" -v mark="'" -v here='<<"END_OF_BLOCK"' '
    function quoted(text) {
        gsub(mark, mark "\\" mark mark, text)
        return mark text mark
    }
    !inside && /^```/ {
        inside = 1
        kind = "none"
        if (last ~ /^`[^`]+`:$/) {
            kind = "file"
            print "begin_file " quoted(substr(last, 2, length(last) - 3)) " " here
        } else if ($0 == "```text") {
            kind = "text"
            print "expect " NR " " here
        } else if ($0 == "```sh" && (by_hand || last != "<!-- by hand -->")) {
            kind = "sh"
            print "begin_commands"
        }
        next
    }
    inside && /^```$/ {
        inside = 0
        last = ""
        if (kind == "file" || kind == "text")
            print "END_OF_BLOCK"
        next
    }
    inside && kind == "sh" { print "command_of_line " NR " " quoted($0) }
    inside && (kind == "file" || kind == "text")
    !inside && NF > 0 { last = $0 }
' "$tutorial" >"$work/steps.sh"

said=$work/said
steps=0

begin_file() {
    echo "$page: file $1"
    cat >"$1"
}

begin_commands() {
    : >"$said"
}

command_of_line() {
    echo "$page:$1: $2"
    steps=$((steps + 1))
    code=0
    eval "$2" >"$work/output" 2>&1 || code=$?
    cat "$work/output"
    cat "$work/output" >>"$said"
    if [ "$code" -ne 0 ]; then
        echo "ends with $code"
        exit "$code"
    fi
}

# Numbers, and how many blanks stand between words, do not count.
without_numbers() {
    sed -E 's/[0-9]+(\.[0-9]+)?/N/g; s/ +/ /g'
}

expect() {
    pattern=$(without_numbers | sed 's/[][*?\\]/\\&/g; s/…/*/g')
    text=$(without_numbers <"$said")
    # The pattern is meant as one.
    # shellcheck disable=SC2254
    case $text in
    $pattern) ;;
    *)
        echo "$page:$1: that is not what stands there"
        exit 1
        ;;
    esac
}

if [ -n "$stage" ] && ! command -v ninja >/dev/null; then
    echo "the page builds with ninja"
    exit 77
fi
if [ -n "$stage" ] && ! "$stage/bin/coop-info" --quick --groups 4 >"$work/devices"; then
    cat "$work/devices"
    exit 77
fi
# shellcheck source=/dev/null
. "$work/steps.sh"
if [ "$steps" -lt 8 ]; then
    echo "only $steps commands were found in $tutorial"
    exit 1
fi
if [ -n "$example" ]; then
    for file in "$example"/*.[ch] "$example"/*.cl; do
        cmp "$(basename "$file")" "$file"
    done
fi
