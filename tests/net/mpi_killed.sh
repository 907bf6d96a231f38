#!/bin/sh
# mpi_killed.sh WORK MPIEXEC PROGRAM CLAIM: of four ranks one is killed, and the other three say within their deadlines that it
# does not come, or is lost. Open MPI's --enable-recovery lets them live, which others do not have.
set -eu
work=$1 mpiexec=$2 program=$3 claim=$4

if ! "$mpiexec" --version | grep -q 'Open MPI\|OpenRTE'; then
    echo "$mpiexec is not Open MPI's: the others would be ended with the one"
    exit 77
fi
rm -rf "$work"
mkdir -p "$work"
cd "$work"
status=0
"$mpiexec" --enable-recovery -n 4 "$program" "$claim" >log 2>&1 || status=$?
if grep -q 'skipped' log && [ ! -e survived.0 ]; then
    cat log
    exit 77
fi
for rank in 0 1 3; do
    if [ ! -e "survived.$rank" ]; then
        echo "rank $rank has not survived (mpirun: $status)"
        cat log
        exit 1
    fi
done
