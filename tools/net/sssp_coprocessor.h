/* sssp in the coprocessor style: kernels fill queues, which the host exchanges by MPI behind them. */
#ifndef TOOLS_NET_SSSP_COPROCESSOR_H
#define TOOLS_NET_SSSP_COPROCESSOR_H

#include "tools/net/command.h"
#include "tools/net/sssp_own.h"

/* Bytes of a context for its queues. */
uint64_t sssp_coprocessor_bytes(const struct net_command *command);

/* Behind the start of the run: own->queues. */
int sssp_coprocessor_begin(struct rank *rank, const struct net_command *command, struct sssp_own *own);

/* A round of this rank, the words of whose queue are known: takes what is in it, until all that was found has
 * come to all. Collective. */
int sssp_coprocessor_round(struct rank *rank, const struct net_command *command, struct sssp_own *own,
                           const uint64_t words[SSSP_WORDS]);

/* The far vertices of this rank go where they belong; `before` is the last phase's bound. */
int sssp_coprocessor_sort(struct rank *rank, const struct net_command *command, const struct sssp_own *own,
                          uint64_t count, uint64_t before);

#endif
