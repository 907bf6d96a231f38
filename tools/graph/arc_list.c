#include "arc_list.h"

#include <stdlib.h>
#include <string.h>

void arc_list_clear(struct arc_list *list)
{
    word_list_clear(&list->ends);
    word_list_clear(&list->weights);
}

/* A counting sort by tails that keeps the order of a tail's arcs. rows[v] is where v's next arc goes, and
 * at the end where the arcs of v + 1 begin: one place too far down, which the last loop mends. */
static void place(const struct arc_list *list, struct graph *graph)
{
    uint32_t *rows = graph->rows;
    uint32_t sum = 0;
    uint32_t vertex;
    size_t i;

    memset(rows, 0, ((size_t)graph->vertex_count + 1) * sizeof *rows);
    for (i = 0; i < list->ends.count; i += 2) {
        rows[list->ends.items[i]]++;
    }
    for (vertex = 0; vertex <= graph->vertex_count; vertex++) {
        uint32_t count = rows[vertex];

        rows[vertex] = sum;
        sum += count;
    }
    for (i = 0; i < list->ends.count; i += 2) {
        uint32_t to = rows[list->ends.items[i]]++;

        graph->arcs[to] = (int32_t)list->ends.items[i + 1];
        if (graph->weights != NULL) {
            graph->weights[to] = list->weights.items[i / 2];
        }
    }
    memmove(rows + 1, rows, (size_t)graph->vertex_count * sizeof *rows);
    rows[0] = 0;
}

int arc_list_to_graph(struct arc_list *list, uint64_t vertex_count, enum graph_direction direction,
                      struct graph *graph, struct graph_error *error)
{
    int status =
        graph_allocate_arrays(graph, vertex_count, arc_list_count(list), list->weights.count > 0, error);

    if (status == 0) {
        place(list, graph);
    }
    arc_list_clear(list);
    return status == 0 && direction == GRAPH_UNDIRECTED ? graph_make_undirected(graph, error) : status;
}
