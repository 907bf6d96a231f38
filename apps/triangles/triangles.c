/* The command: triangles, for each vertex the number that it belongs to. */
#include "tools/kernel/shares.h"
#include "tools/runner/graph_command.h"
#include "triangles_sequential.h"
#include "triangles_source.h"

#include <stdio.h>

/* Of triangles.cl: arcs of a piece, numbers of a block. */
#define PIECE 64
#define BLOCK 64

/* Of triangles_lists.clh and triangles_team.clh: steps of a stretch, arcs of a pool, and what says that there
 * is no team. */
#define STRETCH_STEPS 32
#define POOL_ARCS 256
#define NO_TEAM UINT32_MAX

/* A pair of lists with more steps is the team's. */
#define LONG_STEPS 128

/* Kept arcs of a share: so many for each work-item that it takes about that many steps, of a team that many;
 * but not more than some, since where lists are short, too, the last share is waited for. Without a team a
 * work-item takes one at least, and a team's arcs fit its pool. */
#define SHARE_STEPS 64
#define SHARE_STEPS_OF_TEAM 128
#define SHARE_ARCS_MOST 8
#define SHARE_ITEMS_LEAST 64 /* as if the work-group had so many */

/* Of triangles_phases.cl: the parameters of triangles_sum that change. */
enum { SUM_BASE = 9, SUM_COUNT = 10 };

/* The phases of triangles_phases.cl. */
struct triangles {
    unsigned count;
    unsigned sum;
    unsigned keep;
    unsigned compare;
};

static int prepare(struct graph_command *command, struct tool_error *error)
{
    struct graph_error reason;

    if (graph_make_undirected(&command->graph, &reason) != 0) {
        return tool_fail(error, "%s", reason.text);
    }
    return 0;
}

static int solve(struct graph_command *command, struct tool_error *error)
{
    return triangles_sequential(&command->graph, command->reference) == 0
               ? 0
               : tool_fail(error, "memory is exhausted; take a smaller graph");
}

static uint32_t blocks_of(uint32_t count, uint32_t size)
{
    return count / size + (count % size != 0);
}

/* The pieces' numbers, their blocks' sums, the sums of these, and so on. */
static uint64_t sums_count(uint32_t arc_count)
{
    uint32_t count = blocks_of(arc_count, PIECE);
    uint64_t all = count;

    do {
        count = blocks_of(count, BLOCK);
        all += count;
    } while (count > 1);
    return all;
}

/* What triangles.cl calls struct lists, in the order of its members, by the buffers' numbers. */
struct lists {
    unsigned rows, arcs, sums, kept, tails, heads, triangles;
};

static void pass_lists(const struct graph *graph, struct kernel_plan *plan, const struct lists *lists)
{
    kernel_plan_pass(plan, lists->rows);
    kernel_plan_pass(plan, lists->arcs);
    kernel_plan_pass_word(plan, graph->vertex_count);
    kernel_plan_pass_word(plan, graph->arc_count);
    kernel_plan_pass(plan, lists->sums);
    kernel_plan_pass(plan, lists->kept);
    kernel_plan_pass(plan, lists->tails);
    kernel_plan_pass(plan, lists->heads);
    kernel_plan_pass(plan, lists->triangles);
}

/* What the kept arcs' lists are like. */
struct lengths {
    uint32_t longest;  /* list */
    double mean_steps; /* of a pair of lists */
};

static uint32_t degree_of(const struct graph *graph, uint32_t vertex)
{
    return graph->rows[vertex + 1] - graph->rows[vertex];
}

/* How many arcs of the vertex are kept, as triangles.cl says. */
static uint32_t count_kept(const struct graph *graph, uint32_t tail)
{
    uint32_t tail_degree = degree_of(graph, tail);
    uint32_t count = 0;
    uint32_t arc;

    for (arc = graph->rows[tail]; arc < graph->rows[tail + 1]; arc++) {
        uint32_t head = (uint32_t)graph->arcs[arc];
        uint32_t head_degree = degree_of(graph, head);

        count += tail_degree < head_degree || (tail_degree == head_degree && tail < head);
    }
    return count;
}

/* A vertex's list is compared once for each edge of the vertex. */
static struct lengths measure_lists(const struct graph *graph)
{
    struct lengths lengths = {0, 1};
    double steps = 0;
    uint32_t i;

    for (i = 0; i < graph->vertex_count; i++) {
        uint32_t kept = count_kept(graph, i);

        lengths.longest = kept > lengths.longest ? kept : lengths.longest;
        steps += (double)kept * degree_of(graph, i);
    }
    if (steps > 0) {
        lengths.mean_steps = steps / (graph->arc_count / 2);
    }
    return lengths;
}

/* How the lists are compared. */
struct comparing {
    uint32_t share;   /* kept arcs */
    uint32_t longest; /* as triangles.cl has it */
};

/* One work-item makes no team. */
static struct comparing comparing_of(const struct graph *graph, uint64_t local_items)
{
    struct lengths lengths = measure_lists(graph);
    int is_team = (uint64_t)lengths.longest * 2 > LONG_STEPS && local_items > 1;
    double items = (double)(local_items > SHARE_ITEMS_LEAST ? local_items : SHARE_ITEMS_LEAST);
    double each = (is_team ? SHARE_STEPS_OF_TEAM : SHARE_STEPS) / lengths.mean_steps;
    struct comparing comparing = {1, is_team ? LONG_STEPS / STRETCH_STEPS : NO_TEAM};

