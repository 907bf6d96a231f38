#include "graph.h"

#include <stdlib.h>
#include <string.h>

uint64_t graph_pieces(const struct graph *graph, uint32_t hub_arcs)
{
    uint64_t pieces = 0;
    uint32_t i;

    for (i = 0; i < graph->vertex_count; i++) {
        uint32_t arcs = graph->rows[i + 1] - graph->rows[i];

        pieces += arcs > hub_arcs ? ((uint64_t)arcs + hub_arcs - 1) / hub_arcs : 0;
    }
    return pieces;
}

void graph_clear(struct graph *graph)
{
    free(graph->rows);
    free(graph->arcs);
    free(graph->weights);
    free(graph->ids);
    memset(graph, 0, sizeof *graph);
}
