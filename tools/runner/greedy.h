/* What applications share whose kernels take the vertices of a graph greedily in an order, many at once: a
 * vertex waits for its neighbours that come earlier. They go in rounds of two phases, over a list of items
 * (tools/graph/graph_order.h) that wait. The form's `own` begins with a struct greedy. */
#ifndef TOOLS_RUNNER_GREEDY_H
#define TOOLS_RUNNER_GREEDY_H

#include "graph_form.h"
#include "tools/graph/graph_order.h"

struct greedy {
    uint64_t hub_arcs;
    uint64_t together; /* the kernel's argument (tools/kernel/list.clh) */
    const char *order_name;
    enum graph_order_kind order_kind;
    struct graph_order order;
    struct graph_hubs hubs;
    uint32_t *items;
    uint32_t *bookmarks; /* the first arc of each vertex, then that of each piece */
    void *hub_table;     /* the kernel's, which the application fills */
    uint64_t hub_table_bytes;
    uint32_t reference_rounds; /* with --verify */

    /* Numbers of the plan. */
    unsigned rows, arcs, ranks, pieces, hub_items, marks, words, state;
    unsigned lists[2];
    unsigned phases[2];
};

/* The lines of a usage text about its options. */
#define GREEDY_USAGE(hub_arcs)                                                                             \
    "  --order KIND          which vertices come first: random (default), largest or smallest (most or\n"  \
    "                        fewest arcs, among equals at random), or vertex (by number)\n"                \
    "  --append-together N   1: work-items of a work-group append to the next list together; 0: each by\n" \
    "                        itself (default: 1 unless the device is a CPU)\n"                             \
    "  --hub-arcs N          all work-items share the arcs of vertices of more (default " hub_arcs ")\n"

void greedy_rows(struct greedy *greedy, struct option *table, uint64_t hub_arcs, uint64_t hub_arcs_max);

/* As struct graph_form's. The graph becomes an undirected one.
 * hub_bytes  of an item of the kernel's table of hubs. */
int greedy_check(struct graph_command *command, struct tool_error *error);
int greedy_prepare(struct graph_command *command, size_t hub_bytes, struct tool_error *error);
void greedy_free_own(struct graph_command *command);

/* The sequential algorithm: *rounds is how many the parallel one takes. -1: memory is exhausted. */
typedef int greedy_in_order(const struct graph *graph, const struct graph_order *order, uint32_t *words,
                            uint32_t *rounds);
int greedy_solve(struct graph_command *command, greedy_in_order *in_order, struct tool_error *error);

/* Whether words and rounds of the last run are the sequential algorithm's. */
int greedy_is_reference(const struct graph_command *command);

/* Declares the buffers, and passes the blocking kernel's arguments: rows, arcs, ranks, pieces, hubs,
 * vertex_count, bookmarks, words, first, second, slice, state, together. More may follow. The result is the
 * words, each `word` before a run, and behind them the number of rounds. The table of hubs is copied before
 * each run. */
void greedy_plan(struct graph_command *command, struct kernel_plan *plan, uint32_t word);

/* Begins a phase: rows to words as above, the list, in the second phase the next one, state, round. More may
 * follow. */
void greedy_plan_phase(struct graph_command *command, struct kernel_plan *plan, unsigned phase,
                       const char *kernel);

kernel_phases_program greedy_multikernel;

/* Of the last run. */
uint32_t greedy_rounds(const struct graph_command *command);

#endif
