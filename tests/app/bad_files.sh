#!/bin/sh
# bad_files.sh APP DIRECTORY: graphs that cannot be read end with exit code 1 and a message that names the
# place.
set -eu
app=$1 work=$2
failures=0

# refuses SENTENCE ARGUMENT…
refuses() {
    message=$1
    shift
    code=0
    output=$("$app" bfs "$@" 2>&1) || code=$?
    if [ "$code" != 1 ]; then
        echo "coop-app bfs $*: exit code $code, wanted 1"
        failures=1
    fi
    if [ "$output" != "coop-app bfs: $message" ]; then
        echo "coop-app bfs $*: said \"$output\", wanted \"coop-app bfs: $message\""
        failures=1
    fi
}

printf '3 3\n2 3\n' >"$work/short.graph"
printf 'p sp 2 1\na 1 -2 1\n' >"$work/negative.gr"
printf '9999999999999 1\n' >"$work/absurd.graph"
printf '\037\213\010\000' >"$work/cut.graph.gz"
: >"$work/empty.graph"

refuses "$work/none.graph cannot be opened: No such file or directory; check the name" --graph "$work/none.graph"
refuses "$work/short.graph:3: the file ends after 1 of 3 vertices; it is truncated, get it again" \
    --graph "$work/short.graph"
refuses "$work/negative.gr:2: \"-2\" is not a vertex; vertices are numbers from 1 to 2" --graph "$work/negative.gr"
refuses "$work/absurd.graph:1: the header promises 9999999999999 vertices, and at most 2147483646 fit, since kernels count in 32 bits; take a smaller graph" \
    --graph "$work/absurd.graph"
refuses "$work/cut.graph.gz:1: the gzip data end early; get the file again" --graph "$work/cut.graph.gz"
refuses "$work/empty.graph is empty; check that it was written completely" --graph "$work/empty.graph"
refuses "a grid of 0 x 7 does not have 1..2147483646 vertices; change its size" --grid 0x7
refuses "R-MAT scale 40 is not in 1..30; change it" --rmat 40
refuses "--source 25 is no vertex: the graph's are 0..24" --grid 5x5 --source 25
exit $failures
