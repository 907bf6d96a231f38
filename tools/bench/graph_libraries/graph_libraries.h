/* Which of them were built, and a run of one. */
#ifndef TOOLS_BENCH_GRAPH_LIBRARIES_H
#define TOOLS_BENCH_GRAPH_LIBRARIES_H

#include "graph_library.h"

/* The library's rival for an application, NULL where it has none or was not built. */
const struct graph_library *graph_library_find(enum graph_library_name library, const char *application);

/* A solve's time, in *ns. 0, or not. */
int graph_library_run(const struct graph_library *rival, void *loaded, uint32_t *words, uint64_t *ns);

#endif
