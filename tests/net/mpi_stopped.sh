#!/bin/sh
# mpi_stopped.sh WORK MPIEXEC PROGRAM CLAIM: of four ranks one is stopped for good. The other three say within their deadlines that
# it is lost, and end; then mpirun ends the stopped one, and itself.
set -eu
work=$1 mpiexec=$2 program=$3 claim=$4

rm -rf "$work"
mkdir -p "$work"
cd "$work"
status=0
timeout -k 5 150 "$mpiexec" -n 4 "$program" "$claim" >log 2>&1 || status=$?
if grep -q 'skipped' log && [ ! -e survived.0 ]; then
    cat log
    exit 77
fi
lost=$(find . -name 'lost.*' | sed 's/.*lost\.//')
for try in $(seq 1 200); do
    [ -n "$lost" ] && [ -e "/proc/$lost" ] || break
    sleep 0.1
done
if [ -n "$lost" ] && [ -e "/proc/$lost" ]; then
    echo "the stopped rank, process $lost, is left over"
    kill -9 "$lost"
    exit 1
fi
for rank in 0 1 3; do
    if [ ! -e "survived.$rank" ]; then
        echo "rank $rank has not said that rank 2 is lost (mpirun: $status)"
        cat log
        exit 1
    fi
done
if [ "$status" = 0 ] || [ "$status" = 124 ] || [ "$status" = 137 ]; then
    echo "mpirun has not ended with the failure: $status"
    cat log
    exit 1
fi
