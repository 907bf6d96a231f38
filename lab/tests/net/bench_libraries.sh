#!/bin/sh
# bench_libraries.sh BUILD HAS_BOOST MPIEXEC COOP_NET: coop-net bench beside the Parallel Boost Graph Library, whose program is built
# first, and beside jellyfish; each verifies what it makes. 77 where neither is here.
set -eu
build=$1 has_boost=$2 mpiexec=$3 net=$4
done=77
if [ "$has_boost" = 1 ]; then
    cmake --build "$build" --target net_boost
    for words in "pagerank --rmat 8,8" "color --rmat 8,8" "sssp --rmat 8,8 --weights 20 --source 3" "sssp --path 30"; do
        # shellcheck disable=SC2086
        "$mpiexec" -n 2 "$net" bench --pairs 1 --sides boost --app $words
    done
    done=0
fi
if command -v jellyfish >/dev/null; then
    "$mpiexec" -n 2 "$net" bench --pairs 1 --sides jellyfish --app mer --genome 5000
    done=0
fi
[ "$done" = 0 ] || echo "neither the Parallel Boost Graph Library (Debian: libboost-graph-parallel-dev) nor jellyfish is here"
exit "$done"
