/* Graphs (graph.h) as pictures, and what their copies cost: which nodes there are and what they wait for, and
 * when their commands ran. Library coop::graph; user's manual: docs/tensors.md.
 *
 * A file that cannot be written to its end leaves what was there. Threads, handles and errors: coop.h. */
#ifndef COOP_GRAPH_WRITE_H
#define COOP_GRAPH_WRITE_H

#include "coop/graph.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Writes the graph in the language of Graphviz, for `dot -Tsvg`: a box for each node and block, with its
 * name, what it is (kernel, cooperative kernel, border, copy, filling, reduction, function of the host) and
 * its block; those of a device, and of a domain, in a frame; and an arrow from each that is waited for to who
 * waits. It is one step. A graph that is not finished is written as far as it was made, also one that the
 * check refuses.
 *
 * COOP_OK
 * COOP_INVALID_ARGUMENT  path is NULL.
 * COOP_IO_FAILED         the message has the path and the reason; so has errno.
 * COOP_INVALID_HANDLE, COOP_OUT_OF_MEMORY */
COOP_API coop_status coop_graph_write_dot(coop_graph *graph, const char *path);

/* What coop_graph_options.timeline_commands has kept: the last commands whose end coop_graph_wait has seen.
 * Times of a device are in ns of its clock; the sums are over all devices. A moment counts once, however many
 * commands ran in it on a device. */
struct coop_graph_times {
    uint64_t commands; /* that are kept and have times */
    uint64_t dropped;  /* older ones, for which there was no room */
    uint64_t untimed;  /* for which the driver had no times; they are not drawn */
    uint64_t span_ns;  /* from the first begin to the last end, over all devices */
    /* With a kernel under way: of a node, a filling, a copy of a tensor or a reduction */
    uint64_t kernel_ns;
    /* With a copy under way: packing, copying and unpacking of borders, and values between devices */
    uint64_t copy_ns;
    uint64_t hidden_ns; /* of copy_ns: with a kernel of the same device beside it */
    double overlap;     /* hidden_ns of copy_ns, from 0 to 1; 0 where there are no copies */
    /* By how much places of commands of two devices may be wrong in time; those of one device are right. The
     * clock of each is compared with the host's at a start (on queues by markers, in runs by when the host
     * gives and sees launches). */
    uint64_t clock_error_ns;
};

/* Counts what was kept. Not while the graph runs.
 * times  out.
 *
 * COOP_OK
 * COOP_INVALID_ARGUMENT  times is NULL; the graph keeps no timeline, or runs.
 * COOP_INVALID_HANDLE, COOP_OUT_OF_MEMORY */
COOP_API coop_status coop_graph_read_times(coop_graph *graph, struct coop_graph_times *times);

/* Writes what was kept as an SVG picture: time to the right, two rows for each device, its kernels and its
 * copies, and one for the functions of the host's; a colour for each kernel, with a legend; and the overlap.
 * Not while the graph runs.
 *
 * COOP_OK
 * COOP_INVALID_ARGUMENT  path is NULL; the graph keeps no timeline, or runs.
 * COOP_IO_FAILED         the message has the path and the reason; so has errno.
 * COOP_INVALID_HANDLE, COOP_OUT_OF_MEMORY */
COOP_API coop_status coop_graph_write_timeline(coop_graph *graph, const char *path);

/* The same as Chrome/Perfetto JSON: a process for each device, with a track for its kernels and one for its
 * copies, and a slice for each command. Statuses as above. */
COOP_API coop_status coop_graph_write_timeline_json(coop_graph *graph, const char *path);

#ifdef __cplusplus
}
#endif
#endif
