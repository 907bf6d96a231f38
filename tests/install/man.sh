#!/bin/sh
# man.sh PAGE PROGRAM [COMMAND …]: the page names exactly the options, commands and warnings that the
# program's --help does, and groff has nothing to say of it. COMMANDs have a --help of their own.
set -eu
page=$1 program=$2
shift 2

# Words that begin with - or --, without their values; --help itself need not name itself.
options_of_help() {
    "$program" --help
    for command in "$@"; do
        "$program" "$command" --help
    done
}

help=$(options_of_help "$@")
by_help=$({
    printf '%s\n' "$help" | grep -oE '(^|[ ([])(--[A-Za-z-]+|-[A-Za-z][a-z-]*)' | tr -d ' (['
    # Names in the first column of indented tables: commands and warnings.
    printf '%s\n' "$help" | sed -n 's/^  \([a-z][a-z-]*\)  .*/\1/p'
} | grep -vx -e --help | sort -u)
by_page=$({
    sed -n 's/^\.It Fl/Fl/p' "$page" | grep -oE 'Fl [A-Za-z-]+' | sed 's/^Fl /-/'
    sed -n 's/^\.It Cm \([a-z-]*\)$/\1/p' "$page"
} | grep -vx -e --help | sort -u)
if [ "$by_help" != "$by_page" ]; then
    printf '%s names:\n%s\n\n--help names:\n%s\n' "$page" "$by_page" "$by_help"
    exit 1
fi
if ! command -v groff >/dev/null; then
    echo "without groff the form of $page is not looked at"
    exit 0
fi
said=$(groff -ww -mdoc -Tutf8 -z "$page" 2>&1)
if [ -n "$said" ]; then
    printf '%s\n' "$said"
    exit 1
fi
