#!/bin/sh
# bench_styles.sh FILE MPIEXEC COOP_NET: one turn of coop-net bench for each application, which verifies what it does, in all styles that
# the application has.
set -eu
file=$1 mpiexec=$2 net=$3

styles() { # styles, words
    wanted=$1
    shift
    "$mpiexec" -n 2 "$net" bench --pairs 1 --csv --app "$@" >"$file"
    grep -q '^side,time_ms,' "$file"
    for side in messages $wanted; do
        grep -q "^$side," "$file" || { echo "$*: no $side"; exit 1; }
    done
}
styles "lane coprocessor coprocessor-1m" kmeans --points 500
styles "lane coprocessor coprocessor-1m" pagerank --rmat 7
styles "lane coprocessor coprocessor-1m" sssp --rmat 7 --weights 20
styles lane color --rmat 7
styles "lane parallel" mer --genome 1000
