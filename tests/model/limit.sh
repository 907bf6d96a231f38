#!/bin/sh
# limit.sh INCLUDE MODEL: a search that has no result within its processor time is skipped, with a message. Exit status
# 77: no spin or no C compiler here.
set -eu
here=$(dirname "$0")
status=0
answer=$(COOP_MODEL_SECONDS=1 sh "$here/run.sh" "$1" "$2" holds "-DLENGTH=3" "-DSAFETY" " " 2>&1) || status=$?
printf '%s\n' "$answer"
case "$answer" in
*"the search has no result after 1 s of processor time"*) [ "$status" -eq 77 ] ;;
*"skipped: no "*) exit 77 ;;
*) exit 1 ;;
esac
