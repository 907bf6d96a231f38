#include "host/graph/graph_reduce_queues.h"

#include "host/graph/cut.h"
#include "host/graph/graph_fail.h"
#include "host/graph/graph_queues.h"
#include "host/graph/graph_reduce.h"
#include "host/graph/graph_staging.h"

#include "reduce_kernels.h"
#include <stdio.h>
#include <stdlib.h>

#define DOING "adding a reduction to a graph"

static coop_status open_kernels(struct coop_graph_object *graph, struct coop_graph_reduction *reduction)
{
    char options[128];
    cl_int code = CL_SUCCESS;
    coop_status status;

    if (reduction->tree != NULL) { /* they stay when the tensor is resized */
        return COOP_OK;
    }
    snprintf(options, sizeof options, "-DCOOP_REDUCE_MEMBER=%s -DCOOP_REDUCE_TYPE=%s",
             reduction->tensor->element->members[reduction->member].type,
             coop_scalar_type_name(reduction->scalar->type));
    for (uint32_t i = 0; i < graph->domain_count && code == CL_SUCCESS; ++i) {
        status = coop_graph_build(graph, i, reduce_kernels_text, options, &reduction->programs[i]);
        if (status != COOP_OK) {
            return status;
        }
        reduction->cells[i] = clCreateKernel(reduction->programs[i], "coop_reduce_cells", &code);
    }
    if (code == CL_SUCCESS) {
        reduction->collect = clCreateKernel(reduction->programs[0], "coop_reduce_collect", &code);
    }
    if (code == CL_SUCCESS) {
        reduction->tree = clCreateKernel(reduction->programs[0], "coop_reduce_tree", &code);
    }
    return coop_graph_reached(graph, code, DOING, "clCreateKernel");
}

static cl_mem take(const struct coop_graph_object *graph, uint32_t domain, uint64_t values,
                   const struct coop_graph_reduction *reduction, coop_status *status)
{
    cl_int code = CL_SUCCESS;
    cl_mem memory = NULL;

    if (*status == COOP_OK) {
        memory = clCreateBuffer(graph->domains[domain].opencl, CL_MEM_READ_WRITE,
                                values * reduction->value_bytes, NULL, &code);
        *status = coop_graph_reached(graph, code, DOING, "clCreateBuffer");
    }
    return memory;
}

/* The lists, as reduce.cl wants them. */
static coop_status take_lists(struct coop_graph_object *graph, struct coop_graph_reduction *reduction)
{
    coop_status status =
        coop_graph_constants(graph, reduction->segment_list,
                             reduction->segment_count * sizeof *reduction->segment_list, reduction->segments);

    if (status != COOP_OK) {
        return status;
    }
    reduction->firsts = coop_graph_constant(graph, 0, reduction->first_list,
                                            (reduction->piece_count + (size_t)1) * sizeof(uint32_t));
    reduction->counts = coop_graph_constant(graph, 0, reduction->part_counts,
                                            reduction->tensor->cut.parts[0] * sizeof(uint32_t));
    reduction->block_begins =
        coop_graph_constant(graph, 0, reduction->begins, reduction->block_count * sizeof(uint64_t));
    return reduction->firsts != NULL && reduction->counts != NULL && reduction->block_begins != NULL
               ? COOP_OK
               : COOP_OUT_OF_MEMORY;
}

coop_status coop_graph_reduction_on_queues(struct coop_graph_object *graph,
                                           struct coop_graph_reduction *reduction)
{
    uint64_t pieces = reduction->piece_total;
    coop_status status = open_kernels(graph, reduction);

    status = status == COOP_OK ? take_lists(graph, reduction) : status;
    reduction->there = calloc(reduction->block_count, sizeof *reduction->there);
    reduction->stagings = calloc(reduction->block_count, sizeof *reduction->stagings);
    if (status == COOP_OK && (reduction->there == NULL || reduction->stagings == NULL)) {
        status = coop_graph_no_memory(graph, DOING);
    }
    for (uint32_t i = 0; i < reduction->block_count && status == COOP_OK; ++i) {
        uint32_t device = reduction->tensor->blocks[i].device;
        uint64_t own = reduction->begins[i + 1] - reduction->begins[i];

        if (device != 0) {
            reduction->there[i] = take(graph, graph->domains_of[device], own, reduction, &status);
        }
        if (status == COOP_OK && graph->domains_of[device] != 0) {
            status = coop_graph_staging_open(graph, device, 0, own * reduction->value_bytes,
                                             &reduction->stagings[i]);
        }
    }
    reduction->values = take(graph, 0, reduction->begins[reduction->block_count], reduction, &status);
    reduction->levels[0] = take(graph, 0, pieces, reduction, &status);
    reduction->levels[1] = take(graph, 0, pieces / COOP_PIECE_CELLS + 1, reduction, &status);
    return status;
}
