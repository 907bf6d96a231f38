/* pagerank in the coprocessor style: kernels fill queues, which the host exchanges by MPI behind them. */
#ifndef TOOLS_NET_PAGERANK_COPROCESSOR_H
#define TOOLS_NET_PAGERANK_COPROCESSOR_H

#include "tools/net/command.h"
#include "tools/net/pagerank_own.h"

/* Bytes of a context for its queues. */
uint64_t pagerank_coprocessor_bytes(const struct net_command *command);

/* Behind the start of the run: walk->queues. */
int pagerank_coprocessor_begin(struct rank *rank, const struct net_command *command,
                               struct pagerank_own *walk);

/* An iteration of this rank, until all that was given has come to all.
 * begin  the part of a rank that comes from beginning again. */
int pagerank_coprocessor_iterate(struct rank *rank, const struct net_command *command,
                                 struct pagerank_own *walk, uint32_t iteration, uint64_t begin);

#endif
