#include "color_check.h"

#include <stdlib.h>

#define NONE UINT32_MAX

int color_in_order(const struct graph *graph, const struct graph_order *order, uint32_t *colors,
                   uint32_t *rounds)
{
    /* The vertex that found a colour taken last; and each vertex's round. */
    uint32_t *takers = malloc(((size_t)graph->vertex_count + 1) * sizeof *takers);
    uint32_t *round_of = malloc((size_t)graph->vertex_count * sizeof *round_of);
    uint32_t place, arc;

    *rounds = 0;
    if (takers == NULL || round_of == NULL) {
        free(takers);
        free(round_of);
        return -1;
    }
    for (place = 0; place < graph->vertex_count; place++) {
        takers[place] = NONE;
        colors[place] = NONE;
    }
    for (place = 0; place < graph->vertex_count; place++) {
        uint32_t vertex = order->vertices[place];
        uint32_t color = 0;
        uint32_t round = 1;

        for (arc = graph->rows[vertex]; arc < graph->rows[vertex + 1]; arc++) {
            uint32_t head = (uint32_t)graph->arcs[arc];

            if (colors[head] != NONE) {
                takers[colors[head]] = vertex;
                round = round_of[head] >= round ? round_of[head] + 1 : round;
            }
        }
        while (takers[color] == vertex) {
            color++;
        }
        colors[vertex] = color;
        round_of[vertex] = round;
        *rounds = round > *rounds ? round : *rounds;
    }
    free(takers);
    free(round_of);
    return 0;
}

int color_is_proper(const struct graph *graph, const uint32_t *colors)
{
    uint32_t vertex, arc;

    for (vertex = 0; vertex < graph->vertex_count; vertex++) {
        if (colors[vertex] > graph->rows[vertex + 1] - graph->rows[vertex]) {
            return 0;
        }
        for (arc = graph->rows[vertex]; arc < graph->rows[vertex + 1]; arc++) {
            uint32_t head = (uint32_t)graph->arcs[arc];

            if (head != vertex && colors[head] == colors[vertex]) {
                return 0;
            }
        }
    }
    return 1;
}
