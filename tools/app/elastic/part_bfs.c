/* The search of apps/bfs on a graph of that many near and far levels. */
#include "apps/bfs/bfs_plan.h"
#include "part.h"
#include "sources.h"

#include "tools/graph/generate.h"

#include <stdlib.h>
#include <string.h>

struct bfs {
    struct graph graph;
    int32_t *right;
};

/* A long narrow grid has small frontiers alone, a square one has both, and in an R-MAT graph nearly all
 * vertices are two levels'. On a GPU the square one's frontiers are all small. */
static int make_graph(struct graph *graph, const struct part_sizes *sizes, struct graph_error *error)
{
    switch (sizes->phases) {
    case PART_NARROW:
        return sizes->is_large ? graph_grid(16384, 64, graph, error) : graph_grid(1024, 48, graph, error);
    case PART_EVEN:
        return sizes->is_large ? graph_rmat(18, 16, sizes->seed, graph, error)
                               : graph_grid(320, 320, graph, error);
    default:
        return graph_rmat(sizes->is_large ? 20 : 15, 16, sizes->seed, graph, error);
    }
}

static int make(struct part *part, const struct part_sizes *sizes, struct tool_error *error)
{
    struct bfs *own = part->own;
    struct graph_error graph_error;
    int32_t *queue;

    if (make_graph(&own->graph, sizes, &graph_error) != 0) {
        return tool_fail(error, "%s", graph_error.text);
    }
    queue = malloc((size_t)own->graph.vertex_count * sizeof *queue);
    own->right = malloc((size_t)own->graph.vertex_count * sizeof *own->right);
    if (queue == NULL || own->right == NULL) {
        free(queue);
        return tool_fail(error, "memory is exhausted");
    }
    graph_bfs_sequential(&own->graph, 0, own->right, queue);
    free(queue);
    /* On a processor, too, a small frontier is one work-group's: the others are of use to other kernels. */
    bfs_plan_make(&part->plan, &own->graph, 0, 0, 2);
    part->word_count = own->graph.vertex_count;
    return 0;
}

static int is_wrong(const struct part *part)
{
    const struct bfs *own = part->own;

    return memcmp(part->words, own->right, part->word_count * sizeof *part->words) != 0;
}

static void clear(struct part *part)
{
    struct bfs *own = part->own;

    graph_clear(&own->graph);
    free(own->right);
}

const struct part_form part_bfs = {.name = "bfs",
                                   .about =
                                       "breadth-first search, whose small frontiers are one work-group's",
                                   .source = &elastic_bfs_source,
                                   .own_bytes = sizeof(struct bfs),
                                   .make = make,
                                   .is_wrong = is_wrong,
                                   .clear = clear};
