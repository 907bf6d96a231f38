/* A search, a product of a frontier and the matrix for each level, and shortest paths in the same way, where
 * the frontier is the vertices whose distance fell (Bellman, Ford). */
#include "graphblas_ways.h"

static GrB_Info go_through_levels(const struct graphblas_input *loaded, GrB_Vector levels,
                                  GrB_Vector frontier)
{
    GrB_Index count = 1;
    int32_t level;
    GrB_Info info = GrB_Vector_setElement_BOOL(frontier, true, 0);

    for (level = 0; count > 0 && info == GrB_SUCCESS; level++) {
        GRAPHBLAS_TRY(info, GrB_Vector_assign_INT32(levels, frontier, NULL, level, GrB_ALL, loaded->vertices,
                                                    GrB_DESC_S));
        GRAPHBLAS_TRY(
            info, GrB_vxm(frontier, levels, NULL, GxB_ANY_PAIR_BOOL, frontier, loaded->matrix, GrB_DESC_RSC));
        GRAPHBLAS_TRY(info, GrB_Vector_nvals(&count, frontier));
    }
    return info;
}

enum graph_library_outcome graphblas_search(void *from, uint32_t *words, struct stopwatch *watch)
{
    const struct graphblas_input *loaded = from;
    GrB_Vector levels = NULL;
    GrB_Vector frontier = NULL;
    GrB_Index i;
    GrB_Info info = GrB_Vector_new(&levels, GrB_INT32, loaded->vertices);

    GRAPHBLAS_TRY(info, GrB_Vector_new(&frontier, GrB_BOOL, loaded->vertices));
    stopwatch_begin(watch);
    GRAPHBLAS_TRY(info, go_through_levels(loaded, levels, frontier));
    stopwatch_end(watch);
    for (i = 0; i < loaded->vertices && info == GrB_SUCCESS; i++) {
        int32_t level = -1;

        words[i] =
            GrB_Vector_extractElement_INT32(&level, levels, i) == GrB_SUCCESS ? (uint32_t)level : UINT32_MAX;
    }
    GrB_Vector_free(&levels);
    GrB_Vector_free(&frontier);
    return graphblas_outcome(info);
}

/* distances  dense. */
static GrB_Info relax(const struct graphblas_input *loaded, GrB_Vector distances, GrB_Vector frontier,
                      GrB_Vector found, GrB_Vector is_less)
{
    GrB_Index count = 1;
    GrB_Info info =
        GrB_Vector_assign_UINT64(distances, NULL, NULL, UINT64_MAX, GrB_ALL, loaded->vertices, NULL);

    GRAPHBLAS_TRY(info, GrB_Vector_setElement_UINT64(distances, 0, 0));
    GRAPHBLAS_TRY(info, GrB_Vector_setElement_UINT64(frontier, 0, 0));
    while (count > 0 && info == GrB_SUCCESS) {
        GRAPHBLAS_TRY(
            info, GrB_vxm(found, NULL, NULL, GrB_MIN_PLUS_SEMIRING_UINT64, frontier, loaded->matrix, NULL));
        GRAPHBLAS_TRY(
            info, GrB_Vector_eWiseMult_BinaryOp(is_less, NULL, NULL, GrB_LT_UINT64, found, distances, NULL));
        GRAPHBLAS_TRY(
            info, GrB_Vector_assign(frontier, is_less, NULL, found, GrB_ALL, loaded->vertices, GrB_DESC_R));
        GRAPHBLAS_TRY(info, GrB_Vector_assign(distances, frontier, NULL, frontier, GrB_ALL, loaded->vertices,
                                              GrB_DESC_S));
        GRAPHBLAS_TRY(info, GrB_Vector_nvals(&count, frontier));
    }
    return info;
}

enum graph_library_outcome graphblas_find_paths(void *from, uint32_t *words, struct stopwatch *watch)
{
    const struct graphblas_input *loaded = from;
    GrB_Vector distances = NULL, frontier = NULL, found = NULL, is_less = NULL;
    GrB_Index i;
    GrB_Info info = GrB_Vector_new(&distances, GrB_UINT64, loaded->vertices);

    GRAPHBLAS_TRY(info, GrB_Vector_new(&frontier, GrB_UINT64, loaded->vertices));
    GRAPHBLAS_TRY(info, GrB_Vector_new(&found, GrB_UINT64, loaded->vertices));
    GRAPHBLAS_TRY(info, GrB_Vector_new(&is_less, GrB_BOOL, loaded->vertices));
    stopwatch_begin(watch);
    GRAPHBLAS_TRY(info, relax(loaded, distances, frontier, found, is_less));
    stopwatch_end(watch);
    for (i = 0; i < loaded->vertices && info == GrB_SUCCESS; i++) {
        uint64_t distance = UINT64_MAX;

        info = GrB_Vector_extractElement_UINT64(&distance, distances, i);
        words[i] = distance < UINT32_MAX ? (uint32_t)distance : UINT32_MAX;
    }
    GrB_Vector_free(&distances);
    GrB_Vector_free(&frontier);
    GrB_Vector_free(&found);
    GrB_Vector_free(&is_less);
    return graphblas_outcome(info);
}
