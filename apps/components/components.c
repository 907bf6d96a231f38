/* The command: connected components, for each vertex the least vertex of its component. */
#include "components_kernels.h"
#include "components_kernels_text.h"

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
    const struct session *session;
    coop_buffer *device_edges;
    coop_buffer *parents;
    coop_buffer *last_change;
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

static uint64_t edges_bytes(const struct components *own)
{
    return ((uint64_t)own->edge_count + 1) * sizeof(struct edge);
}

static uint64_t parents_bytes(const struct graph_command *command)
{
    return (uint64_t)command->graph.vertex_count * sizeof(uint32_t);
}

static uint64_t memory_bytes(const struct graph_command *command)
{
    return edges_bytes(command->own) + parents_bytes(command) + 4096;
}

static int create(const struct session *session, uint64_t bytes, coop_buffer **buffer,
                  struct tool_error *error)
{
    return session_check(session, coop_buffer_create(session->context, bytes, buffer), error);
}

static int init(struct graph_command *command, const struct session *session, struct tool_error *error)
{
    struct components *own = command->own;

    own->session = session;
    if (create(session, edges_bytes(own), &own->device_edges, error) != 0 ||
        create(session, parents_bytes(command), &own->parents, error) != 0 ||
        create(session, sizeof(uint32_t), &own->last_change, error) != 0) {
        return -1;
    }
    return own->edge_count == 0
               ? 0
               : session_check(session,
                               coop_buffer_write(own->device_edges, 0, own->edges,
                                                 (uint64_t)own->edge_count * sizeof *own->edges),
                               error);
}

/* The values are no vertices, so a parent that the kernel leaves unwritten is detected. */
static int reset(struct graph_command *command, struct tool_error *error)
{
    struct components *own = command->own;

    if (session_check(own->session, coop_buffer_fill(own->parents, 0, 0xff, parents_bytes(command)), error) !=
        0) {
        return -1;
    }
    return session_check(own->session, coop_buffer_fill(own->last_change, 0, 0, sizeof(uint32_t)), error);
}

static int launch(struct graph_command *command, const struct coop_launch_options *options,
                  coop_launch **launch, struct tool_error *error)
{
    struct components *own = command->own;
    const struct components_args args = {.edges = coop_buffer_address(own->device_edges),
                                         .edge_count = own->edge_count,
                                         .parents = coop_buffer_address(own->parents),
                                         .vertex_count = command->graph.vertex_count,
                                         .last_change = coop_buffer_address(own->last_change)};

    return session_check(own->session, components_launch(own->session->run, &args, options, launch), error);
}

static int read_parents(struct graph_command *command, uint32_t *words, struct tool_error *error)
{
    struct components *own = command->own;

    return session_check(own->session, coop_buffer_read(own->parents, 0, words, parents_bytes(command)),
                         error);
}

static void clear(struct graph_command *command)
{
    struct components *own = command->own;

    coop_buffer_destroy(own->device_edges);
    coop_buffer_destroy(own->parents);
    coop_buffer_destroy(own->last_change);
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
    .module_text = components_kernels_module_text,
    .module_bytes = &components_kernels_module_bytes,
    .own_bytes = sizeof(struct components),
    .prepare = prepare,
    .solve = solve,
    .memory_bytes = memory_bytes,
    .init = init,
    .reset = reset,
    .launch = launch,
    .read = read_parents,
    .clear = clear,
    .report = report,
    .json = write_json,
    .free_own = free_own};

const struct application application_components = {"components", "connected components of a graph",
                                                   graph_command, &form};
