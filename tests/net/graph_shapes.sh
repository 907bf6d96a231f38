#!/bin/sh
# graph_shapes.sh COOP_NET: PageRank, colouring and shortest paths are right at every number of ranks, with both transports, on graphs of all
# kinds; of COOP_DATA_DIR's those that are there.
set -eu
net=$1
dir=$(dirname "$0")

# runs GRAPH_OPTION …: all applications on it.
runs() {
    for transport in svm copy; do
        for ranks in 1 2 3 4 8; do
            echo "transport $transport, $ranks ranks, $*"
            COOP_TRANSPORT=$transport "$net" pagerank --ranks $ranks "$@"
            COOP_TRANSPORT=$transport "$net" color --ranks $ranks "$@"
            COOP_TRANSPORT=$transport "$net" sssp --verify --weights 100 --ranks $ranks "$@"
        done
    done
}

runs --grid 1x1
runs --path 1000,3
runs --star 5000
runs --grid 300x300
runs --rmat 14
runs --uniform 20000,5 --local 1
runs --rmat 12 --local 256 --groups 4 --buffer 1000
for ranks in 1 2 4 8; do
    for application in pagerank color "sssp --verify --weights 100"; do
        for graph in "--grid 1000x1000" "--rmat 16"; do
            "$net" $application --ranks $ranks $graph
        done
        for graph in copter2.graph usa-road-ny.gr soc-Slashdot0902.gr debian12-depends.gr; do
            status=0
            sh "$dir/data_graph.sh" "$graph" "$net" $application --ranks $ranks || status=$?
            [ "$status" = 0 ] || [ "$status" = 77 ] || exit "$status"
        done
    done
done
