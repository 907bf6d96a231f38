/* Random graphs. */
#include "arc_list.h"
#include "generate.h"
#include "tools/random/random.h"

#include <stdlib.h>
#include <string.h>

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
