#!/bin/sh
# mpich.sh SOURCE WORK GENERATOR COMPILER: coop::net built and tested with MPICH, in a build directory of its own, beside the MPI that
# the project is built with. Without MPICH's compiler and mpirun, as Debian calls them, exit code 77.
set -eu
source=$1 work=$2 generator=$3 compiler=$4

for program in mpicc.mpich mpirun.mpich; do
    if ! command -v $program >/dev/null; then
        echo "no $program here (Debian: mpich, libmpich-dev)"
        exit 77
    fi
done
cmake -S "$source" -B "$work" -G "$generator" -DCMAKE_C_COMPILER="$compiler" -DCMAKE_BUILD_TYPE=RelWithDebInfo \
    -DCOOP_BUILD_NET=ON -DMPI_C_COMPILER="$(command -v mpicc.mpich)" \
    -DMPIEXEC_EXECUTABLE="$(command -v mpirun.mpich)" >"$work.log"
cmake --build "$work" --target coop-net net_mpi test_mpi test_mpi_faults >>"$work.log" || {
    tail -n 40 "$work.log"
    exit 1
}
if ! ldd "$work/bin/coop-net" | grep -q mpich; then
    echo "coop-net is not linked with MPICH"
    ldd "$work/bin/coop-net"
    exit 1
fi
ctest --test-dir "$work" -R '^mpi\.' -LE nightly --output-on-failure --no-tests=error
