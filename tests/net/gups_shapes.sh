#!/bin/sh
# gups_shapes.sh COOP_NET: updates are exact at every number of ranks, local size, number of work-groups and transport, with
# buffers of one message and more, and in a long run.
set -eu
net=$1

for transport in svm copy; do
    for ranks in 1 2 3 4 8; do
        for local in 1 64 256; do
            for groups in 1 2 4; do
                echo "transport $transport, $ranks ranks, local size $local, $groups work-groups"
                COOP_TRANSPORT=$transport "$net" gups --ranks $ranks --local $local --groups $groups
            done
        done
    done
done
"$net" gups --ranks 3 --updates 20000 --buffer 136
"$net" gups --ranks 3 --updates 200000 --buffer 1000 --timeout 1
"$net" gups --ranks 4 --updates 16777216
