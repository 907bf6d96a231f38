#include "tools/net/graph_part.h"

#include <stdlib.h>
#include <string.h>

/* Vertices of a rank; the last ranks may have fewer, or none. */
static uint32_t block_of(const struct graph *graph, uint32_t ranks)
{
    uint32_t block = (uint32_t)(((uint64_t)graph->vertex_count + ranks - 1) / ranks);

    return block > 0 ? block : 1;
}

/* The first vertex of a rank, or of those behind it. */
static uint32_t first_of(const struct graph *graph, uint32_t block, uint32_t rank)
{
    uint64_t first = (uint64_t)block * rank;

    return first < graph->vertex_count ? (uint32_t)first : graph->vertex_count;
}

static uint64_t most_places(const struct graph *transpose, uint32_t block, uint32_t ranks)
{
    uint64_t most = 1;

    for (uint32_t rank = 0; rank < ranks; rank++) {
        uint64_t places = transpose->rows[first_of(transpose, block, rank + 1)] -
                          transpose->rows[first_of(transpose, block, rank)];
        most = places > most ? places : most;
    }
    return most;
}

/* Of each own arc, its place at its head. All arcs in front of them take places there, too. */
static void aim(const struct graph *graph, const struct graph *transpose, uint32_t block, uint32_t *taken,
                struct graph_part *part)
{
    uint32_t end = part->first + part->count;
    uint32_t first_arc = graph->rows[part->first];

    for (uint32_t arc = 0; arc < graph->rows[end]; arc++) {
        uint32_t head = (uint32_t)graph->arcs[arc];
        uint32_t place = transpose->rows[head] + taken[head]++;
        if (arc >= first_arc) {
            uint32_t owner = head / block;
            uint32_t base = transpose->rows[first_of(transpose, block, owner)];
            part->targets[arc - first_arc] = owner * part->places + (place - base);
        }
    }
}

int graph_part_make(const struct graph *graph, const struct graph *transpose, uint32_t ranks, uint32_t rank,
                    struct graph_part *part)
{
    uint32_t block = block_of(graph, ranks);
    uint32_t *taken = calloc((size_t)graph->vertex_count + 1, sizeof *taken);
    uint32_t arcs;

    memset(part, 0, sizeof *part);
    part->first = first_of(graph, block, rank);
    part->count = first_of(graph, block, rank + 1) - part->first;
    part->places = most_places(transpose, block, ranks);
    arcs = graph->rows[part->first + part->count] - graph->rows[part->first];
    part->in_rows = malloc(((size_t)part->count + 1) * sizeof *part->in_rows);
    part->out_rows = malloc(((size_t)part->count + 1) * sizeof *part->out_rows);
    part->targets = malloc(((size_t)arcs + 1) * sizeof *part->targets);
    if (taken == NULL || part->in_rows == NULL || part->out_rows == NULL || part->targets == NULL) {
        free(taken);
        graph_part_clear(part);
        return -1;
    }
    for (uint32_t i = 0; i <= part->count; i++) {
        part->in_rows[i] = transpose->rows[part->first + i] - transpose->rows[part->first];
        part->out_rows[i] = graph->rows[part->first + i] - graph->rows[part->first];
    }
    aim(graph, transpose, block, taken, part);
    free(taken);
    return 0;
}

void graph_part_clear(struct graph_part *part)
{
    free(part->in_rows);
    free(part->out_rows);
    free(part->targets);
    memset(part, 0, sizeof *part);
}

int graph_part_upload(const struct graph_part *part, struct rank *rank, struct graph_part_buffers *buffers)
{
    uint64_t bytes = ((uint64_t)part->count + 1) * sizeof *part->in_rows;
    uint64_t target_bytes = (uint64_t)part->out_rows[part->count] * sizeof *part->targets;

    return rank_buffer(rank, part->in_rows, bytes, &buffers->in_rows) != 0 ||
                   rank_buffer(rank, part->out_rows, bytes, &buffers->out_rows) != 0
               ? -1
               : rank_buffer(rank, part->targets, target_bytes, &buffers->targets);
}

int graph_part_array(const struct graph_part *part, uint32_t element_bytes, struct rank *rank,
                     coop_net_array **array)
{
    const struct coop_net_array_options options = {.elements = part->places * rank->report.ranks,
                                                   .element_bytes = element_bytes};

    return rank_check(rank, coop_net_array_create(rank->net, &options, array));
}

uint64_t graph_part_bytes(const struct graph *graph, unsigned arrays)
{
    /* Targets and arrays; rows and what applications have of each vertex. */
    return (uint64_t)graph->arc_count * 8 * (arrays + 1) + (uint64_t)graph->vertex_count * 48;
}

uint32_t graph_part_most_arcs(const struct graph *graph)
{
    uint32_t most = 1;

    for (uint32_t i = 0; i < graph->vertex_count; i++) {
        uint32_t arcs = graph->rows[i + 1] - graph->rows[i];
        most = arcs > most ? arcs : most;
    }
    return most;
}
