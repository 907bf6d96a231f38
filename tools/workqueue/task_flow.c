#include "task_flow.h"

#include <string.h>

void task_graph_take(struct task_graph *graph, const struct coop_flow_options *options)
{
    memcpy(graph->channels, options->channels, options->channel_count * sizeof *graph->channels);
    memcpy(graph->edges, options->edges, options->edge_count * sizeof *graph->edges);
    graph->channel_count = options->channel_count;
    graph->edge_count = options->edge_count;
    graph->closure_bytes = options->closure_bytes;
}

/* ---- room for tasks that wait ---- */

#define BLOCK_ITEMS 256                     /* unless a channel has some */
#define RULE_BYTES_MAX (UINT64_C(64) << 20) /* of a channel's blocks by the rule, or of the closures */

static uint64_t block_items(const struct coop_channel_options *channel)
{
    return channel->block_items > 0 ? channel->block_items : BLOCK_ITEMS;
}

static uint64_t batch_items(const struct coop_channel_options *channel)
{
    uint64_t most = block_items(channel);
    uint64_t items = channel->batch_items > 0 ? channel->batch_items : channel->by_group ? 1 : most;

    return items < most ? items : most;
}

/* Blocks of the channel that a batch may emit into. */
static uint32_t most_blocks(const struct task_graph *graph, uint32_t channel)
{
    uint64_t items = block_items(&graph->channels[channel]);
    uint64_t most = 0;

    for (uint32_t i = 0; i < graph->edge_count; i++) {
        const struct coop_edge *edge = &graph->edges[i];
        const struct coop_channel_options *from = &graph->channels[edge->from - 1];
        uint64_t emitted = batch_items(from) * edge->most;

        if (edge->to == channel + 1 && (emitted + items - 1) / items > most) {
            most = (emitted + items - 1) / items;
        }
    }
    return (uint32_t)most;
}

/* As many closures as always suffice the largest channel alone (J6; closures_rule is that of all together,
 * which no tree of ours comes near), unless they are large; 0 then: the library's default. */
static uint32_t room_of_closures(const struct task_graph *graph, const struct coop_flow_options *options)
{
    uint64_t closures = 0;

    for (uint32_t i = 0; i < graph->channel_count; i++) {
        const struct coop_channel_options *channel = &graph->channels[i];
        uint64_t waiting = coop_closures_bound(options->groups, (uint32_t)block_items(channel),
                                               channel->levels, COOP_CLOSURE_STOCK);

        closures = channel->opens && waiting > closures ? waiting : closures;
    }
    return closures * options->closure_bytes <= RULE_BYTES_MAX ? (uint32_t)closures : 0;
}

/* As many blocks as always suffice (K9), with one for the first task, and with those of all closures where
 * they are its items; unless they are large: then the library's default, which seldom is too few where blocks
 * have many items. */
static void give_room(struct task_graph *graph, struct coop_flow_options *options)
{
    options->closures = room_of_closures(graph, options);
    for (uint32_t i = 0; i < graph->channel_count; i++) {
        struct coop_channel_options *channel = &graph->channels[i];
        uint64_t items = block_items(channel);
        uint64_t resumed = channel->resumes ? (uint64_t)options->closures + options->roots : 0;
        uint64_t blocks = coop_flow_bound_of_levels(options->groups, channel->levels, most_blocks(graph, i)) +
                          1 + (resumed + items - 1) / items;
        int is_known = !channel->resumes || options->closures > 0;

        if (channel->levels > 1 && is_known && blocks * items * channel->item_bytes <= RULE_BYTES_MAX) {
            channel->blocks = (uint32_t)blocks;
        }
    }
}

/* The blocks of the first items. A first task is the only one of its channel. */
static void add_first_items(const struct task_device *device, struct task_graph *graph)
{
    const struct task_kernel *kernel = device->kernel;

    if (kernel->flow->spawn == NULL) {
        graph->channels[kernel->tag - 1].first_items = device->first.count;
        return;
    }
    for (uint32_t i = 0; i < graph->channel_count; i++) {
        graph->channels[i].first_items = (uint64_t)(graph->channels[i].opens != 0);
    }
}

/* The graph as the workload makes it and the setup wants it. `options` points into `graph`. */
static void make_graph(const struct task_device *device, struct task_graph *graph,
                       struct coop_flow_options *options)
{
    const struct task_kernel *kernel = device->kernel;
    const struct task_setup *setup = &device->setup;

    memset(graph, 0, sizeof *graph);
    kernel->flow->make(device, graph);
    add_first_items(device, graph);
    for (uint32_t i = 0; i < graph->channel_count && setup->block_items > 0; i++) {
        graph->channels[i].block_items = setup->block_items;
    }
    *options = (struct coop_flow_options){.groups = setup->groups,
                                          .channels = graph->channels,
                                          .channel_count = graph->channel_count,
                                          .edges = graph->edges,
                                          .edge_count = graph->edge_count,
                                          .policy = graph->policy,
                                          .code = graph->code,
                                          .closure_bytes = graph->closure_bytes,
                                          .roots = kernel->flow->spawn != NULL};
    if (kernel->flow->spawn != NULL) {
        give_room(graph, options);
    }
    if (setup->flow_policy != NULL) {
        task_flow_policy(setup->flow_policy, &options->policy);
    }
}

