/* The command: PageRank, for each vertex how often a random walk is there. */
#include "pagerank_numbers.h"
#include "pagerank_source.h"

#include "tools/graph/graph_order.h"
#include "tools/runner/graph_command.h"
#include "tools/runner/graph_form.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The default bound. */
#define HUB_ARCS 64

/* As the kernel has them. */
struct hub {
    uint32_t vertex;
    uint32_t piece_count;
    uint32_t unfinished;
    uint32_t pad;
    uint64_t sum;
};
#define SUMS_BYTES 1024
#define DANGLING_BYTES (2 * SUMS_BYTES + sizeof(uint64_t)) /* where sums[2].places[0].dangling is */

struct pagerank {
    const char *damping;
    const char *threshold;
    uint64_t iterations_max;
    uint64_t hub_arcs;
    struct pagerank_rule rule;
    struct graph transpose; /* of a directed graph; an undirected one is its own */
    struct graph_hubs hubs; /* those that many arcs lead to */
    struct hub *table;
    struct pagerank_numbers numbers;
    struct pagerank_walk walk; /* with --verify: as long as a run's */
    double change_error;

    /* Numbers of the plan. */
    unsigned given[2];
    unsigned last;
    unsigned iterate;
    unsigned write;
};

/* Places of pagerank_iterate's arguments. */
enum { GIVEN = 9, NEXT = 10, ITERATION = 14 };

static void rows(void *own, struct option *table)
{
    struct pagerank *pagerank = own;

    pagerank->damping = "0.85";
    pagerank->threshold = "1e-6";
    pagerank->iterations_max = 100;
    pagerank->hub_arcs = HUB_ARCS;
    option_add(table, (struct option){"--damping", OPTION_TEXT, &pagerank->damping, 0, 0});
    option_add(table, (struct option){"--threshold", OPTION_TEXT, &pagerank->threshold, 0, 0});
    option_add(table,
               (struct option){"--iterations", OPTION_NUMBER, &pagerank->iterations_max, 1, UINT32_MAX});
    option_add(table, (struct option){"--hub-arcs", OPTION_NUMBER, &pagerank->hub_arcs, 1, UINT32_MAX});
}

/* From 0 to below 1. */
static int parse_part(const char *text, double *part)
{
    char *end;

    *part = strtod(text, &end);
    return end != text && *end == '\0' && *part >= 0 && *part < 1 ? 0 : -1;
}

static int check(struct graph_command *command, struct tool_error *error)
{
    struct pagerank *own = command->own;

    own->rule.iterations_max = (uint32_t)own->iterations_max;
    if (parse_part(own->damping, &own->rule.damping) != 0) {
        return tool_fail(error, "--damping wants a number from 0 to below 1, not \"%s\"", own->damping);
    }
    if (parse_part(own->threshold, &own->rule.threshold) != 0) {
        return tool_fail(error, "--threshold wants a number from 0 to below 1, not \"%s\"", own->threshold);
    }
    return 0;
}

/* The graph with the tails of the arcs that lead to a vertex in its row. */
static const struct graph *pulled(const struct graph_command *command)
{
    const struct pagerank *own = command->own;

    return command->choice.is_directed ? &own->transpose : &command->graph;
}

static int fill_hubs(struct pagerank *own, struct tool_error *error)
{
    uint32_t i;

    own->table = calloc((size_t)own->hubs.hub_count + 1, sizeof *own->table);
    if (own->table == NULL) {
        return tool_fail(error, "memory is exhausted; take a smaller graph");
    }
    for (i = 0; i < own->hubs.hub_count; i++) {
        own->table[i].vertex = own->hubs.hubs[i].vertex;
        own->table[i].piece_count = own->hubs.hubs[i].piece_count;
        own->table[i].unfinished = own->hubs.hubs[i].piece_count;
    }
    return 0;
}

static int prepare(struct graph_command *command, struct tool_error *error)
{
    struct pagerank *own = command->own;
    struct graph_error graph_error;

    if ((command->choice.is_directed &&
         graph_transpose(&command->graph, &own->transpose, &graph_error) != 0) ||
        graph_hubs_make(pulled(command), (uint32_t)own->hub_arcs, &own->hubs, &graph_error) != 0) {
        return tool_fail(error, "%s", graph_error.text);
    }
    if (pagerank_numbers_make(&command->graph, &own->rule, &own->numbers) != 0) {
        return tool_fail(error, "memory is exhausted; take a smaller graph");
    }
    own->numbers.rule.slice = graph_hubs_slice(pulled(command), &own->hubs);
    return fill_hubs(own, error);
}

