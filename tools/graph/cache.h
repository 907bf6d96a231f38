/* A graph as it was read, kept beside the file that it was read from: FILE.undirected.coop-graph, or
 * FILE.directed.weights.coop-graph and so on.
 *
 * A cache is used when its format, the size and the time of change of the file, and how the file was read
 * are those of now, its checksums are right, and its graph is one: offsets ascend, heads are vertices. One
 * that is not is passed over and written anew. It is written under another name first, so that nobody meets
 * half of one. Its words are in the machine's byte order; a machine of the other order passes it over. */
#ifndef TOOLS_GRAPH_CACHE_H
#define TOOLS_GRAPH_CACHE_H

#include "graph.h"

/* graph_read through the cache.
 *
 * note  out: what was wrong with a cache, or why none was written; "" where there is nothing to say. The
 *       graph is right all the same. */
int graph_read_cached(const char *path, const struct graph_reading *reading, struct graph *graph,
                      struct graph_error *note, struct graph_error *error);

/* The cache's name for a file that is read so; -1 where it does not fit. */
int graph_cache_path(const char *path, const struct graph_reading *reading, char *cache, size_t capacity);

#endif
