#include "generate.h"

#include "arc_list.h"
#include "graph_memory.h"
#include "tools/random/random.h"

#include <stdlib.h>
#include <string.h>

#define STRIDE 5                             /* of the coarse mesh on the fine one */
#define BLOCK_VERTICES (STRIDE * STRIDE + 1) /* of both meshes in one cell of the coarse one */
#define MISSING_ONE_IN 8                     /* of the fine mesh's vertical wires */

/* The root of the number, rounded to the nearest whole one. */
static uint64_t nearest_root(uint64_t number)
{
    uint64_t root = 0;
    uint64_t bit;

    for (bit = (uint64_t)1 << 31; bit > 0; bit >>= 1) {
        if ((root + bit) * (root + bit) <= number) {
            root += bit;
        }
    }
    return number - root * root > root ? root + 1 : root;
}

static int fine_wires(uint32_t side, uint64_t seed, struct arc_list *arcs)
{
    int status = 0;
    uint32_t x, y;

    for (y = 0; y < side && status == 0; y++) {
        for (x = 0; x < side; x++) {
            uint32_t vertex = y * side + x;

            if (x + 1 < side) {
                status |= arc_list_push(arcs, vertex, vertex + 1);
            }
            if (y + 1 < side && (x == 0 || random_below(&seed, MISSING_ONE_IN) != 0)) {
                status |= arc_list_push(arcs, vertex, vertex + side);
            }
        }
    }
    return status;
}

static int coarse_wires(uint32_t side, struct arc_list *arcs)
{
    uint32_t fine_side = side * STRIDE;
    uint32_t first = fine_side * fine_side;
    int status = 0;
    uint32_t x, y;

    for (y = 0; y < side && status == 0; y++) {
        for (x = 0; x < side; x++) {
            uint32_t vertex = first + y * side + x;

            status |=
                arc_list_push(arcs, vertex, (y * STRIDE + STRIDE / 2) * fine_side + x * STRIDE + STRIDE / 2);
            if (x + 1 < side) {
                status |= arc_list_push(arcs, vertex, vertex + 1);
            }
            if (y + 1 < side) {
                status |= arc_list_push(arcs, vertex, vertex + side);
            }
        }
    }
    return status;
}

int graph_circuit(uint64_t vertex_count, uint64_t seed, struct graph *graph, struct graph_error *error)
{
    struct arc_list arcs;
    uint64_t side;

    memset(graph, 0, sizeof *graph);
    memset(&arcs, 0, sizeof arcs);
    if (vertex_count < 1 || vertex_count > GRAPH_ARCS_MAX / 4) {
        return graph_fail(error,
                          "a circuit of %llu vertices does not have 1..%llu of them; change the number",
                          (unsigned long long)vertex_count, (unsigned long long)(GRAPH_ARCS_MAX / 4));
    }
    side = nearest_root(vertex_count / BLOCK_VERTICES);
    side = side > 0 ? side : 1;
    if (fine_wires((uint32_t)side * STRIDE, seed, &arcs) != 0 || coarse_wires((uint32_t)side, &arcs) != 0) {
        arc_list_clear(&arcs);
        return graph_fail(error, "memory is exhausted; take a smaller circuit");
    }
    return arc_list_to_graph(&arcs, side * side * BLOCK_VERTICES, GRAPH_UNDIRECTED, graph, error);
}

/* Graphs of a regular shape. */