uint64_t task_flow_bytes(const struct task_device *device)
{
    struct task_graph graph;
    struct coop_flow_options options;

    make_graph(device, &graph, &options);
    return coop_flow_bytes(&options);
}

int task_flow_reset(struct task_device *device, struct tool_error *error)
{
    const struct task_kernel *kernel = device->kernel;
    struct task_graph graph;
    struct coop_flow_options options;

    make_graph(device, &graph, &options);
    if (session_check(device->session, coop_flow_init(device->queue, 0, &options), error) != 0) {
        return -1;
    }
    if (kernel->flow->spawn != NULL) {
        return session_check(device->session, kernel->flow->spawn(device), error);
    }
    return device->first.count == 0
               ? 0
               : session_check(device->session,
                               coop_flow_push(device->queue, 0, kernel->tag, frontier_items(&device->first),
                                              kernel->parameter_bytes, device->first.count),
                               error);
}

static void add_counts(struct coop_flow_counts *sum, const struct coop_flow_counts *counts)
{
    sum->pushed += counts->pushed;
    sum->emitted += counts->emitted;
    sum->kept += counts->kept;
    sum->run += counts->run;
    sum->batches += counts->batches;
    sum->small += counts->small;
    sum->shared += counts->shared;
    sum->taken += counts->taken;
    sum->refusals += counts->refusals;
    sum->chained += counts->chained;
    sum->deepest = counts->deepest > sum->deepest ? counts->deepest : sum->deepest;
    sum->blocks = counts->blocks;
    sum->blocks_free = counts->blocks_free;
    sum->blocks_most = counts->blocks_most > sum->blocks_most ? counts->blocks_most : sum->blocks_most;
    sum->blocks_rule = counts->blocks_rule;
}

static int add_lanes(struct task_device *device, struct task_flow_counts *sum, struct tool_error *error)
{
    struct tally tally;

    if (device->kernel->tallies >= TASK_BUFFERS_MAX) {
        return 0;
    }
    if (task_read_tallies(device, device->kernel->tallies, 0, &tally, error) != 0) {
        return -1;
    }
    sum->lanes += tally.lanes;
    return 0;
}

int task_flow_report(struct task_device *device, struct task_flow_counts *sum, struct tool_error *error)
{
    struct task_graph graph;
    struct coop_flow_options options;
    struct coop_flow_counts counts;
    uint64_t outstanding = 0;

    make_graph(device, &graph, &options);
    sum->channel_count = graph.channel_count;
    for (uint32_t i = 0; i < graph.channel_count; i++) {
        if (session_check(device->session, coop_flow_report(device->queue, 0, i + 1, &counts, &outstanding),
                          error) != 0) {
            return -1;
        }
        sum->names[i] = graph.channels[i].name;
        add_counts(&sum->channels[i], &counts);
        sum->opened += counts.opened;
        sum->closures = counts.closures;
        sum->closures_most =
            counts.closures_most > sum->closures_most ? counts.closures_most : sum->closures_most;
        sum->closures_rule = counts.closures_rule;
    }
    if (outstanding != 0) {
        return tool_fail(error, "%llu items were not run", (unsigned long long)outstanding);
    }
    return add_lanes(device, sum, error);
}

int task_flow_run_of(struct task_device *device, const char *name, uint64_t *run, struct tool_error *error)
{
    struct task_graph graph;
    struct coop_flow_options options;
    struct coop_flow_counts counts = {0};
    uint32_t i = 0;

    make_graph(device, &graph, &options);
    while (i < graph.channel_count && strcmp(graph.channels[i].name, name) != 0) {
        i++;
    }
    if (session_check(device->session, coop_flow_report(device->queue, 0, i + 1, &counts, NULL), error) !=
        0) {
        return -1;
    }
    *run = counts.run;
    return 0;
}

uint64_t task_flow_items(const struct task_flow_counts *counts)
{
    uint64_t sum = 0;

    for (uint32_t i = 0; i < counts->channel_count; i++) {
        sum += counts->channels[i].run;
    }
    return sum;
}

uint64_t task_flow_batches(const struct task_flow_counts *counts)
{
    uint64_t sum = 0;

    for (uint32_t i = 0; i < counts->channel_count; i++) {
        sum += counts->channels[i].batches;
    }
    return sum;
}

double task_flow_fill(const struct task_flow_counts *counts)
{
    return counts->lanes > 0 ? (double)task_flow_items(counts) / (double)counts->lanes : -1;
}

int task_flow_policy(const char *name, enum coop_flow_policy *policy)
{
    static const char *const names[] = {"sinks", "fullest", "oldest"};

    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(name, names[i]) == 0) {
            *policy = (enum coop_flow_policy)i;
            return 0;
        }
    }
    return -1;
}
