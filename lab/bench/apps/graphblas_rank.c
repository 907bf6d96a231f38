/* PageRank by power iteration: a product of the matrix and what each vertex gives along an arc. */
#include "graphblas_ways.h"

#include <string.h>

struct walk {
    GrB_Vector shares; /* damping / arcs; no element where there are no arcs */
    GrB_Vector ranks;  /* dense, as are the next ones */
    GrB_Vector next;
    GrB_Vector given;
    GrB_Vector dangling; /* the ranks of vertices without arcs */
};

static GrB_Info walk_new(const struct graphblas_input *loaded, struct walk *walk)
{
    const struct graph *graph = loaded->input->graph;
    GrB_Index i;
    GrB_Info info = GrB_Vector_new(&walk->shares, GrB_FP64, loaded->vertices);

    GRAPHBLAS_TRY(info, GrB_Vector_new(&walk->ranks, GrB_FP64, loaded->vertices));
    GRAPHBLAS_TRY(info, GrB_Vector_new(&walk->next, GrB_FP64, loaded->vertices));
    GRAPHBLAS_TRY(info, GrB_Vector_new(&walk->given, GrB_FP64, loaded->vertices));
    GRAPHBLAS_TRY(info, GrB_Vector_new(&walk->dangling, GrB_FP64, loaded->vertices));
    for (i = 0; i < loaded->vertices && info == GrB_SUCCESS; i++) {
        uint32_t arcs = graph->rows[i + 1] - graph->rows[i];

        if (arcs > 0) {
            info = GrB_Vector_setElement_FP64(walk->shares, loaded->input->damping / arcs, i);
        }
    }
    return GRAPHBLAS_TRY(info, GrB_Vector_wait(walk->shares, GrB_MATERIALIZE));
}

static void walk_free(struct walk *walk)
{
    GrB_Vector_free(&walk->shares);
    GrB_Vector_free(&walk->ranks);
    GrB_Vector_free(&walk->next);
    GrB_Vector_free(&walk->given);
    GrB_Vector_free(&walk->dangling);
}

/* change  out: of all ranks, without sign. */
static GrB_Info iterate(const struct graphblas_input *loaded, struct walk *walk, double *change)
{
    const double damping = loaded->input->damping;
    const GrB_Index all = loaded->vertices;
    GrB_Vector swap = walk->ranks;
    double dangling = 0;
    GrB_Info info =
        GrB_Vector_assign(walk->dangling, walk->shares, NULL, walk->ranks, GrB_ALL, all, GrB_DESC_RSC);

    GRAPHBLAS_TRY(info, GrB_Vector_reduce_FP64(&dangling, NULL, GrB_PLUS_MONOID_FP64, walk->dangling, NULL));
    GRAPHBLAS_TRY(info, GrB_Vector_eWiseMult_BinaryOp(walk->given, NULL, NULL, GrB_TIMES_FP64, walk->ranks,
                                                      walk->shares, NULL));
    GRAPHBLAS_TRY(info, GrB_Vector_assign_FP64(walk->next, NULL, NULL,
                                               (1 - damping + damping * dangling) / (double)all, GrB_ALL, all,
                                               NULL));
    GRAPHBLAS_TRY(info, GrB_mxv(walk->next, NULL, GrB_PLUS_FP64, GxB_PLUS_SECOND_FP64, loaded->matrix,
                                walk->given, NULL));
    GRAPHBLAS_TRY(info, GrB_Vector_eWiseMult_BinaryOp(walk->given, NULL, NULL, GrB_MINUS_FP64, walk->next,
                                                      walk->ranks, NULL));
    GRAPHBLAS_TRY(info, GrB_Vector_apply(walk->given, NULL, NULL, GrB_ABS_FP64, walk->given, NULL));
    GRAPHBLAS_TRY(info, GrB_Vector_reduce_FP64(change, NULL, GrB_PLUS_MONOID_FP64, walk->given, NULL));
    walk->ranks = walk->next;
    walk->next = swap;
    return info;
}

static GrB_Info iterate_all(const struct graphblas_input *loaded, struct walk *walk, uint32_t *iterations)
{
    const struct graph_library_input *input = loaded->input;
    double change = input->threshold;
    GrB_Info info = GrB_Vector_assign_FP64(walk->ranks, NULL, NULL, 1.0 / (double)loaded->vertices, GrB_ALL,
                                           loaded->vertices, NULL);

    for (*iterations = 0;
         info == GrB_SUCCESS && *iterations < input->iterations_max && change >= input->threshold;
         ++*iterations) {
        change = 0;
        info = iterate(loaded, walk, &change);
    }
    return info;
}

enum graph_library_outcome graphblas_rank(void *from, uint32_t *words, struct stopwatch *watch)
{
    const struct graphblas_input *loaded = from;
    struct walk walk = {NULL, NULL, NULL, NULL, NULL};
    GrB_Index i;
    GrB_Info info = walk_new(loaded, &walk);

    stopwatch_begin(watch);
    GRAPHBLAS_TRY(info, iterate_all(loaded, &walk, &words[loaded->vertices]));
    stopwatch_end(watch);
    for (i = 0; i < loaded->vertices && info == GrB_SUCCESS; i++) {
        double exact = 0;
        float rank;

        info = GrB_Vector_extractElement_FP64(&exact, walk.ranks, i);
        rank = (float)exact;
        memcpy(&words[i], &rank, sizeof rank);
    }
    walk_free(&walk);
    return graphblas_outcome(info);
}
