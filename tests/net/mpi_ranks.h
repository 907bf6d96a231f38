/* What claims about MPI's ranks share: checks that print the library's message, ranks that are lost, and a
 * rank with a net. */
#ifndef TESTS_NET_MPI_RANKS_H
#define TESTS_NET_MPI_RANKS_H

#include "loop_ranks.h"

/* Those of loop_ranks.h say less. */
#undef OK
#undef REFUSED
#define OK(call) mpi_check(TEST_PLACE, #call, (call))
#define REFUSED(call, wanted, words) is_refused(TEST_PLACE, #call, (call), (wanted), (words))

int mpi_check(const char *file, int line, const char *call, coop_status status);

/* MPI_Init_thread with MPI's number of a level. */
void mpi_initialise(int level);

/* Makes the file `what.<number>`: for the scripts that start the ranks. */
void mpi_say(const char *what, int number);

/* Says that this rank has seen what it should have, and ends the process; nobody finalises MPI, which would
 * wait for the dead. */
void mpi_survive(int rank);

/* The same when ranks 0, 1 and 3 are all to have said so, with a failure: so mpirun ends a stopped rank 2. */
void mpi_end_all(int rank);

/* A context and a net of all ranks. Skips without a device.
 * peer_timeout_ns  0: the default. */
int mpi_open_rank(struct rank *rank, uint64_t peer_timeout_ns);

#endif
