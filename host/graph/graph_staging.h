/* From one domain to another. No event of OpenCL reaches from context to context, and no copy: the thread
 * that gives a graph's commands sees a read's end, and gives the write then. So a task whose bytes come from
 * another domain is given in stages, and what is behind it waits for all of them.
 *
 * A staging is the way of one piece of memory to one device: `from`, host memory that the sender's driver has
 * pinned, and `to`, which the receiver's has. One thread at a time, the graph's, touches all of it.
 *   L1  `from` is written by a read on the sender's queue, and copied to `to` when that has ended.
 *   L2  `to` is copied to when the write before has ended, and read by the next one.
 *   L3  the memory of a block is used on the queue of its device alone, which is in order: so what a task
 *       waits for on devices of other domains is what its stagings bring, and nothing else. */
#ifndef COOP_HOST_GRAPH_GRAPH_STAGING_H
#define COOP_HOST_GRAPH_GRAPH_STAGING_H

#include "host/graph/graph_command.h"

/* A staging between devices of two domains for so many bytes.
 * opened  out, on success. */
coop_status coop_graph_staging_open(struct coop_graph_object *graph, uint32_t from, uint32_t to,
                                    uint64_t bytes, struct coop_graph_staging **opened);

/* When nothing is under way. NULL is accepted. */
void coop_graph_staging_close(struct coop_graph_staging *staging);

/* When nothing is under way: what was sent is not waited for any more. NULL is accepted. */
void coop_graph_staging_forget(struct coop_graph_staging *staging);

/* Reads from the beginning of a piece of memory, behind all that the sender's queue has. */
coop_status coop_graph_send(struct coop_graph_object *graph, struct coop_graph_staging *staging, cl_mem from);

/* Whether coop_graph_receive can be called: 1, 0, or -1, recorded, when a command has failed. NULL: 1. */
int coop_graph_staging_is_here(const struct coop_graph_object *graph,
                               const struct coop_graph_staging *staging);

/* Writes what was sent, behind what `place` waits for, which then waits for nothing, and what the receiver's
 * queue has. */
coop_status coop_graph_receive(struct coop_graph_object *graph, struct coop_graph_staging *staging, cl_mem to,
                               uint64_t to_offset, struct coop_graph_place *place);

#endif