int graph_grid(uint64_t width, uint64_t height, struct graph *graph, struct graph_error *error)
{
    uint64_t x, y, arcs;
    uint32_t *row;
    int32_t *arc;

    memset(graph, 0, sizeof *graph);
    if (width == 0 || height == 0 || width > GRAPH_VERTICES_MAX / height) {
        return graph_fail(error, "a grid of %llu x %llu does not have 1..%llu vertices; change its size",
                          (unsigned long long)width, (unsigned long long)height,
                          (unsigned long long)GRAPH_VERTICES_MAX);
    }
    arcs = 2 * ((width - 1) * height + width * (height - 1));
    if (arcs > GRAPH_ARCS_MAX) {
        return graph_fail(error,
                          "a grid of %llu x %llu has %llu arcs, and at most %llu fit; take a smaller one",
                          (unsigned long long)width, (unsigned long long)height, (unsigned long long)arcs,
                          (unsigned long long)GRAPH_ARCS_MAX);
    }
    if (graph_allocate_arrays(graph, width * height, arcs, 0, error) != 0) {
        return -1;
    }
    row = graph->rows;
    arc = graph->arcs;
    for (y = 0; y < height; y++) {
        for (x = 0; x < width; x++) {
            int32_t vertex = (int32_t)(y * width + x);

            *row++ = (uint32_t)(arc - graph->arcs);
            if (y > 0) {
                *arc++ = vertex - (int32_t)width;
            }
            if (x > 0) {
                *arc++ = vertex - 1;
            }
            if (x + 1 < width) {
                *arc++ = vertex + 1;
            }
            if (y + 1 < height) {
                *arc++ = vertex + (int32_t)width;
            }
        }
    }
    *row = (uint32_t)arcs;
    return 0;
}

static int refuse_count(uint64_t vertex_count, const char *what, struct graph_error *error)
{
    return graph_fail(error, "a %s of %llu vertices does not have 1..%llu of them; change the number", what,
                      (unsigned long long)vertex_count, (unsigned long long)(GRAPH_ARCS_MAX / 2 + 1));
}

int graph_path(uint64_t vertex_count, struct graph *graph, struct graph_error *error)
{
    memset(graph, 0, sizeof *graph);
    if (vertex_count < 1 || vertex_count - 1 > GRAPH_ARCS_MAX / 2) {
        return refuse_count(vertex_count, "path", error);
    }
    return graph_grid(vertex_count, 1, graph, error);
}

int graph_star(uint64_t vertex_count, struct graph *graph, struct graph_error *error)
{
    uint32_t rays, i;

    memset(graph, 0, sizeof *graph);
    if (vertex_count < 1 || vertex_count - 1 > GRAPH_ARCS_MAX / 2) {
        return refuse_count(vertex_count, "star", error);
    }
    rays = (uint32_t)vertex_count - 1;
    if (graph_allocate_arrays(graph, vertex_count, 2 * (uint64_t)rays, 0, error) != 0) {
        return -1;
    }
    graph->rows[0] = 0;
    for (i = 0; i < rays; i++) {
        graph->arcs[i] = (int32_t)i + 1;
        graph->arcs[rays + i] = 0;
        graph->rows[i + 1] = rays + i;
    }
    graph->rows[vertex_count] = 2 * rays;
    return 0;
}

/* Random graphs. */

/* Chooses a quadrant of the adjacency matrix once per bit of the vertex numbers. */
static void random_edge(uint32_t scale, uint64_t *state, uint32_t *tail, uint32_t *head)
{
    uint32_t bit;

    *tail = 0;
    *head = 0;
    for (bit = 0; bit < scale; bit++) {
        uint64_t percent = (random_next(state) >> 32) * 100 >> 32;

        *tail = *tail << 1 | (percent >= 57 + 19);
        *head = *head << 1 | ((percent >= 57 && percent < 57 + 19) || percent >= 57 + 19 + 19);
    }
}

int graph_rmat(uint32_t scale, uint32_t edge_factor, uint64_t seed, struct graph *graph,
               struct graph_error *error)
{
    struct arc_list arcs;
    uint64_t vertices = (uint64_t)1 << (scale & 31);
    uint64_t edges, i;
    int status = 0;

