#include "judge.h"

#include "apps/color/color_check.h"

#include <math.h>
#include <string.h>

int judge_proper(const struct graph_library_input *input, const uint32_t *colors)
{
    return color_is_proper(input->graph, colors);
}

int judge_same(const struct graph_library_input *input, const uint32_t *words)
{
    return memcmp(words, input->reference, (size_t)input->graph->vertex_count * sizeof *words) == 0;
}

static double rank_of(const uint32_t *words, uint32_t vertex)
{
    float rank;

    memcpy(&rank, &words[vertex], sizeof rank);
    return rank;
}

static uint32_t arcs_of(const struct graph *graph, uint32_t vertex)
{
    return graph->rows[vertex + 1] - graph->rows[vertex];
}

/* Ranks of single precision are off by 2^-25 of their size, which is little beside the threshold. */
int judge_ranks(const struct graph_library_input *input, const uint32_t *words)
{
    const struct graph *graph = input->graph;
    double dangling = 0;
    double change = 0;
    uint32_t vertex, arc;

    for (vertex = 0; vertex < graph->vertex_count; vertex++) {
        dangling += arcs_of(graph, vertex) == 0 ? rank_of(words, vertex) : 0;
    }
    for (vertex = 0; vertex < graph->vertex_count; vertex++) {
        double rank = (1 - input->damping + input->damping * dangling) / graph->vertex_count;

        for (arc = graph->rows[vertex]; arc < graph->rows[vertex + 1]; arc++) {
            uint32_t tail = (uint32_t)graph->arcs[arc];

            rank += input->damping * rank_of(words, tail) / arcs_of(graph, tail);
        }
        change += fabs(rank - rank_of(words, vertex));
    }
    return change < input->threshold; /* false for what is no number */
}
