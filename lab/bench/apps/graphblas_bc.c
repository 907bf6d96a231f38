/* Betweenness by Brandes' algorithm from all sources at once, as the specification's example has it: a matrix
 * with a row for each source. Numbers of paths are doubles. */
#include "graphblas_ways.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct sweep {
    const struct graphblas_input *loaded;
    GrB_Matrix paths;
    GrB_Matrix frontier;
    GrB_Matrix *levels; /* the frontiers; `capacity` of them */
    size_t level_count;
    size_t capacity;
    GrB_Matrix parts;        /* of the dependencies, for a level */
    GrB_Matrix dependencies; /* and 1 */
    GrB_Vector sums;
};

static GrB_Info sweep_new(const struct graphblas_input *loaded, struct sweep *sweep)
{
    const GrB_Index sources = loaded->input->source_count;
    GrB_Info info = GrB_Matrix_new(&sweep->paths, GrB_FP64, sources, loaded->vertices);

    GRAPHBLAS_TRY(info, GrB_Matrix_new(&sweep->frontier, GrB_FP64, sources, loaded->vertices));
    GRAPHBLAS_TRY(info, GrB_Matrix_new(&sweep->parts, GrB_FP64, sources, loaded->vertices));
    GRAPHBLAS_TRY(info, GrB_Matrix_new(&sweep->dependencies, GrB_FP64, sources, loaded->vertices));
    return GRAPHBLAS_TRY(info, GrB_Vector_new(&sweep->sums, GrB_FP64, loaded->vertices));
}

static void sweep_free(struct sweep *sweep)
{
    size_t i;

    for (i = 0; i < sweep->level_count; i++) {
        GrB_Matrix_free(&sweep->levels[i]);
    }
    free(sweep->levels);
    GrB_Matrix_free(&sweep->paths);
    GrB_Matrix_free(&sweep->frontier);
    GrB_Matrix_free(&sweep->parts);
    GrB_Matrix_free(&sweep->dependencies);
    GrB_Vector_free(&sweep->sums);
}

static GrB_Info note_level(struct sweep *sweep)
{
    if (sweep->level_count == sweep->capacity) {
        size_t capacity = 2 * sweep->capacity + 64;
        GrB_Matrix *levels = realloc(sweep->levels, capacity * sizeof *levels);

        if (levels == NULL) {
            return GrB_OUT_OF_MEMORY;
        }
        sweep->levels = levels;
        sweep->capacity = capacity;
    }
    sweep->levels[sweep->level_count] = NULL;
    return GrB_Matrix_dup(&sweep->levels[sweep->level_count++], sweep->frontier);
}

static GrB_Info go_forward(struct sweep *sweep)
{
    const struct graphblas_input *loaded = sweep->loaded;
    const GrB_Index sources = loaded->input->source_count;
    GrB_Index count = sources;
    GrB_Index i;
    GrB_Info info = GrB_SUCCESS;

    for (i = 0; i < sources; i++) {
        GRAPHBLAS_TRY(info, GrB_Matrix_setElement_FP64(sweep->frontier, 1, i, loaded->input->sources[i]));
    }
    while (count > 0 && info == GrB_SUCCESS) {
        GRAPHBLAS_TRY(info, note_level(sweep));
        GRAPHBLAS_TRY(info, GrB_Matrix_assign(sweep->paths, NULL, GrB_PLUS_FP64, sweep->frontier, GrB_ALL,
                                              sources, GrB_ALL, loaded->vertices, NULL));
        GRAPHBLAS_TRY(info, GrB_mxm(sweep->frontier, sweep->paths, NULL, GxB_PLUS_FIRST_FP64, sweep->frontier,
                                    loaded->matrix, GrB_DESC_RSC));
        GRAPHBLAS_TRY(info, GrB_Matrix_nvals(&count, sweep->frontier));
    }
    return info;
}

/* The sources themselves, level 0, do not count. */
static GrB_Info go_backward(struct sweep *sweep)
{
    const struct graphblas_input *loaded = sweep->loaded;
    size_t level;
    GrB_Info info = GrB_Matrix_assign_FP64(sweep->dependencies, NULL, NULL, 1, GrB_ALL,
                                           loaded->input->source_count, GrB_ALL, loaded->vertices, NULL);

    for (level = sweep->level_count; level-- > 2;) {
        GRAPHBLAS_TRY(info,
                      GrB_Matrix_eWiseMult_BinaryOp(sweep->parts, sweep->levels[level], NULL, GrB_DIV_FP64,
                                                    sweep->dependencies, sweep->paths, GrB_DESC_RS));
        GRAPHBLAS_TRY(info, GrB_mxm(sweep->parts, sweep->levels[level - 1], NULL, GxB_PLUS_FIRST_FP64,
                                    sweep->parts, loaded->matrix, GrB_DESC_RS));
        GRAPHBLAS_TRY(info, GrB_Matrix_eWiseMult_BinaryOp(sweep->dependencies, NULL, GrB_PLUS_FP64,
                                                          GrB_TIMES_FP64, sweep->parts, sweep->paths, NULL));
    }
    GRAPHBLAS_TRY(info, GrB_Matrix_reduce_Monoid(sweep->sums, NULL, NULL, GrB_PLUS_MONOID_FP64,
                                                 sweep->dependencies, GrB_DESC_T0));
    return GRAPHBLAS_TRY(info, GrB_Vector_wait(sweep->sums, GrB_MATERIALIZE));
}

enum graph_library_outcome graphblas_depend(void *from, uint32_t *words, struct stopwatch *watch)
{
    const struct graphblas_input *loaded = from;
    struct sweep sweep = {.loaded = loaded};
    enum graph_library_outcome outcome;
    GrB_Index i;
    GrB_Info info = sweep_new(loaded, &sweep);

    stopwatch_begin(watch);
    GRAPHBLAS_TRY(info, go_forward(&sweep));
    GRAPHBLAS_TRY(info, go_backward(&sweep));
    stopwatch_end(watch);
    outcome = graphblas_outcome(info);
    for (i = 0; i < loaded->vertices && outcome == GRAPH_LIBRARY_SOLVED; i++) {
        double sum = 0;
        float rest;

        if (GrB_Vector_extractElement_FP64(&sum, sweep.sums, i) != GrB_SUCCESS) {
            outcome = GRAPH_LIBRARY_FAILED;
        } else if (!isfinite(sum)) {
            outcome = GRAPH_LIBRARY_EXCEEDED;
        }
        rest = (float)(sum - loaded->input->source_count);
        memcpy(&words[i], &rest, sizeof rest);
    }
    sweep_free(&sweep);
    return outcome;
}
