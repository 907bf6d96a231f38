#include "openmp_ways.h"

#include <omp.h>
#include <stdlib.h>

const char graph_library_name[] = "OpenMP";

const struct graph_library_way graph_library_ways[] = {
    {"bfs", openmp_load, openmp_search, openmp_unload, NULL},
    {"components", openmp_load, openmp_label, openmp_unload, NULL},
    {"color", openmp_load, openmp_color, openmp_unload, NULL},
    {"mis", openmp_load, openmp_choose, openmp_unload, NULL},
    {"sssp-topology", openmp_load, openmp_relax_all, openmp_unload, NULL},
    {"sssp-worklist", openmp_paths_load, openmp_paths, openmp_paths_unload, NULL},
    {"pagerank", openmp_load, openmp_rank, openmp_unload, NULL},
    {"bc", openmp_load, openmp_depend, openmp_unload, NULL},
    {"triangles", openmp_load, openmp_triangles, openmp_unload, NULL}};
const unsigned graph_library_way_count = sizeof graph_library_ways / sizeof *graph_library_ways;

unsigned graph_library_threads(void)
{
    return (unsigned)omp_get_max_threads();
}

void *openmp_load(const struct graph_library_input *input)
{
    struct openmp_input *loaded = calloc(1, sizeof *loaded);
    size_t bytes = (size_t)input->graph->vertex_count * sizeof(uint32_t);

    if (loaded == NULL) {
        return NULL;
    }
    loaded->input = *input;
    loaded->lists[0] = malloc(bytes);
    loaded->lists[1] = malloc(bytes);
    loaded->counts = malloc(bytes);
    if (loaded->lists[0] == NULL || loaded->lists[1] == NULL || loaded->counts == NULL) {
        openmp_unload(loaded);
        return NULL;
    }
    return loaded;
}

void openmp_unload(void *from)
{
    struct openmp_input *loaded = from;

    if (loaded != NULL) {
        free(loaded->lists[0]);
        free(loaded->lists[1]);
        free(loaded->counts);
        free(loaded);
    }
}
