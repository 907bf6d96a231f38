/* Reductions of a graph: what each has. */
#ifndef COOP_HOST_GRAPH_GRAPH_REDUCE_H
#define COOP_HOST_GRAPH_GRAPH_REDUCE_H

#include "host/graph/graph_form.h"

struct coop_segment;

/* A value on its way through a reduction: integers wide, which are cut at the end. */
union coop_number {
    int64_t integer;
    uint64_t natural;
    float single;
    double real;
};

/* Values go through these: of each segment, block after block; of each piece; of 1024 pieces each, and so
 * on. */
struct coop_graph_reduction {
    cl_program programs[COOP_GRAPH_DEVICES_MAX]; /* of each domain */
    cl_kernel cells[COOP_GRAPH_DEVICES_MAX];
    cl_kernel collect; /* of the first */
    cl_kernel tree;
    cl_uint how;     /* of enum coop_operator */
    uint32_t member; /* and which item of it */
    uint32_t item;
    uint32_t value_bytes; /* the scalar's */
    const struct coop_tensor_object
        *tensor; /* borrowed from the graph that made it; a swapped one is cut alike */
    const struct coop_scalar_object *scalar;
    uint32_t sizes[3];      /* of the tensor, for which the rest is; zeros: there is none of it */
    uint32_t piece_count;   /* of a row */
    uint64_t piece_total;   /* of all rows */
    uint32_t segment_count; /* of a row */
    struct coop_segment *segment_list;
    uint32_t *first_list;  /* of each piece its first segment */
    uint32_t longest;      /* cells of a segment */
    uint32_t *part_firsts; /* of each part along x its first segment, and how many it has */
    uint32_t *part_counts;
    uint64_t *begins;                        /* of each block its first value; and the end */
    cl_mem segments[COOP_GRAPH_DEVICES_MAX]; /* of each domain, as reduce.cl wants them */
    cl_mem firsts;
    cl_mem counts;
    cl_mem block_begins;
    cl_mem values; /* on device 0 */
    cl_mem levels[2];
    cl_mem *there;                        /* of each block on another device, its values there; NULL: none */
    struct coop_graph_staging **stagings; /* of each block of another domain than the first; NULL: none */
    uint32_t block_count;
    union coop_number *numbers; /* in runs, instead: of all blocks, then of all pieces */
};

/* Makes a reduction, which is the graph's from here on.
 * numbers  of the tensor and the scalar. */
coop_status coop_graph_reduction_open(struct coop_graph_object *graph, const char *name,
                                      const uint32_t numbers[2], const char *member,
                                      enum coop_operator operation, struct coop_graph_reduction **reduction);

/* Makes a reduction fit its tensor, which may have been resized, and which is held. */
coop_status coop_graph_reduction_fit(struct coop_graph_object *graph, struct coop_graph_reduction *reduction);

void coop_graph_reduction_close(struct coop_graph_reduction *reduction);

#endif