/* Before each run the ranks are equal ones. */
static void fill(const struct pagerank *own, struct kernel_plan *plan, uint32_t vertex_count, unsigned ranks,
                 unsigned hubs, unsigned walk)
{
    const uint64_t bytes = (uint64_t)vertex_count * sizeof(uint64_t);

    kernel_plan_copy(plan, ranks, own->numbers.ranks, bytes);
    kernel_plan_copy(plan, own->given[0], own->numbers.given, bytes);
    kernel_plan_copy(plan, hubs, own->table, own->hubs.hub_count * sizeof *own->table);
    kernel_plan_fill(plan, walk, 0, 3 * SUMS_BYTES, 0);
    kernel_plan_set(plan, walk, DANGLING_BYTES / sizeof(uint32_t), (uint32_t)own->numbers.dangling);
    kernel_plan_set(plan, walk, DANGLING_BYTES / sizeof(uint32_t) + 1,
                    (uint32_t)(own->numbers.dangling >> 32));
    kernel_plan_set(plan, own->last, 0, 0);
    /* No rank is that, so one that the kernel leaves unwritten is detected. */
    kernel_plan_fill(plan, plan->result, 0, bytes / 2, UINT32_MAX);
}

static int plan(struct graph_command *command, struct kernel_plan *plan, struct tool_error *error)
{
    struct pagerank *own = command->own;
    const struct graph *graph = pulled(command);
    const struct graph_hubs *hubs = &own->hubs;
    const uint32_t vertex_count = graph->vertex_count;
    const uint64_t bytes = (uint64_t)vertex_count * sizeof(uint64_t);
    const unsigned of_graph[] = {
        kernel_plan_upload(plan, graph->rows, ((uint64_t)vertex_count + 1) * sizeof *graph->rows),
        kernel_plan_upload(plan, graph->arcs, (uint64_t)graph->arc_count * sizeof *graph->arcs),
        kernel_plan_upload(plan, hubs->pieces, (uint64_t)hubs->piece_count * sizeof *hubs->pieces),
        kernel_plan_buffer(plan, hubs->hub_count * sizeof *own->table)};
    const unsigned shares = kernel_plan_upload(plan, own->numbers.shares, bytes);
    const unsigned ranks = kernel_plan_buffer(plan, bytes);
    const unsigned rule = kernel_plan_upload(plan, &own->numbers.rule, sizeof own->numbers.rule);
    const unsigned walk = kernel_plan_buffer(plan, 3 * SUMS_BYTES);
    unsigned kernel, i;

    (void)error;
    own->given[0] = kernel_plan_buffer(plan, bytes);
    own->given[1] = kernel_plan_buffer(plan, bytes);
    own->last = kernel_plan_buffer(plan, sizeof(uint32_t));
    plan->result = kernel_plan_buffer(plan, ((uint64_t)vertex_count + 1) * sizeof(float));
    fill(own, plan, vertex_count, ranks, of_graph[3], walk);

    /* The blocking kernel, and an iteration, have their arguments in the same order. */
    for (kernel = 0; kernel < 2; kernel++) {
        if (kernel == 1) {
            own->iterate = kernel_plan_phase(plan, "pagerank_iterate");
        }
        for (i = 0; i < 4; i++) {
            kernel_plan_pass(plan, of_graph[i]);
        }
        kernel_plan_pass_word(plan, vertex_count);
        kernel_plan_pass_word(plan, hubs->piece_count);
        kernel_plan_pass_word(plan, hubs->hub_arcs);
        kernel_plan_pass(plan, shares);
        kernel_plan_pass(plan, ranks);
        kernel_plan_pass(plan, own->given[0]);
        kernel_plan_pass(plan, own->given[1]);
        kernel_plan_pass(plan, rule);
        kernel_plan_pass(plan, walk);
        kernel_plan_pass(plan, kernel == 0 ? plan->result : own->last);
    }
    kernel_plan_pass_word(plan, 1);

    own->write = kernel_plan_phase(plan, "pagerank_write");
    kernel_plan_pass(plan, ranks);
    kernel_plan_pass(plan, plan->result);
    kernel_plan_pass_word(plan, vertex_count);
    kernel_plan_pass(plan, own->last);
    return 0;
}

static void launch_iteration(void *self, struct kernel_phases *phases, uint32_t iteration)
{
    const struct graph_command *command = self;
    const struct pagerank *own = command->own;

    kernel_phases_set_buffer(phases, own->iterate, GIVEN, own->given[(iteration + 1) % 2]);
    kernel_phases_set_buffer(phases, own->iterate, NEXT, own->given[iteration % 2]);
    kernel_phases_set_word(phases, own->iterate, ITERATION, iteration);
    kernel_phases_launch(phases, own->iterate, (uint64_t)command->graph.vertex_count + own->hubs.piece_count);
}

