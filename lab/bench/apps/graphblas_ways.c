#include "graphblas_ways.h"

#include "judge.h"

#include <stdlib.h>

const char graph_library_name[] = "GraphBLAS";

unsigned graph_library_threads(void)
{
    int32_t threads = 1;

    GxB_Global_Option_get(GxB_GLOBAL_NTHREADS, &threads);
    return (unsigned)threads;
}

/* The arcs' tails and heads, and their weights or ones. */
static int put_arcs(const struct graph *graph, GrB_Index *tails, GrB_Index *heads, uint64_t *weights)
{
    uint32_t vertex, arc;

    for (vertex = 0; vertex < graph->vertex_count; vertex++) {
        for (arc = graph->rows[vertex]; arc < graph->rows[vertex + 1]; arc++) {
            tails[arc] = vertex;
            heads[arc] = (GrB_Index)graph->arcs[arc];
            weights[arc] = graph->weights != NULL ? graph->weights[arc] : 1;
        }
    }
    return 0;
}

static GrB_Info fill(struct graphblas_input *loaded, GrB_Type type, GrB_Index *tails, GrB_Index *heads,
                     uint64_t *weights)
{
    const struct graph *graph = loaded->input->graph;
    GrB_Info info = GrB_Matrix_new(&loaded->matrix, type, loaded->vertices, loaded->vertices);

    put_arcs(graph, tails, heads, weights);
    GRAPHBLAS_TRY(info, GrB_Matrix_build_UINT64(loaded->matrix, tails, heads, weights, graph->arc_count,
                                                GrB_MIN_UINT64));
    return GRAPHBLAS_TRY(info, GrB_Matrix_wait(loaded->matrix, GrB_MATERIALIZE));
}

static void unload(void *from)
{
    struct graphblas_input *loaded = from;

    if (loaded != NULL) {
        GrB_Matrix_free(&loaded->matrix);
        free(loaded);
    }
}

static void *load(const struct graph_library_input *input, GrB_Type type)
{
    const size_t arcs = (size_t)input->graph->arc_count + 1;
    struct graphblas_input *loaded = calloc(1, sizeof *loaded);
    GrB_Index *tails = malloc(arcs * sizeof *tails);
    GrB_Index *heads = malloc(arcs * sizeof *heads);
    uint64_t *weights = malloc(arcs * sizeof *weights);
    int is_loaded = loaded != NULL && tails != NULL && heads != NULL && weights != NULL;

    if (is_loaded) {
        loaded->input = input;
        loaded->vertices = input->graph->vertex_count;
        is_loaded = fill(loaded, type, tails, heads, weights) == GrB_SUCCESS;
    }
    free(tails);
    free(heads);
    free(weights);
    if (!is_loaded) {
        unload(loaded);
        return NULL;
    }
    return loaded;
}

static void *load_pattern(const struct graph_library_input *input)
{
    return GrB_init(GrB_NONBLOCKING) == GrB_SUCCESS ? load(input, GrB_BOOL) : NULL;
}

static void *load_weights(const struct graph_library_input *input)
{
    return GrB_init(GrB_NONBLOCKING) == GrB_SUCCESS ? load(input, GrB_UINT64) : NULL;
}

const struct graph_library_way graph_library_ways[] = {
    {"bfs", load_pattern, graphblas_search, unload, NULL},
    {"mis", load_pattern, graphblas_choose, unload, judge_same},
    {"sssp-topology", load_weights, graphblas_find_paths, unload, NULL},
    {"sssp-worklist", load_weights, graphblas_find_paths, unload, NULL},
    {"pagerank", load_pattern, graphblas_rank, unload, NULL},
    {"bc", load_pattern, graphblas_depend, unload, NULL},
    {"triangles", load_pattern, graphblas_triangles, unload, NULL}};
const unsigned graph_library_way_count = sizeof graph_library_ways / sizeof *graph_library_ways;
