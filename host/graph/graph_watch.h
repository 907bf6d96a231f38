/* Watching a graph run, for its timeline: the last commands are kept in a ring, with their events until their
 * times are asked for.
 *   T1  nothing is allocated but when the graph is made; the ring's size bounds the events that live.
 *   T2  times are asked for behind each mark, of what has ended by then, in the order in which it was given;
 *       what the ring has lost by then is counted.
 *   T3  times of a device are in its own clock until they are taken out, and are then the host's.
 * Without a ring all calls but coop_graph_watch_take do nothing. */
#ifndef COOP_HOST_GRAPH_GRAPH_WATCH_H
#define COOP_HOST_GRAPH_GRAPH_WATCH_H

#include "host/graph/graph_form.h"
#include "host/graph/timeline.h"

/* The ring; nothing for a capacity of 0. COOP_OUT_OF_MEMORY, recorded. */
coop_status coop_graph_watch_open(struct coop_graph_object *graph, uint32_t capacity);
void coop_graph_watch_close(struct coop_graph_watch *watch);

/* Before a step begins: has the executor compare the clocks of the devices with the host's.
 * COOP_TIMED_OUT, COOP_OPENCL_FAILED, recorded. */
coop_status coop_graph_watch_begin(struct coop_graph_object *graph);

/* Compares a device's clock on its queue, which is idle; or has that done by the next launch that ends. */
coop_status coop_graph_watch_compare(struct coop_graph_object *graph, uint32_t device);
coop_status coop_graph_watch_renew(struct coop_graph_object *graph, uint32_t device);

/* ---- on queues ---- */

/* A queue of a device's; where the graph is watched it measures times. NULL, with a code, on failure. */
cl_command_queue coop_graph_watch_queue(const struct coop_graph_object *graph, uint32_t device, cl_int *code);

/* Where a command is to put its event: where the caller wants it, else, where somebody watches, a place of
 * the ring's; NULL: nowhere. */
cl_event *coop_graph_watch_event(struct coop_graph_object *graph, cl_event *wanted);

/* Keeps the command of the task that is given now, after it was given with that place for its event.
 * is_copy  bytes go from a device or to one. */
void coop_graph_watch_keep(struct coop_graph_object *graph, uint32_t device, int is_copy,
                           const cl_event *event);

/* Asks for the times of what has ended. */
void coop_graph_watch_ended(struct coop_graph_object *graph);

/* ---- by the host's clock ---- */

/* What the host has done from begin_ns until now for a task: in runs all but kernels, on queues functions. */
void coop_graph_watch_host(struct coop_graph_object *graph, uint32_t task, uint32_t device,
                           uint64_t begin_ns);

/* A launch of a task, posted and seen to have ended at these times of the host's. */
void coop_graph_watch_launch(struct coop_graph_object *graph, uint32_t task, uint32_t device,
                             const struct coop_launch_stats *stats, uint64_t posted_ns, uint64_t seen_ns);

/* ---- afterwards ---- */

/* What is kept, in the host's time. timeline->spans is the caller's to free; the names are the graph's.
 * COOP_OUT_OF_MEMORY, recorded. */
coop_status coop_graph_watch_take(const struct coop_graph_object *graph, struct coop_timeline *timeline);

#endif
