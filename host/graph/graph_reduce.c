/* What a reduction has. All of it is taken when the node is added, or when
 * the graph is finished again after a tensor was resized: nothing while a graph runs. */
#include "host/graph/graph_reduce.h"

#include "host/graph/cut.h"
#include "host/graph/graph_executor.h"
#include "host/graph/graph_fail.h"
#include "host/graph/graph_staging.h"
#include "host/graph/plan_join.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DOING "adding a reduction to a graph"

/* What is as large as the tensor. */
static void drop_values(struct coop_graph_reduction *reduction)
{
    coop_cl_mem_release(reduction->segments, COOP_GRAPH_DEVICES_MAX);
    coop_cl_mem_release(reduction->there, reduction->block_count);
    for (uint32_t i = 0; i < reduction->block_count && reduction->stagings != NULL; ++i) {
        coop_graph_staging_close(reduction->stagings[i]);
    }
    coop_cl_mem_release(&reduction->firsts, 1);
    coop_cl_mem_release(&reduction->counts, 1);
    coop_cl_mem_release(&reduction->block_begins, 1);
    coop_cl_mem_release(&reduction->values, 1);
    coop_cl_mem_release(reduction->levels, 2);
    free(reduction->segment_list);
    free(reduction->first_list);
    free(reduction->numbers);
    free(reduction->there);
    free(reduction->stagings);
    free(reduction->part_firsts);
    free(reduction->part_counts);
    free(reduction->begins);
    reduction->segment_list = NULL;
    reduction->first_list = NULL;
    reduction->numbers = NULL;
    reduction->there = NULL;
    reduction->stagings = NULL;
    reduction->part_firsts = NULL;
    reduction->part_counts = NULL;
    reduction->begins = NULL;
    reduction->longest = 0;
    memset(reduction->sizes, 0, sizeof reduction->sizes);
}

void coop_graph_reduction_close(struct coop_graph_reduction *reduction)
{
    cl_kernel kernels[] = {reduction->collect, reduction->tree};

    for (unsigned i = 0; i < 2; ++i) {
        if (kernels[i] != NULL) {
            clReleaseKernel(kernels[i]);
        }
    }
    for (unsigned i = 0; i < COOP_GRAPH_DEVICES_MAX; ++i) {
        if (reduction->cells[i] != NULL) {
            clReleaseKernel(reduction->cells[i]);
        }
        if (reduction->programs[i] != NULL) {
            clReleaseProgram(reduction->programs[i]);
        }
    }
    drop_values(reduction);
    free(reduction);
}

/* ---- the member ---- */

struct number_type {
    const char *name;
    char kind; /* signed, unsigned, real */
    uint32_t bytes;
};

static const struct number_type *find_type(const char *name)
{
    static const struct number_type types[] = {
        {"char", 's', 1}, {"uchar", 'u', 1}, {"short", 's', 2}, {"ushort", 'u', 2}, {"int", 's', 4},
        {"uint", 'u', 4}, {"long", 's', 8},  {"ulong", 'u', 8}, {"float", 'r', 4},  {"double", 'r', 8}};

    for (size_t i = 0; i < sizeof types / sizeof types[0]; ++i) {
        if (strcmp(types[i].name, name) == 0) {
            return &types[i];
        }
    }
    return NULL;
}

/* "density", or "momentum[1]". */
static coop_status find_member(const struct coop_graph_object *graph, struct coop_graph_reduction *reduction,
                               const char *name, const char *member)
{
    const struct coop_element *element = reduction->tensor->element;
    size_t length = strcspn(member, "[");

    for (uint32_t i = 0; i < element->member_count; ++i) {
        const struct coop_member *own = &element->members[i];
        unsigned item = 0;
        int end = 0;

        if (strlen(own->name) != length || strncmp(own->name, member, length) != 0) {
            continue;
        }
        if (member[length] == '\0' ? own->items == 1
                                   : sscanf(member + length, "[%u]%n", &item, &end) == 1 && end > 0 &&
                                         item < own->items && member[length + (size_t)end] == '\0') {
            reduction->member = i;
            reduction->item = item;
            return COOP_OK;
        }
        return coop_graph_fail(
            graph, COOP_INVALID_ARGUMENT, DOING,
            "'%s' reduces '%.60s', and the member '%s' of '%s' has %u items; say which, as "
            "in \"%s[0]\"",
            name, member, own->name, element->name, own->items, own->name);
    }
    return coop_graph_fail(graph, COOP_INVALID_ARGUMENT, DOING,
                           "'%s' reduces '%.60s', which the element '%s' does not have", name, member,
                           element->name);
}

