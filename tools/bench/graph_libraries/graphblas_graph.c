/* SuiteSparse:GraphBLAS: a search as the specification's example writes it, a product of a frontier and a
 * matrix for each level. Its threads are OpenMP's. */
#include "graph_library.h"

#include <GraphBLAS.h>
#include <stdlib.h>

struct loaded {
    GrB_Matrix matrix;
    GrB_Index vertices;
};

static int fill(GrB_Matrix matrix, const struct graph *graph)
{
    GrB_Index *tails = malloc(((size_t)graph->arc_count + 1) * sizeof *tails);
    GrB_Index *heads = malloc(((size_t)graph->arc_count + 1) * sizeof *heads);
    bool *values = malloc((size_t)graph->arc_count + 1);
    int status = -1;
    uint32_t vertex, arc;

    if (tails != NULL && heads != NULL && values != NULL) {
        for (vertex = 0; vertex < graph->vertex_count; vertex++) {
            for (arc = graph->rows[vertex]; arc < graph->rows[vertex + 1]; arc++) {
                tails[arc] = vertex;
                heads[arc] = (GrB_Index)graph->arcs[arc];
                values[arc] = true;
            }
        }
        status =
            GrB_Matrix_build_BOOL(matrix, tails, heads, values, graph->arc_count, GrB_LOR) == GrB_SUCCESS &&
                    GrB_Matrix_wait(matrix, GrB_MATERIALIZE) == GrB_SUCCESS
                ? 0
                : -1;
    }
    free(tails);
    free(heads);
    free(values);
    return status;
}

static void unload(void *from)
{
    struct loaded *loaded = from;

    if (loaded != NULL) {
        GrB_Matrix_free(&loaded->matrix);
        free(loaded);
    }
}

static void *load(const struct graph *graph)
{
    static int is_ready;
    struct loaded *loaded = calloc(1, sizeof *loaded);

    if (!is_ready) {
        is_ready = GrB_init(GrB_NONBLOCKING) == GrB_SUCCESS;
    }
    if (loaded != NULL) {
        loaded->vertices = graph->vertex_count;
    }
    if (!is_ready || loaded == NULL ||
        GrB_Matrix_new(&loaded->matrix, GrB_BOOL, graph->vertex_count, graph->vertex_count) != GrB_SUCCESS ||
        fill(loaded->matrix, graph) != 0) {
        unload(loaded);
        return NULL;
    }
    return loaded;
}

static int go_through_levels(const struct loaded *loaded, GrB_Vector levels, GrB_Vector frontier)
{
    GrB_Index count = 1;
    int32_t level;
    GrB_Info info = GrB_Vector_setElement_BOOL(frontier, true, 0);

    for (level = 0; count > 0 && info == GrB_SUCCESS; level++) {
        info = GrB_Vector_assign_INT32(levels, frontier, NULL, level, GrB_ALL, loaded->vertices, GrB_DESC_S);
        if (info == GrB_SUCCESS) {
            info = GrB_vxm(frontier, levels, NULL, GxB_ANY_PAIR_BOOL, frontier, loaded->matrix, GrB_DESC_RSC);
        }
        if (info == GrB_SUCCESS) {
            info = GrB_Vector_nvals(&count, frontier);
        }
    }
    return info == GrB_SUCCESS ? 0 : -1;
}

static int search(void *from, uint32_t *words, void (*begin)(void *), void (*end)(void *), void *clock)
{
    const struct loaded *loaded = from;
    GrB_Vector levels = NULL;
    GrB_Vector frontier = NULL;
    GrB_Index i;
    int status = -1;

    if (GrB_Vector_new(&levels, GrB_INT32, loaded->vertices) == GrB_SUCCESS &&
        GrB_Vector_new(&frontier, GrB_BOOL, loaded->vertices) == GrB_SUCCESS) {
        begin(clock);
        status = go_through_levels(loaded, levels, frontier);
        end(clock);
    }
    for (i = 0; i < loaded->vertices && status == 0; i++) {
        int32_t level = -1;

        words[i] =
            GrB_Vector_extractElement_INT32(&level, levels, i) == GrB_SUCCESS ? (uint32_t)level : UINT32_MAX;
    }
    GrB_Vector_free(&levels);
    GrB_Vector_free(&frontier);
    return status;
}

const struct graph_library graph_library_graphblas[1] = {
    {GRAPH_LIBRARY_GRAPHBLAS, "GraphBLAS", "bfs", load, search, unload}};
