/* sssp in the coprocessor style: kernels fill queues, which the host exchanges by MPI behind them. */
#ifndef TOOLS_NET_SSSP_COPROCESSOR_H
#define TOOLS_NET_SSSP_COPROCESSOR_H

#include "tools/net/command.h"
#include "tools/net/sssp_own.h"

/* Bytes of a context for its queues. */
uint64_t sssp_coprocessor_bytes(const struct net_command *command);

/* Behind the start of the run: own->queues. */
int sssp_coprocessor_begin(struct rank *rank, const struct net_command *command, struct sssp_own *own);

/* A round of this rank, whose list has `size` vertices, until all that was found has come to all. Collective.
 */
int sssp_coprocessor_round(struct rank *rank, const struct net_command *command, struct sssp_own *own,
                           uint32_t round, uint32_t size);

#endif
