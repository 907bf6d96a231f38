/* A maximal independent set by Luby's algorithm, as the specification's example writes it, with the places in
 * the application's order for random numbers; and triangles, the elements of A * A where A has one. */
#include "graphblas_ways.h"

enum { CHOSEN = 1, EXCLUDED = 2 };

struct set {
    GrB_Vector places;     /* of all vertices in the order, counted from 1 */
    GrB_Vector candidates; /* the places of those that are not decided */
    GrB_Vector nearest;    /* of each candidate the first place of a candidate around it */
    GrB_Vector chosen;     /* in a round */
    GrB_Vector around;     /* their neighbours */
    GrB_Vector members;
};

static GrB_Info set_new(const struct graphblas_input *loaded, struct set *set)
{
    GrB_Index i;
    GrB_Info info = GrB_Vector_new(&set->places, GrB_UINT32, loaded->vertices);

    GRAPHBLAS_TRY(info, GrB_Vector_new(&set->candidates, GrB_UINT32, loaded->vertices));
    GRAPHBLAS_TRY(info, GrB_Vector_new(&set->nearest, GrB_UINT32, loaded->vertices));
    GRAPHBLAS_TRY(info, GrB_Vector_new(&set->chosen, GrB_BOOL, loaded->vertices));
    GRAPHBLAS_TRY(info, GrB_Vector_new(&set->around, GrB_BOOL, loaded->vertices));
    GRAPHBLAS_TRY(info, GrB_Vector_new(&set->members, GrB_BOOL, loaded->vertices));
    for (i = 0; i < loaded->vertices && info == GrB_SUCCESS; i++) {
        info = GrB_Vector_setElement_UINT32(set->places, loaded->input->ranks[i] + 1, i);
    }
    return GRAPHBLAS_TRY(info, GrB_Vector_wait(set->places, GrB_MATERIALIZE));
}

static void set_free(struct set *set)
{
    GrB_Vector_free(&set->places);
    GrB_Vector_free(&set->candidates);
    GrB_Vector_free(&set->nearest);
    GrB_Vector_free(&set->chosen);
    GrB_Vector_free(&set->around);
    GrB_Vector_free(&set->members);
}

/* A candidate without candidates around it has its own place, which is not 0, for the outcome of the
 * comparison. */
static GrB_Info go_round(const struct graphblas_input *loaded, struct set *set)
{
    const GrB_Index all = loaded->vertices;
    GrB_Info info = GrB_vxm(set->nearest, set->candidates, NULL, GxB_MIN_FIRST_UINT32, set->candidates,
                            loaded->matrix, GrB_DESC_RS);

    GRAPHBLAS_TRY(info, GrB_Vector_eWiseAdd_BinaryOp(set->chosen, NULL, NULL, GrB_LT_UINT32, set->candidates,
                                                     set->nearest, NULL));
    GRAPHBLAS_TRY(info,
                  GrB_Vector_assign(set->chosen, set->chosen, NULL, set->chosen, GrB_ALL, all, GrB_DESC_R));
    GRAPHBLAS_TRY(info,
                  GrB_Vector_assign_BOOL(set->members, set->chosen, NULL, true, GrB_ALL, all, GrB_DESC_S));
    GRAPHBLAS_TRY(info, GrB_vxm(set->around, set->candidates, NULL, GxB_ANY_PAIR_BOOL, set->chosen,
                                loaded->matrix, GrB_DESC_RS));
    GRAPHBLAS_TRY(info, GrB_Vector_assign(set->candidates, set->chosen, NULL, set->candidates, GrB_ALL, all,
                                          GrB_DESC_RSC));
    return GRAPHBLAS_TRY(info, GrB_Vector_assign(set->candidates, set->around, NULL, set->candidates, GrB_ALL,
                                                 all, GrB_DESC_RSC));
}

static GrB_Info go_rounds(const struct graphblas_input *loaded, struct set *set)
{
    GrB_Index count = 1;
    GrB_Info info =
        GrB_Vector_assign(set->candidates, NULL, NULL, set->places, GrB_ALL, loaded->vertices, NULL);

    while (count > 0 && info == GrB_SUCCESS) {
        GRAPHBLAS_TRY(info, go_round(loaded, set));
        GRAPHBLAS_TRY(info, GrB_Vector_nvals(&count, set->candidates));
    }
    return info;
}

enum graph_library_outcome graphblas_choose(void *from, uint32_t *words, struct stopwatch *watch)
{
    const struct graphblas_input *loaded = from;
    struct set set = {NULL, NULL, NULL, NULL, NULL, NULL};
    GrB_Index i;
    GrB_Info info = set_new(loaded, &set);

    stopwatch_begin(watch);
    GRAPHBLAS_TRY(info, go_rounds(loaded, &set));
    stopwatch_end(watch);
    for (i = 0; i < loaded->vertices && info == GrB_SUCCESS; i++) {
        bool is_member = false;

        words[i] =
            GrB_Vector_extractElement_BOOL(&is_member, set.members, i) == GrB_SUCCESS ? CHOSEN : EXCLUDED;
    }
    set_free(&set);
    return graphblas_outcome(info);
}

enum graph_library_outcome graphblas_triangles(void *from, uint32_t *words, struct stopwatch *watch)
{
    const struct graphblas_input *loaded = from;
    GrB_Matrix pairs = NULL;
    GrB_Vector counts = NULL;
    GrB_Index i;
    GrB_Info info = GrB_Matrix_new(&pairs, GrB_UINT32, loaded->vertices, loaded->vertices);

    GRAPHBLAS_TRY(info, GrB_Vector_new(&counts, GrB_UINT32, loaded->vertices));
    stopwatch_begin(watch);
    GRAPHBLAS_TRY(info, GrB_mxm(pairs, loaded->matrix, NULL, GxB_PLUS_PAIR_UINT32, loaded->matrix,
                                loaded->matrix, GrB_DESC_ST1));
    GRAPHBLAS_TRY(info, GrB_Matrix_reduce_Monoid(counts, NULL, NULL, GrB_PLUS_MONOID_UINT32, pairs, NULL));
    GRAPHBLAS_TRY(info, GrB_Vector_wait(counts, GrB_MATERIALIZE));
    stopwatch_end(watch);
    for (i = 0; i < loaded->vertices && info == GrB_SUCCESS; i++) {
        uint32_t count = 0;

        words[i] = GrB_Vector_extractElement_UINT32(&count, counts, i) == GrB_SUCCESS ? count / 2 : 0;
    }
    GrB_Matrix_free(&pairs);
    GrB_Vector_free(&counts);
    return graphblas_outcome(info);
}
