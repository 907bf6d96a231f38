/* The wire over MPI. No other files of the project know MPI but mpi_process.h and its own. */
#ifndef COOP_HOST_NET_WIRE_MPI_H
#define COOP_HOST_NET_WIRE_MPI_H

#include "host/net/wire.h"

/* How to be this process's rank of a communicator: MPI_Comm_c2f of it; 0: MPI_COMM_WORLD. NULL: out of
 * memory. */
struct coop_wire_opener *coop_wire_mpi_opener(int communicator);

#endif
