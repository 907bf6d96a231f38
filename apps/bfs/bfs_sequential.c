#include "bfs_sequential.h"

void graph_bfs_sequential(const struct graph *graph, uint32_t source, int32_t *levels, int32_t *queue)
{
    uint32_t vertex, arc;
    uint32_t first = 0;
    uint32_t last = 0;

    for (vertex = 0; vertex < graph->vertex_count; vertex++) {
        levels[vertex] = -1;
    }
    levels[source] = 0;
    queue[last++] = (int32_t)source;
    while (first < last) {
        vertex = (uint32_t)queue[first++];
        for (arc = graph->rows[vertex]; arc < graph->rows[vertex + 1]; arc++) {
            int32_t head = graph->arcs[arc];

            if (levels[head] < 0) {
                levels[head] = levels[vertex] + 1;
                queue[last++] = head;
            }
        }
    }
}