static int multikernel(void *self, struct kernel_phases *phases, struct tool_error *error)
{
    const struct graph_command *command = self;
    const struct pagerank *own = command->own;

    if (kernel_phases_repeat(phases, launch_iteration, self, own->last, 0, NULL, error) != 0) {
        return -1;
    }
    kernel_phases_launch(phases, own->write, command->graph.vertex_count);
    return 0;
}

static uint32_t iterations(const struct graph_command *command)
{
    return command->words[command->graph.vertex_count];
}

/* A walk as long as the run's; those of other runs are as long, if they are right. */
static int walk_along(struct graph_command *command, struct tool_error *error)
{
    struct pagerank *own = command->own;

    if (own->walk.ranks != NULL && own->walk.iterations == iterations(command)) {
        return 0;
    }
    pagerank_walk_clear(&own->walk);
    own->change_error = pagerank_change_error(&command->graph, &own->rule);
    return pagerank_walk_make(&command->graph, own->rule.damping, iterations(command), &own->walk) == 0
               ? 0
               : tool_fail(error, "memory is exhausted; take a smaller graph");
}

static int compare(struct graph_command *command, int *is_wrong, struct tool_error *error)
{
    const struct pagerank *own = command->own;

    *is_wrong = iterations(command) == 0 || iterations(command) > own->rule.iterations_max;
    if (*is_wrong) {
        return 0;
    }
    if (walk_along(command, error) != 0) {
        return -1;
    }
    *is_wrong =
        !pagerank_may_end(&own->rule, &own->walk, own->change_error) ||
        !pagerank_is_close((const float *)command->words, own->walk.ranks, command->graph.vertex_count);
    return 0;
}

static void free_own(struct graph_command *command)
{
    struct pagerank *own = command->own;

    graph_clear(&own->transpose);
    graph_hubs_clear(&own->hubs);
    pagerank_numbers_clear(&own->numbers);
    free(own->table);
    pagerank_walk_clear(&own->walk);
}

/* The first vertex of the greatest rank. */
static uint32_t find_largest(const struct graph_command *command, double *rank)
{
    const float *ranks = (const float *)command->words;
    uint32_t largest = 0;
    uint32_t i;

    for (i = 1; i < command->graph.vertex_count; i++) {
        largest = ranks[i] > ranks[largest] ? i : largest;
    }
    *rank = ranks[largest];
    return largest;
}

static void report(struct graph_command *command)
{
    double rank;
    uint32_t vertex = find_largest(command, &rank);

    printf("Found     iterations %u, largest rank %.6g of vertex %u\n", iterations(command), rank, vertex);
}

static void write_json(struct graph_command *command, struct json *json)
{
    const struct pagerank *own = command->own;
    double rank;
    uint32_t vertex = find_largest(command, &rank);

    json_number(json, "damping", own->rule.damping);
    json_number(json, "threshold", own->rule.threshold);
    json_count(json, "iterations", iterations(command));
    json_count(json, "largest_vertex", vertex);
    json_number(json, "largest_rank", rank);
}

static const struct graph_form form = {
    .about =
        "Finds every vertex's PageRank by power iteration on an OpenCL device, as a cooperative kernel that\n"
        "shrinks and grows around other work.\n",
    .options = "  --damping D           the walk goes on along an arc with probability D (default 0.85)\n"
               "  --threshold T         stop when all changes of an iteration sum up to less (default 1e-6)\n"
               "  --iterations N        stop after N iterations (default 100)\n"
               "  --hub-arcs N          arcs of vertices of more are shared by all work-items (default 64)\n",
    .words = "ranks",
    .number = GRAPH_FLOAT,
    .note_words = 1,
    .noun = {"run", "runs"},
    .kernel = &pagerank_source,
    .own_bytes = sizeof(struct pagerank),
    .rows = rows,
    .check = check,
    .prepare = prepare,
    .plan = plan,
    .multikernel = multikernel,
    .compare = compare,
    .report = report,
    .json = write_json,
    .free_own = free_own};

const struct application application_pagerank = {.name = "pagerank",
                                                 .summary = "PageRank of a graph",
                                                 .command = graph_command,
                                                 .form = &form,
                                                 .source = "Page et al. 1999; Pannotia",
                                                 .primitives = "resizing_global_barrier",
                                                 .input = "a graph"};
