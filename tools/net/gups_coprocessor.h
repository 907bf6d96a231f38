/* gups in the coprocessor style: kernels fill queues, which the host exchanges by MPI behind them. */
#ifndef TOOLS_NET_GUPS_COPROCESSOR_H
#define TOOLS_NET_GUPS_COPROCESSOR_H

#include "tools/net/command.h"

/* Starts a run, does this rank's updates of an array of all ranks, and waits for those of all. The ranks are
 * MPI's. table: the rank's part. */
int gups_coprocessor_update(struct rank *rank, const struct net_command *command, uint64_t elements,
                            coop_buffer *table, struct rank_result *result);

/* What the queues of 64 ranks take of a context. */
uint64_t gups_coprocessor_bytes(const struct net_command *command);

#endif
