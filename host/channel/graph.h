/* A flow graph in a buffer, for the calls that change or read one. */
#ifndef COOP_HOST_CHANNEL_GRAPH_H
#define COOP_HOST_CHANNEL_GRAPH_H

#include "coop/channel.h"

/* Reads a head that kernels can write to: what the host computes with is checked first. */
coop_status coop_flow_read_head(coop_buffer *buffer, uint64_t offset, const char *doing,
                                struct coop_flowgraph *head);

/* Calls that read a graph and write what follows from it exclude each other. For a handle that is not live
 * nothing is locked, and this is NULL: what is done next refuses it. Blocks while another thread makes such a
 * call with a buffer of the same context. */
struct coop_context_object *coop_flow_lock(coop_buffer *buffer);

void coop_flow_unlock(struct coop_context_object *locked);

#endif
