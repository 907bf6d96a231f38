#!/bin/sh
# no_place.sh BENCH: coop-bench makes its text below TMPDIR, and says so when it cannot.
set -eu
code=0
output=$(TMPDIR=/nowhere "$1" stealing --only workloads --groups 2 2>&1) || code=$?
case $code:$output in
"1:coop-bench stealing: /nowhere/coop-bench-"*" cannot be written: No such file or directory; set TMPDIR, or name a text with --text"*) ;;
*)
    echo "exit code $code: $output"
    exit 1
    ;;
esac
