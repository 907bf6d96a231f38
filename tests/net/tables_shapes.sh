#!/bin/sh
# tables_shapes.sh COOP_NET: kmeans and mer are right at every number of ranks, local size and transport, on small inputs and larger ones.
set -eu
net=$1

# runs ARGUMENT …
runs() {
    for transport in svm copy; do
        for ranks in 1 2 3 4 8; do
            echo "transport $transport, $ranks ranks, $*"
            COOP_TRANSPORT=$transport "$net" "$@" --verify --ranks $ranks
        done
    done
}

runs kmeans
runs kmeans --combine
runs kmeans --points 1 --clusters 1 --dimensions 1
runs kmeans --points 5 --clusters 5 --local 1
runs kmeans --points 30000 --clusters 60 --dimensions 15 --local 256 --groups 4 --buffer 1000 --iterations 3
runs kmeans --points 30000 --clusters 60 --dimensions 15 --combine --iterations 3
runs kmeans --points 1000000 --clusters 8 --dimensions 4 --combine --iterations 10
runs mer
runs mer --length 1 --genome 500
runs mer --length 31 --genome 30000,8,2 --local 256 --groups 4 --buffer 1000
runs mer --genome 5000,20,3 --local 1
runs mer --genome 30000,20,3 --local 256 --handlers parallel
runs mer --genome 300000,20,4
