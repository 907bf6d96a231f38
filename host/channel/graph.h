/* A flow graph in a buffer, for the calls that change or read one. */
#ifndef COOP_HOST_CHANNEL_GRAPH_H
#define COOP_HOST_CHANNEL_GRAPH_H

#include "coop/channel.h"
#include "coop/shared/channel.h"
#include "host/transport/transport.h"

/* Reads a head that kernels can write to: what the host computes with is checked first. */
coop_status coop_flow_read_head(coop_buffer *buffer, uint64_t offset, const char *doing,
                                struct coop_flowgraph *head);

/* Calls that read a graph and write what follows from it exclude each other. For a handle that is not live
 * nothing is locked, and this is NULL: what is done next refuses it. Blocks while another thread makes such a
 * call with a buffer of the same context. */
struct coop_context_object *coop_flow_lock(coop_buffer *buffer);

void coop_flow_unlock(struct coop_context_object *locked);

/* The names of a flow graph's channels, for messages about a run. They are read from the arena, also while
 * kernels run. */

/* A graph that a message is about. */
struct coop_flow_seen {
    struct coop_transport *transport;
    uint64_t at; /* for the transport */
    struct coop_flowgraph head;
    int is_there; /* 0: nothing at that place is a whole graph, and there are no names */
};

/* Blocks for a read. `at` is in the arena, as the device says it; 0: there is no graph. So many bytes of the
 * arena lie before the transport's: `arena_before` of the run's setup. */
struct coop_flow_seen coop_flow_see(struct coop_transport *transport, uint64_t arena_before, uint64_t at);

/* "channel document"; its tag where there is no name. Blocks for a read. */
struct coop_flow_name {
    char text[40];
};
struct coop_flow_name coop_flow_name_channel(const struct coop_flow_seen *graph, uint32_t tag);

/* What the edge declares; 0: there is none. Blocks for a read of each edge. */
uint32_t coop_flow_most_of(const struct coop_flow_seen *graph, uint32_t from, uint32_t to);

#endif
