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

#include <stdio.h>

/* graph_read through the cache.
 *
 * note  out: what was wrong with a cache, or why none was written; "" where there is nothing to say. The
 *       graph is right all the same. */
int graph_read_cached(const char *path, const struct graph_reading *reading, struct graph *graph,
                      struct graph_error *note, struct graph_error *error);

/* The cache's name for a file that is read so; -1 where it does not fit. */
int graph_cache_path(const char *path, const struct graph_reading *reading, char *cache, size_t capacity);

/* The file of a cache: a header, then rows, arcs, and if there are any weights and identifiers. */

#define CACHE_MARK "coopgrph"
#define CACHE_VERSION 1u
#define CACHE_ORDER 0x01020304u

/* What a cache was made from, and how. */
struct cache_key {
    uint64_t size_bytes;
    int64_t changed_s;
    int64_t changed_ns;
    uint32_t direction;
    uint32_t wants_weights;
};

/* Without padding. */
struct cache_header {
    char mark[8];
    uint32_t version;
    uint32_t order;
    struct cache_key key;
    uint32_t vertex_count;
    uint32_t arc_count;
    uint32_t has_weights;
    uint32_t has_ids;
    uint64_t body_checksum; /* CRC-64 of what is behind the header */
    uint64_t checksum;      /* of the header up to here */
};

_Static_assert(sizeof(struct cache_header) == 80, "the header has no padding");

enum cache_finding {
    CACHE_FOUND,   /* *graph is it */
    CACHE_MISSING, /* there is none, or one of another key */
    CACHE_DAMAGED  /* `reason` says what is wrong */
};

enum cache_finding cache_file_read(FILE *file, const struct cache_key *key, struct graph *graph,
                                   const char **reason);

/* Failures are those of `file`. */
void cache_file_write(FILE *file, const struct cache_key *key, const struct graph *graph);

#endif
