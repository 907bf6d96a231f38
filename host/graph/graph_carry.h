/* From one domain to another. No event of OpenCL reaches from context to context, and no copy: what another
 * domain waits for is told by a function that the driver calls at an event's end, and bytes go through the
 * host's memory, which is pinned on both sides.
 *
 * A lane is the way of one piece of memory to one device. Its words: two pieces of host memory, and
 * *parcels*, one for each time that the lane is under way.
 *   L1  `from` is written by a read on the sender's queue, and read by the function at that read's end;
 *       `to` is written by that function, and read by a write on the receiver's queue, which waits for it.
 *   L2  a lane is used again behind the end of the write before: the graph's tasks see to that within a
 *       step, and steps begin on all devices behind the end of the step before.
 *   L3  a parcel is taken by the thread that gives commands, and given back by the function, which touches
 *       nothing of the graph afterwards. */
#ifndef COOP_HOST_GRAPH_GRAPH_CARRY_H
#define COOP_HOST_GRAPH_GRAPH_CARRY_H

#include "host/graph/graph_command.h"

/* A lane between devices of two domains for so many bytes; NULL, and recorded, on failure. */
struct coop_graph_lane *coop_graph_lane_open(struct coop_graph_object *graph, uint32_t from, uint32_t to,
                                             uint64_t bytes);

/* When nothing is under way. NULL is accepted. */
void coop_graph_lane_close(struct coop_graph_lane *lane);

/* An event of a domain that ends as `event` of another one does; with a reference. Queues in front of it must
 * be flushed for that, which coop_graph_begin and coop_graph_go_on do when they have given all. */
coop_status coop_graph_echo(struct coop_graph_object *graph, cl_event event, uint32_t domain, cl_event *echo);

/* Carries the lane's bytes from the beginning of a piece of memory, behind all that the sender's queue has,
 * to a place on the receiver, behind what `place` waits for and what its queue has.
 * done  out, the end of the write, with a reference; may be NULL. */
coop_status coop_graph_carry(struct coop_graph_object *graph, struct coop_graph_lane *lane, cl_mem from,
                             cl_mem to, uint64_t to_offset, struct coop_graph_place *place, cl_event *done);

#endif
