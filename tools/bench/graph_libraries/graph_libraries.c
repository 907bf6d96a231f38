#include "graph_libraries.h"

#include "tools/measure/clock.h"

#include <string.h>

struct list {
    const struct graph_library *rivals;
    unsigned count;
};

#define LIST(rivals)                           \
    {                                          \
        rivals, sizeof rivals / sizeof *rivals \
    }

static const struct list lists[GRAPH_LIBRARIES] = {
#ifdef RIVALS_HAVE_OPENMP
    [GRAPH_LIBRARY_OPENMP] = LIST(graph_library_openmp),
#endif
#ifdef RIVALS_HAVE_IGRAPH
    [GRAPH_LIBRARY_IGRAPH] = LIST(graph_library_igraph),
#endif
#ifdef RIVALS_HAVE_BOOST
    [GRAPH_LIBRARY_BOOST] = LIST(graph_library_boost),
#endif
#ifdef RIVALS_HAVE_GRAPHBLAS
    [GRAPH_LIBRARY_GRAPHBLAS] = LIST(graph_library_graphblas),
#endif
};

const struct graph_library *graph_library_find(enum graph_library_name library, const char *application)
{
    unsigned i;

    for (i = 0; i < lists[library].count; i++) {
        if (strcmp(lists[library].rivals[i].application, application) == 0) {
            return &lists[library].rivals[i];
        }
    }
    return NULL;
}

struct watch {
    uint64_t begin;
    uint64_t end;
};

static void begin(void *clock)
{
    ((struct watch *)clock)->begin = clock_now_ns();
}

static void end(void *clock)
{
    ((struct watch *)clock)->end = clock_now_ns();
}

int graph_library_run(const struct graph_library *rival, void *loaded, uint32_t *words, uint64_t *ns)
{
    struct watch watch = {0, 0};
    int status = rival->solve(loaded, words, begin, end, &watch);

    *ns = watch.end - watch.begin;
    return status;
}
