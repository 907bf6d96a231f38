#include "writers.h"

#include <inttypes.h>

static uint32_t weight_of(const struct graph *graph, uint32_t arc)
{
    return graph->weights != NULL ? graph->weights[arc] : 1;
}

static uint64_t id_of(const struct graph *graph, uint32_t vertex)
{
    return graph->ids != NULL ? graph->ids[vertex] : vertex;
}

/* All arcs, since DIMACS's are directed. */
int graph_write_dimacs(FILE *file, const struct graph *graph, int is_undirected, struct graph_error *error)
{
    uint32_t vertex, arc;

    (void)is_undirected;
    (void)error;
    fprintf(file, "p sp %" PRIu32 " %" PRIu32 "\n", graph->vertex_count, graph->arc_count);
    for (vertex = 0; vertex < graph->vertex_count; vertex++) {
        for (arc = graph->rows[vertex]; arc < graph->rows[vertex + 1]; arc++) {
            fprintf(file, "a %" PRIu32 " %" PRIu32 " %" PRIu32 "\n", vertex + 1,
                    (uint32_t)graph->arcs[arc] + 1, weight_of(graph, arc));
        }
    }
    return 0;
}

int graph_write_edges(FILE *file, const struct graph *graph, int is_undirected, struct graph_error *error)
{
    uint32_t vertex, arc;

    (void)error;
    fprintf(file, "# %s of %" PRIu32 " vertices; those without any are not here\n",
            is_undirected ? "Edges" : "Arcs", graph->vertex_count);
    for (vertex = 0; vertex < graph->vertex_count; vertex++) {
        for (arc = graph->rows[vertex]; arc < graph->rows[vertex + 1]; arc++) {
            uint32_t head = (uint32_t)graph->arcs[arc];

            if (is_undirected && head < vertex) {
                continue;
            }
            fprintf(file, "%" PRIu64 "\t%" PRIu64, id_of(graph, vertex), id_of(graph, head));
            if (graph->weights != NULL) {
                fprintf(file, "\t%" PRIu32, graph->weights[arc]);
            }
            fputc('\n', file);
        }
    }
    return 0;
}

/* A symmetric matrix is its lower triangle. */
int graph_write_matrix(FILE *file, const struct graph *graph, int is_undirected, struct graph_error *error)
{
    uint32_t vertex, arc;

    (void)error;
    fprintf(file, "%%%%MatrixMarket matrix coordinate %s %s\n",
            graph->weights != NULL ? "integer" : "pattern", is_undirected ? "symmetric" : "general");
    fprintf(file, "%" PRIu32 " %" PRIu32 " %" PRIu32 "\n", graph->vertex_count, graph->vertex_count,
            is_undirected ? graph->arc_count / 2 : graph->arc_count);
    for (vertex = 0; vertex < graph->vertex_count; vertex++) {
        for (arc = graph->rows[vertex]; arc < graph->rows[vertex + 1]; arc++) {
            uint32_t head = (uint32_t)graph->arcs[arc];

            if (is_undirected && head > vertex) {
                continue;
            }
            fprintf(file, "%" PRIu32 " %" PRIu32, vertex + 1, head + 1);
            if (graph->weights != NULL) {
                fprintf(file, " %" PRIu32, graph->weights[arc]);
            }
            fputc('\n', file);
        }
    }
    return 0;
}

int graph_write_metis(FILE *file, const struct graph *graph, int is_undirected, struct graph_error *error)
{
    uint32_t vertex, arc;

    if (!is_undirected) {
        return graph_fail(error, "METIS files hold undirected graphs alone; write another format, or leave "
                                 "--directed out");
    }
    fprintf(file, "%" PRIu32 " %" PRIu32 "%s\n", graph->vertex_count, graph->arc_count / 2,
            graph->weights != NULL ? " 001" : "");
    for (vertex = 0; vertex < graph->vertex_count; vertex++) {
        for (arc = graph->rows[vertex]; arc < graph->rows[vertex + 1]; arc++) {
            fprintf(file, "%s%" PRIu32, arc > graph->rows[vertex] ? " " : "", (uint32_t)graph->arcs[arc] + 1);
            if (graph->weights != NULL) {
                fprintf(file, " %" PRIu32, graph->weights[arc]);
            }
        }
        fputc('\n', file);
    }
    return 0;
}
