#!/bin/sh
# page.sh PROGRAM TITLE [COMMAND …]: a manual page on standard output, of what PROGRAM --help and PROGRAM COMMAND
# --help say.
set -eu
program=$1
title=$2
shift 2
name=$(basename "$program")

# A backslash, and a dot or a quote at the beginning of a line, are requests to troff.
literally() {
    sed 's/\\/\\e/g; s/-/\\-/g; s/^[.'\'']/\\\&&/'
}

help=$("$program" --help)
printf '.TH %s 1 "" coop "User Commands"\n' "$(echo "$name" | tr a-z A-Z)"
printf '.SH NAME\n%s \\- %s\n.SH DESCRIPTION\n.nf\n' "$(echo "$name" | literally)" "$title"
printf '%s\n' "$help" | literally
printf '.fi\n'
for command in "$@"; do
    help=$("$program" "$command" --help)
    printf '.SH %s\n.nf\n' "$(echo "$name $command" | literally)"
    printf '%s\n' "$help" | literally
    printf '.fi\n'
done
