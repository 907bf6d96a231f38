#include "facts.h"

#include "apps/bfs/bfs_sequential.h"

#include <stdlib.h>
#include <string.h>

static struct degrees find_degrees(const struct graph *graph)
{
    struct degrees degrees = {UINT64_MAX, 0, 0, 0};
    uint32_t vertex;

    for (vertex = 0; vertex < graph->vertex_count; vertex++) {
        uint64_t degree = graph->rows[vertex + 1] - graph->rows[vertex];

        degrees.least = degree < degrees.least ? degree : degrees.least;
        if (degree > degrees.most) {
            degrees.most = degree;
            degrees.most_at = vertex;
        }
        degrees.without += degree == 0;
    }
    return degrees;
}

static struct weights find_weights(const struct graph *graph)
{
    struct weights weights = {UINT64_MAX, 0, 0};
    uint32_t arc;

    for (arc = 0; arc < graph->arc_count; arc++) {
        uint32_t weight = graph->weights[arc];

        weights.least = weight < weights.least ? weight : weights.least;
        weights.most = weight > weights.most ? weight : weights.most;
        weights.sum += weight;
    }
    return weights;
}

/* The head of the next arc from `arc` on that differs from the one before; INT32_MAX behind the row. */
static int32_t next_head(const struct graph *graph, uint32_t end, uint32_t *arc)
{
    int32_t head = *arc < end ? graph->arcs[*arc] : INT32_MAX;

    while (*arc < end && graph->arcs[*arc] == head) {
        ++*arc;
    }
    return head;
}

/* Of two graphs with sorted rows, each the other's transpose. */
static void find_pairs(const struct graph *out, const struct graph *in, struct facts *facts)
{
    uint32_t vertex, arc;

    for (vertex = 0; vertex < out->vertex_count; vertex++) {
        uint32_t there = out->rows[vertex];
        uint32_t back = in->rows[vertex];
        int32_t to = next_head(out, out->rows[vertex + 1], &there);
        int32_t from = next_head(in, in->rows[vertex + 1], &back);

        for (arc = out->rows[vertex]; arc < out->rows[vertex + 1]; arc++) {
            facts->loops += out->arcs[arc] == (int32_t)vertex;
            facts->duplicates += arc > out->rows[vertex] && out->arcs[arc] == out->arcs[arc - 1];
        }
        while (to != INT32_MAX || from != INT32_MAX) {
            int32_t least = to < from ? to : from;

            facts->one_way += to < from;
            if (to == least) {
                to = next_head(out, out->rows[vertex + 1], &there);
            }
            if (from == least) {
                from = next_head(in, in->rows[vertex + 1], &back);
            }
        }
    }
}

static int find_shape(const struct graph *graph, struct facts *facts, struct tool_error *error)
{
    struct graph in, out;
    struct graph_error graph_error;
    int status = graph_transpose(graph, &in, &graph_error);

    if (status == 0 && graph_transpose(&in, &out, &graph_error) == 0) {
        find_pairs(&out, &in, facts);
        graph_clear(&out);
    } else {
        status = tool_fail(error, "%s", graph_error.text);
    }
    graph_clear(&in);
    return status;
}

static uint32_t root_of(uint32_t *parents, uint32_t vertex)
{
    while (parents[vertex] != vertex) {
        parents[vertex] = parents[parents[vertex]];
        vertex = parents[vertex];
    }
    return vertex;
}

/* Union and find; `sizes` counts the vertices of each root. */
static void find_components(const struct graph *graph, uint32_t *parents, uint32_t *sizes,
                            struct facts *facts)
{
    uint32_t vertex, arc;

    for (vertex = 0; vertex < graph->vertex_count; vertex++) {
        parents[vertex] = vertex;
        sizes[vertex] = 1;
    }
    facts->components = graph->vertex_count;
    facts->largest = 1;
    for (vertex = 0; vertex < graph->vertex_count; vertex++) {
        for (arc = graph->rows[vertex]; arc < graph->rows[vertex + 1]; arc++) {
            uint32_t one = root_of(parents, vertex);
            uint32_t other = root_of(parents, (uint32_t)graph->arcs[arc]);
            uint32_t large = sizes[one] >= sizes[other] ? one : other;

            if (one != other) {
                parents[large == one ? other : one] = large;
                sizes[large] = sizes[one] + sizes[other];
                facts->components--;
                facts->largest = sizes[large] > facts->largest ? sizes[large] : facts->largest;
            }
        }
    }
}

/* counts  room for a number for each vertex. */
static struct depth find_depth(const struct graph *graph, uint32_t source, const int32_t *levels,
                               uint32_t *counts)
{
    struct depth depth = {source, 0, 0, 0, 0};
    uint32_t vertex;

    memset(counts, 0, (size_t)graph->vertex_count * sizeof *counts);
    for (vertex = 0; vertex < graph->vertex_count; vertex++) {
        if (levels[vertex] >= 0) {
            uint32_t level = (uint32_t)levels[vertex];
            uint32_t count = ++counts[level];

            depth.reached++;
            depth.sum += level;
            depth.levels = level + 1 > depth.levels ? level + 1 : depth.levels;
            depth.widest = count > depth.widest ? count : depth.widest;
        }
    }
    return depth;
}

int facts_find(const struct graph *graph, uint32_t source, struct facts *facts, struct tool_error *error)
{
    uint32_t *one = malloc((size_t)graph->vertex_count * sizeof *one);
    uint32_t *other = malloc((size_t)graph->vertex_count * sizeof *other);
    int status = -1;

    memset(facts, 0, sizeof *facts);
    if (one == NULL || other == NULL) {
        tool_fail(error, "memory is exhausted; take a smaller graph");
    } else if (find_shape(graph, facts, error) == 0) {
        facts->vertices = graph->vertex_count;
        facts->arcs = graph->arc_count;
        facts->degrees = find_degrees(graph);
        facts->has_weights = graph->weights != NULL && graph->arc_count > 0;
        if (facts->has_weights) {
            facts->weights = find_weights(graph);
        }
        find_components(graph, one, other, facts);
        graph_bfs_sequential(graph, source, (int32_t *)one, (int32_t *)other);
        facts->depth = find_depth(graph, source, (const int32_t *)one, other);
        status = 0;
    }
    free(one);
    free(other);
    return status;
}
