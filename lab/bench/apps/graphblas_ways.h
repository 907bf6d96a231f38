/* What the files of graphs_graphblas share. GraphBLAS has products of matrices and vectors, no graph
 * algorithms; these are the ones that its specification and its users write. Its threads are OpenMP's. */
#ifndef LAB_BENCH_GRAPHBLAS_WAYS_H
#define LAB_BENCH_GRAPHBLAS_WAYS_H

#include "graph_library.h"

#include <GraphBLAS.h>

struct graphblas_input {
    const struct graph_library_input *input;
    GrB_Matrix matrix; /* of true, or of weights */
    GrB_Index vertices;
};

enum graph_library_outcome graphblas_search(void *loaded, uint32_t *words, struct stopwatch *watch);
enum graph_library_outcome graphblas_choose(void *loaded, uint32_t *words, struct stopwatch *watch);
enum graph_library_outcome graphblas_find_paths(void *loaded, uint32_t *words, struct stopwatch *watch);
enum graph_library_outcome graphblas_rank(void *loaded, uint32_t *words, struct stopwatch *watch);
enum graph_library_outcome graphblas_depend(void *loaded, uint32_t *words, struct stopwatch *watch);
enum graph_library_outcome graphblas_triangles(void *loaded, uint32_t *words, struct stopwatch *watch);

/* Goes on while calls succeed. */
#define GRAPHBLAS_TRY(info, call) ((info) = (info) == GrB_SUCCESS ? (call) : (info))

static inline enum graph_library_outcome graphblas_outcome(GrB_Info info)
{
    return info == GrB_SUCCESS ? GRAPH_LIBRARY_SOLVED : GRAPH_LIBRARY_FAILED;
}

#endif
