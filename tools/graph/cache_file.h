/* The file of a cache: a header, then rows, arcs, and if there are any weights and identifiers. */
#ifndef TOOLS_GRAPH_CACHE_FILE_H
#define TOOLS_GRAPH_CACHE_FILE_H

#include "graph.h"

#include <stdio.h>

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
