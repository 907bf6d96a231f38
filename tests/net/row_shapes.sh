#!/bin/sh
# row_shapes.sh COOP_NET [MPIEXEC FLAG]: all programs are right with ranks in rows: rows that divide the ranks and rows that do not,
# one of which is shorter; by slots of their own, with buffers of one message, by copies; as threads, or under mpirun.
set -eu
net=$1
mpiexec=${2:-}
flag=${3:-}

# runs RANKS ROW ARGUMENT …
runs() {
    ranks=$1 row=$2
    shift 2
    echo "$ranks ranks in rows of $row, $*"
    if test -n "$mpiexec"; then
        "$mpiexec" "$flag" "$ranks" "$net" "$@" --row "$row"
    else
        "$net" "$@" --row "$row" --ranks "$ranks"
    fi
}

for shape in 4:2 5:2 6:4 7:3 9:3 16:4 16:15; do
    ranks=${shape%:*} row=${shape#*:}
    runs "$ranks" "$row" gups --updates 100000
    runs "$ranks" "$row" gups --updates 2000 --buffer 136 --timeout 1
    runs "$ranks" "$row" gups --updates 2000 --style lane --through
    runs "$ranks" "$row" sssp --grid 40x30 --verify
    runs "$ranks" "$row" mer --verify --genome 3000
    runs "$ranks" "$row" kmeans --verify --points 3000 --iterations 5
    runs "$ranks" "$row" color --rmat 9,8
    runs "$ranks" "$row" pagerank --rmat 9,8 --buffer 1000
done
export COOP_TRANSPORT=copy
runs 9 3 gups --updates 20000
runs 9 4 mer --verify --genome 3000 --handlers parallel
