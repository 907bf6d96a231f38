/* How a graph is executed: on queues of OpenCL, or in runs, one on each device. Who asks which
 * of both it is asks by `run_of`. What an operation has taken before it fails is its argument's: the graph's,
 * the item's, the tensor's or the reduction's. */
#ifndef COOP_HOST_GRAPH_GRAPH_EXECUTOR_H
#define COOP_HOST_GRAPH_GRAPH_EXECUTOR_H

#include "host/graph/graph_form.h"

struct coop_graph_executor {
    /* Takes what all nodes share: queues and programs, or modules and runs. */
    coop_status (*open)(struct coop_graph_object *graph, const struct coop_graph_options *options);
    /* Ends what is under way, and gives back what `open` and `take_memory` have taken. */
    void (*close)(struct coop_graph_object *graph);
    /* The run on a device; NULL: there are none, and the graph may be a node of another one. */
    coop_run *(*run_of)(const struct coop_graph_object *graph, uint32_t device);
    /* COOP_BUSY, COOP_STOPPED: a device would not run the graph now. */
    coop_status (*check)(struct coop_graph_object *graph);

    /* Finds the node's kernel for its item, and how many parameters that has. */
    coop_status (*open_kernel)(struct coop_graph_object *graph, const struct coop_graph_node *node,
                               struct coop_graph_item *item, uint32_t *parameter_count);
    /* Compares the kernel's parameter with the node's argument, or sets its value: then `given` is NULL. */
    coop_status (*take_argument)(struct coop_graph_object *graph, const struct coop_graph_node *node,
                                 struct coop_graph_item *item, uint32_t argument, uint32_t parameter,
                                 const struct coop_graph_tensor *given);
    /* Keeps the cell of a filling. */
    coop_status (*take_cell)(struct coop_graph_object *graph, const void *cell, size_t bytes,
                             struct coop_graph_item *item);
    /* Makes a tensor, whose components are listed, ready for copies and borders. */
    coop_status (*open_tensor)(struct coop_graph_object *graph, struct coop_graph_tensor *tensor);
    /* Takes the memory for a reduction's values, whose segments are listed. */
    coop_status (*open_reduction)(struct coop_graph_object *graph, struct coop_graph_reduction *reduction);

    /* Takes what the steps of a finished graph need; what is left on failure is for `drop_memory`. */
    coop_status (*take_memory)(struct coop_graph_object *graph);
    /* Gives that back, if anything, while nothing of the graph is under way. */
    void (*drop_memory)(struct coop_graph_object *graph);

    /* Compares a device's clock with the host's, or has the next launch do it; the graph is watched. */
    coop_status (*compare_clock)(struct coop_graph_object *graph, uint32_t device);
    /* Gives the first steps to the devices. */
    coop_status (*begin)(struct coop_graph_object *graph);
    /* As coop_graph_wait. */
    coop_status (*go_on)(struct coop_graph_object *graph, uint64_t timeout_ns);
};

extern const struct coop_graph_executor coop_graph_on_queues; /* graph_on_queues.c */
extern const struct coop_graph_executor coop_graph_in_runs;   /* graph_in_runs.c */

#endif