    each = each > SHARE_ARCS_MOST ? SHARE_ARCS_MOST : each;
    each = !is_team && each < 1 ? 1 : each;
    if (items * each > 1) {
        comparing.share = (uint32_t)(items * each);
    }
    if (is_team && comparing.share > POOL_ARCS) {
        comparing.share = POOL_ARCS;
    }
    return comparing;
}

static int plan(struct graph_command *command, struct kernel_plan *plan, struct tool_error *error)
{
    const struct graph *graph = &command->graph;
    struct triangles *own = command->own;
    const struct comparing comparing = comparing_of(graph, command->app.local_items);
    uint64_t vertices = graph->vertex_count;
    const struct lists lists = {.rows = kernel_plan_upload(plan, graph->rows, (vertices + 1) * 4),
                                .arcs = kernel_plan_upload(plan, graph->arcs, (uint64_t)graph->arc_count * 4),
                                .sums = kernel_plan_buffer(plan, sums_count(graph->arc_count) * 4),
                                .kept = kernel_plan_buffer(plan, vertices * 8),
                                .tails = kernel_plan_buffer(plan, (uint64_t)graph->arc_count / 2 * 4),
                                .heads = kernel_plan_buffer(plan, (uint64_t)graph->arc_count / 2 * 4),
                                .triangles = kernel_plan_buffer(plan, vertices * 4)};
    unsigned shares = kernel_plan_buffer(plan, SHARES_BYTES);

    (void)error;
    kernel_plan_fill(plan, lists.kept, 0, vertices * 8, 0);
    kernel_plan_fill(plan, lists.triangles, 0, vertices * 4, 0);
    kernel_plan_fill(plan, shares, 0, SHARES_BYTES, 0);
    plan->result = lists.triangles;

    pass_lists(graph, plan, &lists);
    kernel_plan_pass(plan, shares);
    kernel_plan_pass_word(plan, comparing.share);
    kernel_plan_pass_word(plan, comparing.longest);
    kernel_plan_pass_word(plan, shares_at_once(command->app.groups, command->app.local_items));

    own->count = kernel_plan_phase(plan, "triangles_count");
    pass_lists(graph, plan, &lists);
    own->sum = kernel_plan_phase(plan, "triangles_sum");
    pass_lists(graph, plan, &lists);
    kernel_plan_pass_word(plan, 0);
    kernel_plan_pass_word(plan, 0);
    own->keep = kernel_plan_phase(plan, "triangles_keep");
    pass_lists(graph, plan, &lists);
    own->compare = kernel_plan_phase(plan, "triangles_compare");
    pass_lists(graph, plan, &lists);
    kernel_plan_pass_word(plan, comparing.longest);
    return 0;
}

/* All launches are known beforehand, so the host looks at nothing. */
static int multikernel(void *self, struct kernel_phases *phases, struct tool_error *error)
{
    const struct graph_command *command = self;
    const struct triangles *own = command->own;
    uint32_t arc_count = command->graph.arc_count;
    uint32_t pieces = blocks_of(arc_count, PIECE);
    uint32_t base = 0;
    uint32_t count = pieces;

    (void)error;
    kernel_phases_launch(phases, own->count, pieces);
    while (count > 0) {
        kernel_phases_set_word(phases, own->sum, SUM_BASE, base);
        kernel_phases_set_word(phases, own->sum, SUM_COUNT, count);
        kernel_phases_launch(phases, own->sum, blocks_of(count, BLOCK));
        base += count;
        count = count > BLOCK ? blocks_of(count, BLOCK) : 0;
    }
    kernel_phases_launch(phases, own->keep, pieces);
    kernel_phases_launch(phases, own->compare, arc_count / 2);
    return 0;
}

/* Each triangle has three vertices. */
static uint64_t count(const struct graph_command *command, uint32_t *most)
{
    uint64_t sum = 0;
    uint32_t i;

    *most = 0;
    for (i = 0; i < command->graph.vertex_count; i++) {
        sum += command->words[i];
        *most = command->words[i] > *most ? command->words[i] : *most;
    }
    return sum / 3;
}

static void report(struct graph_command *command)
{
    uint32_t most;
    uint64_t all = count(command, &most);

    printf("Found     triangles %s, at one vertex at most %s\n", app_group_digits(all).text,
           app_group_digits(most).text);
}

static void write_json(struct graph_command *command, struct json *json)
{
    uint32_t most;

    json_count(json, "triangles", count(command, &most));
    json_count(json, "most_at_a_vertex", most);
}

static const struct graph_form form = {
    .about =
        "Counts the triangles of a graph, for each vertex those that it belongs to, by comparing the lists\n"
        "of neighbours of each edge's ends on an OpenCL device, as a cooperative kernel that shrinks and\n"
        "grows around other work. Arcs are taken as edges.\n",
    .options = "",
    .words = "number of triangles of each vertex",
    .noun = {"run", "runs"},
    .kernel = &triangles_source,
    .own_bytes = sizeof(struct triangles),
    .prepare = prepare,
    .plan = plan,
    .multikernel = multikernel,
    .solve = solve,
    .report = report,
    .json = write_json};

const struct application application_triangles = {.name = "triangles",
                                                  .summary = "triangles that each vertex belongs to",
                                                  .command = graph_command,
                                                  .form = &form,
                                                  .source = "Schank and Wagner 2005; Latapy 2008",
                                                  .primitives =
                                                      "resizing_global_barrier, offer_kill, request_fork",
                                                  .input = "a graph"};
