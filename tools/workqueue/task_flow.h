/* Workloads whose kernels run items of a flow graph instead of tasks: the graph is in the place of the work
 * queue, and the first items in that of the first tasks. */
#ifndef TOOLS_TASKS_TASK_FLOW_H
#define TOOLS_TASKS_TASK_FLOW_H

#include "task_kernels.h"

#include <coop/channel.h>

#define TASK_CHANNELS_MAX 32
#define TASK_EDGES_MAX 64

/* Channels and edges of a workload, filled in by its part; all begins as zeros. */
struct task_graph {
    struct coop_channel_options channels[TASK_CHANNELS_MAX]; /* each has a name */
    struct coop_edge edges[TASK_EDGES_MAX];
    uint32_t channel_count;
    uint32_t edge_count;
    enum coop_flow_policy policy;      /* unless the setup has one */
    const struct coop_flow_code *code; /* of the kernel; NULL: the graph is not compared with it */
    uint32_t closure_bytes;            /* of tasks that wait for others; 0: there are none */
};

/* A workload's part, in struct task_kernel. The first items are the frontier's, of parameter_bytes each, and
 * go to the channel `tag`. */
struct task_flow {
    void (*make)(const struct task_device *device, struct task_graph *graph);
    /* Of tasks that wait for others (docs/tasks.md): makes the first one, instead of items of the frontier,
     * and device->root, where its result will be: <task>_spawn of the module's header. NULL: items. */
    coop_status (*spawn)(struct task_device *device);
};

/* Takes what <kernel>_flow of a module's header has filled in. */
void task_graph_take(struct task_graph *graph, const struct coop_flow_options *options);

/* What happened in the channels, of one launch or of several. */
struct task_flow_counts {
    uint32_t channel_count;
    struct coop_flow_counts channels[TASK_CHANNELS_MAX];
    const char *names[TASK_CHANNELS_MAX];
    uint64_t lanes;         /* that batches offered their items; 0: they were not counted (tally_lanes) */
    uint64_t opened;        /* closures that tasks have taken, in all launches */
    uint64_t closures;      /* of the graph: its capacity */
    uint64_t closures_most; /* taken at once, in any launch */
    uint64_t closures_rule; /* what always suffices (J6) */
};

/* Bytes of the flow graph; 0 where its options are invalid: coop_last_error says why. */
uint64_t task_flow_bytes(const struct task_device *device);

/* Makes the graph anew, with the first items. */
int task_flow_reset(struct task_device *device, struct tool_error *error);

/* Adds what happened in the last launch; an error when items were not run. */
int task_flow_report(struct task_device *device, struct task_flow_counts *sum, struct tool_error *error);

/* Items that the last launch has run in the channel of that name. */
int task_flow_run_of(struct task_device *device, const char *name, uint64_t *run, struct tool_error *error);

/* The items run in all channels, and their batches. */
uint64_t task_flow_items(const struct task_flow_counts *counts);
uint64_t task_flow_batches(const struct task_flow_counts *counts);

/* The part of the lanes that had an item; -1 where they were not counted. */
double task_flow_fill(const struct task_flow_counts *counts);

/* A policy by its name: sinks, fullest or oldest. 0, or -1 when there is none. */
int task_flow_policy(const char *name, enum coop_flow_policy *policy);

#endif
