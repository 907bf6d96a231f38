/* The command: connected components, for each vertex the least vertex of its component. */
#include "components_source.h"
#include "tools/runner/graph_command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct edge {
    uint32_t ends[2];
};

struct components {
    struct edge *edges;
    uint32_t edge_count;
    unsigned last_change; /* the buffer */
    unsigned begin;       /* the phases */
    unsigned hook;
    unsigned jump;
};

/* The result in numbers. */
struct census {
    uint32_t components;
    uint32_t largest; /* vertices */
    uint32_t alone;   /* components of one vertex */
};

/* Each arc to a greater vertex; of a directed graph also each arc to a smaller one, since only an
 * undirected graph has every edge in both directions. */
static int prepare(struct graph_command *command, struct tool_error *error)
{
    const struct graph *graph = &command->graph;
    struct components *own = command->own;
    uint32_t tail, arc;

    own->edges = malloc(((size_t)graph->arc_count + 1) * sizeof *own->edges);
    if (own->edges == NULL) {
        return tool_fail(error, "memory is exhausted; take a smaller graph");
    }
    for (tail = 0; tail < graph->vertex_count; tail++) {
        for (arc = graph->rows[tail]; arc < graph->rows[tail + 1]; arc++) {
            uint32_t head = (uint32_t)graph->arcs[arc];

            if (tail < head || (tail > head && command->choice.is_directed)) {
                own->edges[own->edge_count++] = (struct edge){{tail, head}};
            }
        }
    }
    return 0;
}

/* A vertex's root, by path halving. */
static uint32_t find(uint32_t *parents, uint32_t vertex)
{
    while (parents[vertex] != vertex) {
        parents[vertex] = parents[parents[vertex]];
        vertex = parents[vertex];
    }
    return vertex;
}

/* Links the root of the smaller tree to the root of the larger one. */
static void unite(uint32_t *parents, uint32_t *sizes, struct edge edge)
{
    uint32_t first = find(parents, edge.ends[0]);
    uint32_t second = find(parents, edge.ends[1]);

    if (first != second) {
        uint32_t large = sizes[first] < sizes[second] ? second : first;
        uint32_t small = large == first ? second : first;

        parents[small] = large;
        sizes[large] += sizes[small];
    }
}

/* Union by size, with path halving (Tarjan, van Leeuwen, J. ACM 31, 1984); then each component's first
 * vertex in order names it. */
static int solve(struct graph_command *command, struct tool_error *error)
{
    const struct components *own = command->own;
    uint32_t count = command->graph.vertex_count;
    uint32_t *parents = malloc((size_t)count * sizeof *parents);
    uint32_t *sizes = malloc((size_t)count * sizeof *sizes);
    uint32_t i;

    if (parents == NULL || sizes == NULL) {
        free(parents);
        free(sizes);
        return tool_fail(error, "memory is exhausted; take a smaller graph");
    }
    for (i = 0; i < count; i++) {
        parents[i] = i;
        sizes[i] = 1;
    }
    for (i = 0; i < own->edge_count; i++) {
        unite(parents, sizes, own->edges[i]);
    }
    /* From here on a root's size holds the component's name, once it is given. */
    memset(sizes, 0xff, (size_t)count * sizeof *sizes);
    for (i = 0; i < count; i++) {
        uint32_t root = find(parents, i);

        sizes[root] = sizes[root] == UINT32_MAX ? i : sizes[root];
        command->reference[i] = sizes[root];
    }
    free(parents);
    free(sizes);
    return 0;
}

