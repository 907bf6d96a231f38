#!/bin/sh
# no_mpi.sh PROGRAM NET_PROGRAM: a program with coop::coop alone is linked with no MPI; one with coop::net is.
set -eu
if ! command -v ldd >/dev/null; then
    echo "no ldd here"
    exit 77
fi
ldd "$1" >libraries.txt
if grep -i mpi libraries.txt; then
    echo "$1 is linked with MPI"
    exit 1
fi
ldd "$2" >libraries.txt
if ! grep -qi mpi libraries.txt; then
    echo "$2 is not linked with MPI: the check sees nothing"
    exit 1
fi