static coop_status check_types(const struct coop_graph_object *graph,
                               const struct coop_graph_reduction *reduction, const char *name)
{
    const struct coop_member *member = &reduction->tensor->element->members[reduction->member];
    const struct coop_scalar_object *scalar = reduction->scalar;
    const struct number_type *from = find_type(member->type);
    const struct number_type *to = find_type(coop_scalar_type_name(scalar->type));

    if (from != NULL && from->kind == to->kind && from->bytes <= to->bytes) {
        return COOP_OK;
    }
    return coop_graph_fail(
        graph, COOP_SIGNATURE_MISMATCH, DOING,
        "'%s' reduces '%s', which is of %s, into the scalar '%s', which is of %s; that must "
        "be as wide, and signed, unsigned or real as the member is",
        name, member->name, member->type, scalar->name, to->name);
}

/* ---- memory ---- */

static coop_status list_values(struct coop_graph_object *graph, struct coop_graph_reduction *reduction)
{
    const struct coop_tensor_object *tensor = reduction->tensor;
    uint32_t cells = tensor->view.whole[0];
    uint32_t parts = tensor->cut.parts[0];

    reduction->piece_count = (cells - 1) / COOP_PIECE_CELLS + 1;
    reduction->segment_count = coop_segments_list(cells, parts, NULL, NULL, NULL);
    reduction->segment_list = calloc(reduction->segment_count, sizeof *reduction->segment_list);
    reduction->first_list = calloc(reduction->piece_count + (size_t)1, sizeof *reduction->first_list);
    reduction->piece_total = (uint64_t)reduction->piece_count * tensor->view.whole[1] * tensor->view.whole[2];
    reduction->block_count = tensor->block_count;
    reduction->begins = calloc(tensor->block_count + (size_t)1, sizeof *reduction->begins);
    reduction->part_firsts = calloc(parts, sizeof *reduction->part_firsts);
    reduction->part_counts = calloc(parts, sizeof *reduction->part_counts);
    if (reduction->segment_list == NULL || reduction->first_list == NULL || reduction->part_firsts == NULL ||
        reduction->part_counts == NULL || reduction->begins == NULL) {
        return coop_graph_no_memory(graph, DOING);
    }
    coop_segments_list(cells, parts, reduction->segment_list, reduction->first_list, reduction->part_counts);
    for (uint32_t i = 1; i < parts; ++i) {
        reduction->part_firsts[i] = reduction->part_firsts[i - 1] + reduction->part_counts[i - 1];
    }
    for (uint32_t i = 0; i < reduction->segment_count; ++i) {
        uint32_t own = reduction->segment_list[i].cells;

        reduction->longest = own > reduction->longest ? own : reduction->longest;
    }
    for (uint32_t i = 0; i < tensor->block_count; ++i) {
        const uint32_t *extent = tensor->blocks[i].view.extent;
        uint32_t place[3];

        coop_cut_place(&tensor->cut, i, place);
        reduction->begins[i + 1] =
            reduction->begins[i] + (uint64_t)reduction->part_counts[place[0]] * extent[1] * extent[2];
    }
    return COOP_OK;
}

coop_status coop_graph_reduction_fit(struct coop_graph_object *graph, struct coop_graph_reduction *reduction)
{
    const struct coop_view *view = &reduction->tensor->view;
    coop_status status;

    if (memcmp(reduction->sizes, view->whole, sizeof view->whole) == 0) {
        return COOP_OK;
    }
    drop_values(reduction);
    status = list_values(graph, reduction);
    status = status == COOP_OK ? graph->executor->open_reduction(graph, reduction) : status;
    if (status == COOP_OK) {
        memcpy(reduction->sizes, view->whole, sizeof view->whole);
    }
    return status;
}

coop_status coop_graph_reduction_open(struct coop_graph_object *graph, const char *name,
                                      const uint32_t numbers[2], const char *member,
                                      enum coop_operator operation, struct coop_graph_reduction **opened)
{
    struct coop_graph_reduction *reduction;
    coop_status status;

    if (operation < COOP_SUM || operation > COOP_MAX) {
        return coop_graph_fail(graph, COOP_INVALID_ARGUMENT, DOING,
                               "the operator of '%s' is %d, none of enum coop_operator", name,
                               (int)operation);
    }
    reduction = calloc(1, sizeof *reduction);
    if (reduction == NULL) {
        return coop_graph_no_memory(graph, DOING);
    }
    reduction->tensor = graph->tensors[numbers[0]].object;
    reduction->scalar = graph->tensors[numbers[1]].scalar;
    reduction->how = (cl_uint)operation;
    reduction->value_bytes = coop_scalar_bytes(reduction->scalar->type);
    status = find_member(graph, reduction, name, member);
    status = status == COOP_OK ? check_types(graph, reduction, name) : status;
    status = status == COOP_OK ? coop_graph_reduction_fit(graph, reduction) : status;
    if (status == COOP_OK &&
        !coop_plan_grow(&graph->reductions, graph->reduction_count, sizeof *graph->reductions)) {
        status = coop_graph_no_memory(graph, DOING);
    }
    if (status != COOP_OK) {
        coop_graph_reduction_close(reduction);
        return status;
    }
    graph->reductions[graph->reduction_count++] = reduction;
    *opened = reduction;
    return COOP_OK;
}
