#include "mis_check.h"

#include <stdlib.h>

enum state { UNDECIDED, CHOSEN, EXCLUDED };

/* A chosen vertex follows, by a round, the last of its earlier neighbours to be excluded; those are excluded
 * in the round in which the first of their neighbours is chosen. */
int mis_in_order(const struct graph *graph, const struct graph_order *order, uint32_t *states,
                 uint32_t *rounds)
{
    uint32_t *round_of = calloc(graph->vertex_count, sizeof *round_of);
    uint32_t place, arc;

    *rounds = 0;
    if (round_of == NULL) {
        return -1;
    }
    for (place = 0; place < graph->vertex_count; place++) {
        states[place] = UNDECIDED;
    }
    for (place = 0; place < graph->vertex_count; place++) {
        uint32_t vertex = order->vertices[place];
        uint32_t first_chosen = UINT32_MAX;
        uint32_t last_excluded = 0;

        for (arc = graph->rows[vertex]; arc < graph->rows[vertex + 1]; arc++) {
            uint32_t head = (uint32_t)graph->arcs[arc];

            if (states[head] == CHOSEN && round_of[head] < first_chosen) {
                first_chosen = round_of[head];
            }
            if (states[head] == EXCLUDED && round_of[head] > last_excluded) {
                last_excluded = round_of[head];
            }
        }
        states[vertex] = first_chosen == UINT32_MAX ? CHOSEN : EXCLUDED;
        round_of[vertex] = first_chosen == UINT32_MAX ? last_excluded + 1 : first_chosen;
        *rounds = round_of[vertex] > *rounds ? round_of[vertex] : *rounds;
    }
    free(round_of);
    return 0;
}

int mis_is_right(const struct graph *graph, const uint32_t *states)
{
    uint32_t vertex, arc;

    for (vertex = 0; vertex < graph->vertex_count; vertex++) {
        int has_chosen = 0;

        for (arc = graph->rows[vertex]; arc < graph->rows[vertex + 1]; arc++) {
            uint32_t head = (uint32_t)graph->arcs[arc];

            has_chosen |= head != vertex && states[head] == CHOSEN;
        }
        if (states[vertex] != (has_chosen ? EXCLUDED : CHOSEN)) {
            return 0;
        }
    }
    return 1;
}