    memset(graph, 0, sizeof *graph);
    memset(&arcs, 0, sizeof arcs);
    if (scale < 1 || scale > 30) {
        return graph_fail(error, "R-MAT scale %u is not in 1..30; change it", scale);
    }
    if (edge_factor < 1 || edge_factor > GRAPH_ARCS_MAX / 2 / vertices) {
        return graph_fail(error, "R-MAT edge factor %u is not in 1..%llu, which scale %u allows; change it",
                          edge_factor, (unsigned long long)(GRAPH_ARCS_MAX / 2 / vertices), scale);
    }
    edges = edge_factor * vertices;
    for (i = 0; i < edges && status == 0; i++) {
        uint32_t tail, head;

        random_edge(scale, &seed, &tail, &head);
        status = arc_list_push(&arcs, tail, head);
    }
    if (status != 0) {
        arc_list_clear(&arcs);
        return graph_fail(error, "memory is exhausted after %llu edges; take a smaller scale or edge factor",
                          (unsigned long long)i);
    }
    return arc_list_to_graph(&arcs, vertices, GRAPH_UNDIRECTED, graph, error);
}

/* A set of edges: open addressing, an edge and 0 for nothing, half full at most. */
struct edge_set {
    uint64_t *slots;
    uint64_t mask;
};

/* Whether the edge is new. */
static int edge_set_add(struct edge_set *set, uint32_t tail, uint32_t head)
{
    uint64_t edge = tail < head ? (uint64_t)tail << 32 | head : (uint64_t)head << 32 | tail;
    uint64_t state = edge;
    uint64_t slot = random_next(&state) & set->mask;

    while (set->slots[slot] != 0) {
        if (set->slots[slot] == edge) {
            return 0;
        }
        slot = (slot + 1) & set->mask;
    }
    set->slots[slot] = edge;
    return 1;
}

/* Draws pairs until there are edge_count different edges. */
static int draw_edges(uint64_t vertex_count, uint64_t edge_count, uint64_t seed, struct edge_set *set,
                      struct arc_list *arcs)
{
    while (arc_list_count(arcs) < edge_count) {
        uint32_t tail = random_below(&seed, (uint32_t)vertex_count);
        uint32_t head = random_below(&seed, (uint32_t)vertex_count);

        if (tail != head && edge_set_add(set, tail, head) && arc_list_push(arcs, tail, head) != 0) {
            return -1;
        }
    }
    return 0;
}

int graph_uniform(uint64_t vertex_count, uint64_t edge_count, uint64_t seed, struct graph *graph,
                  struct graph_error *error)
{
    struct arc_list arcs;
    struct edge_set set = {NULL, 1};
    uint64_t most;

    memset(graph, 0, sizeof *graph);
    memset(&arcs, 0, sizeof arcs);
    if (vertex_count < 1 || vertex_count > GRAPH_VERTICES_MAX) {
        return graph_fail(error, "a graph of %llu vertices does not have 1..%llu of them; change the number",
                          (unsigned long long)vertex_count, (unsigned long long)GRAPH_VERTICES_MAX);
    }
    most = vertex_count * (vertex_count - 1) / 2;
    most = most < GRAPH_ARCS_MAX / 2 ? most : GRAPH_ARCS_MAX / 2;
    if (edge_count > most) {
        return graph_fail(error, "%llu vertices have 0..%llu edges here, not %llu; change the number",
                          (unsigned long long)vertex_count, (unsigned long long)most,
                          (unsigned long long)edge_count);
    }
    while (set.mask < 2 * edge_count) {
        set.mask = 2 * set.mask + 1;
    }
    set.slots = graph_allocate((set.mask + 1) * sizeof *set.slots, "the graph", error);
    if (set.slots == NULL) {
        return -1;
    }
    memset(set.slots, 0, (size_t)(set.mask + 1) * sizeof *set.slots);
    if (draw_edges(vertex_count, edge_count, seed, &set, &arcs) != 0) {
        free(set.slots);
        arc_list_clear(&arcs);
        return graph_fail(error, "memory is exhausted; take fewer edges");
    }
    free(set.slots);
    return arc_list_to_graph(&arcs, vertex_count, GRAPH_UNDIRECTED, graph, error);
}
