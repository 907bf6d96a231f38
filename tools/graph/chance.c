/* What chance adds to a graph: other numbers for its vertices, weights for its arcs. */
#include "arc_list.h"
#include "generate.h"
#include "tools/random/random.h"

#include <stdlib.h>
#include <string.h>

/* Every order is equally likely: Fisher and Yates's shuffle. */
static void shuffle(uint32_t *numbers, uint32_t count, uint64_t seed)
{
    uint32_t i;

    for (i = 0; i < count; i++) {
        numbers[i] = i;
    }
    for (i = count; i > 1; i--) {
        uint32_t other = random_below(&seed, i);
        uint32_t number = numbers[i - 1];

        numbers[i - 1] = numbers[other];
        numbers[other] = number;
    }
}

int graph_shuffle(struct graph *graph, uint64_t seed, struct graph_error *error)
{
    uint32_t *numbers = graph_allocate((uint64_t)graph->vertex_count * sizeof *numbers, "the graph", error);
    uint64_t vertex_count = graph->vertex_count;
    struct arc_list arcs;
    int status = numbers != NULL ? 0 : -1;
    uint32_t vertex, arc;

    memset(&arcs, 0, sizeof arcs);
    if (status == 0) {
        shuffle(numbers, graph->vertex_count, seed);
        for (vertex = 0; vertex < graph->vertex_count && status == 0; vertex++) {
            for (arc = graph->rows[vertex]; arc < graph->rows[vertex + 1]; arc++) {
                if (vertex < (uint32_t)graph->arcs[arc]) {
                    status |= arc_list_push(&arcs, numbers[vertex], numbers[graph->arcs[arc]]);
                }
            }
        }
        if (status != 0) {
            graph_fail(error, "memory is exhausted; take a smaller graph");
        }
    }
    free(numbers);
    graph_clear(graph);
    if (status != 0) {
        arc_list_clear(&arcs);
        return -1;
    }
    return arc_list_to_graph(&arcs, vertex_count, GRAPH_UNDIRECTED, graph, error);
}

int graph_weigh(struct graph *graph, enum graph_direction direction, uint64_t largest, uint64_t seed,
                struct graph_error *error)
{
    uint32_t vertex, arc;

    if (graph->weights == NULL) {
        graph->weights =
            graph_allocate((uint64_t)graph->arc_count * sizeof *graph->weights, "the graph", error);
    }
    if (graph->weights == NULL) {
        return -1;
    }
    for (vertex = 0; vertex < graph->vertex_count; vertex++) {
        for (arc = graph->rows[vertex]; arc < graph->rows[vertex + 1]; arc++) {
            uint64_t tail = vertex;
            uint64_t head = (uint32_t)graph->arcs[arc];
            uint64_t state = seed;

            state = random_next(&state) ^
                    (direction == GRAPH_UNDIRECTED && head < tail ? head << 32 | tail : tail << 32 | head);
            graph->weights[arc] = 1 + random_below(&state, (uint32_t)largest);
        }
    }
    return 0;
}