/* The values that parents begin with are no vertices, so one that the kernel leaves unwritten is detected. */
static int plan(struct graph_command *command, struct kernel_plan *plan, struct tool_error *error)
{
    struct components *own = command->own;
    uint32_t vertex_count = command->graph.vertex_count;
    uint64_t parents_bytes = (uint64_t)vertex_count * sizeof(uint32_t);
    unsigned edges = kernel_plan_upload(plan, own->edges, (uint64_t)own->edge_count * sizeof *own->edges);
    unsigned parents = kernel_plan_buffer(plan, parents_bytes);
    unsigned last_change = kernel_plan_buffer(plan, sizeof(uint32_t));

    (void)error;
    kernel_plan_fill(plan, parents, 0, parents_bytes, UINT32_MAX);
    kernel_plan_set(plan, last_change, 0, 0);
    plan->result = parents;

    kernel_plan_pass(plan, edges);
    kernel_plan_pass_word(plan, own->edge_count);
    kernel_plan_pass(plan, parents);
    kernel_plan_pass_word(plan, vertex_count);
    kernel_plan_pass(plan, last_change);

    own->last_change = last_change;
    own->begin = kernel_plan_phase(plan, "components_begin");
    kernel_plan_pass(plan, parents);
    kernel_plan_pass_word(plan, vertex_count);

    own->hook = kernel_plan_phase(plan, "components_hook");
    kernel_plan_pass(plan, edges);
    kernel_plan_pass_word(plan, own->edge_count);
    kernel_plan_pass(plan, parents);
    kernel_plan_pass(plan, last_change);
    kernel_plan_pass_word(plan, 0);

    own->jump = kernel_plan_phase(plan, "components_jump");
    kernel_plan_pass(plan, parents);
    kernel_plan_pass_word(plan, vertex_count);
    kernel_plan_pass(plan, last_change);
    kernel_plan_pass_word(plan, 0);
    return 0;
}

static void launch_round(void *self, struct kernel_phases *phases, uint32_t round)
{
    const struct graph_command *command = self;
    const struct components *own = command->own;

    kernel_phases_set_word(phases, own->hook, 4, round);
    kernel_phases_launch(phases, own->hook, own->edge_count);
    kernel_phases_set_word(phases, own->jump, 3, round);
    kernel_phases_launch(phases, own->jump, command->graph.vertex_count);
}

static int multikernel(void *self, struct kernel_phases *phases, struct tool_error *error)
{
    const struct graph_command *command = self;
    const struct components *own = command->own;

    kernel_phases_launch(phases, own->begin, command->graph.vertex_count);
    return kernel_phases_repeat(phases, launch_round, self, own->last_change, 0, NULL, error);
}

static void free_own(struct graph_command *command)
{
    struct components *own = command->own;

    free(own->edges);
}

/* The size of a component is the number of vertices with its name. */
static struct census count(const struct graph_command *command)
{
    struct census census = {0, 0, 0};
    uint32_t vertex_count = command->graph.vertex_count;
    uint32_t *sizes = calloc(vertex_count, sizeof *sizes);
    uint32_t i;

    if (sizes == NULL && vertex_count > 0) {
        fprintf(stderr, "coop-app components: out of memory; the components are not counted\n");
    }
    for (i = 0; sizes != NULL && i < vertex_count; i++) {
        uint32_t name = command->words[i];

        sizes[name < vertex_count ? name : 0]++;
    }
    for (i = 0; sizes != NULL && i < vertex_count; i++) {
        census.components += sizes[i] > 0;
        census.alone += sizes[i] == 1;
        census.largest = sizes[i] > census.largest ? sizes[i] : census.largest;
    }
    free(sizes);
    return census;
}

static void report(struct graph_command *command)
{
    struct census census = count(command);

    printf("Found     components %s, largest %s, isolated %s\n", app_group_digits(census.components).text,
           app_group_digits(census.largest).text, app_group_digits(census.alone).text);
}

static void write_json(struct graph_command *command, struct json *json)
{
    struct census census = count(command);

    json_count(json, "components", census.components);
    json_count(json, "largest", census.largest);
    json_count(json, "isolated", census.alone);
}

static const struct graph_form form = {
    .about =
        "Finds the connected components of a graph by hooking and pointer jumping on an OpenCL device, as a\n"
        "cooperative kernel that shrinks and grows around other work. Arcs are taken as edges.\n",
    .options = "",
    .words = "least vertex of each vertex's component",
    .noun = {"run", "runs"},
    .kernel = &components_source,
    .own_bytes = sizeof(struct components),
    .prepare = prepare,
    .plan = plan,
    .multikernel = multikernel,
    .solve = solve,
    .report = report,
    .json = write_json,
    .free_own = free_own};

const struct application application_components = {.name = "components",
                                                   .summary = "connected components of a graph",
                                                   .command = graph_command,
                                                   .form = &form,
                                                   .source = "Shiloach and Vishkin 1982; Zhang et al. 2020",
                                                   .primitives = "resizing_global_barrier, global_barrier",
                                                   .input = "a graph"};
