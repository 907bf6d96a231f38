/* kmeans in the coprocessor style: kernels fill queues, which the host exchanges by MPI behind them. */
#ifndef TOOLS_NET_KMEANS_COPROCESSOR_H
#define TOOLS_NET_KMEANS_COPROCESSOR_H

#include "tools/net/command.h"
#include "tools/net/kmeans_own.h"

/* Bytes of a context for its queues. */
uint64_t kmeans_coprocessor_bytes(const struct net_command *command);

/* Behind the start of the run: own->queues. */
int kmeans_coprocessor_begin(struct rank *rank, struct kmeans_own *own);

/* Gives all own points to the nearest centres, until all sums have come to all ranks. own->progress
 * counts. */
int kmeans_coprocessor_assign(struct rank *rank, const struct net_command *command, struct kmeans_own *own);

/* Makes new centres of the own clusters' sums, until they have come to all ranks. */
int kmeans_coprocessor_move(struct rank *rank, const struct net_command *command, struct kmeans_own *own);

#endif
