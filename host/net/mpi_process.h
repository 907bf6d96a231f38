/* What a process has of MPI once, for all its nets: MPI's begin and end, and the error handlers of
 * MPI_COMM_WORLD and MPI_COMM_SELF.
 *
 * Threads: any thread may call.
 *
 *   E5  While a net holds MPI, nobody here calls MPI_Finalize. */
#ifndef COOP_HOST_NET_MPI_PROCESS_H
#define COOP_HOST_NET_MPI_PROCESS_H

#include "coop/status.h"
#include <mpi.h>

/* Whether an MPI call has failed; it then leaves its sentence in `failure`, of COOP_NET_FAILURE_BYTES. */
int coop_mpi_has_failed(int code, const char *call, char *failure);

/* Initialises MPI unless it is; behind it MPI is initialised. Waits for all ranks where it calls
 * MPI_Init_thread.
 * is_held  out: MPI is ours, and this net holds it: to be given up with coop_mpi_leave.
 * level    out: which threads may call MPI.
 *
 * COOP_OK, COOP_NETWORK_FAILED, COOP_OUT_OF_MEMORY */
coop_status coop_mpi_enter(int *is_held, int *level, char *failure);

/* Gives MPI up; who is last waits for MPI_Finalize. COOP_OK, COOP_NETWORK_FAILED */
coop_status coop_mpi_leave(char *failure);

/* Between the two, errors of calls that belong to no communicator, and of calls on MPI_COMM_WORLD and
 * MPI_COMM_SELF, come back as codes; then the program's handlers are there again. The pairs of several
 * threads may overlap. Behind a failure of the first the second is not called.
 * COOP_OK, COOP_NETWORK_FAILED */
coop_status coop_mpi_errors_return(char *failure);
coop_status coop_mpi_errors_restore(char *failure);

/* The same for another communicator, one pair at a time: *old keeps the program's handler.
 * COOP_OK, COOP_NETWORK_FAILED */
coop_status coop_mpi_handler_replace(MPI_Comm communicator, MPI_Errhandler *old, char *failure);
coop_status coop_mpi_handler_put_back(MPI_Comm communicator, MPI_Errhandler *old, char *failure);

#endif
