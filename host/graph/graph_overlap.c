#include "host/graph/graph_overlap.h"

#include "host/graph/cut.h"
#include "host/graph/graph_border.h"
#include "host/graph/graph_command.h"
#include "host/graph/graph_fail.h"
#include "host/graph/graph_watch.h"
#include "host/graph/plan_border.h"
#include <stdlib.h>
#include <string.h>

#define DOING "finishing a graph"
#define CELLS_MIN (UINT64_C(1) << 18) /* of a block, unless overlap is asked for */

/* ---- which tasks are split ---- */

/* The storage whose padding the node reads, and which it does not write; NONE: there is none. */
static uint32_t padded_storage(const struct coop_plan_node *node)
{
    uint32_t padded = COOP_PLAN_NONE;

    for (uint32_t i = 0; i < node->access_count; ++i) {
        if (node->accesses[i].how & (COOP_PLAN_EXCLUSIVE | COOP_PLAN_FILLS)) {
            return COOP_PLAN_NONE;
        }
        padded = node->accesses[i].how & COOP_PLAN_PADDED ? node->accesses[i].storage : padded;
    }
    for (uint32_t i = 0; i < node->access_count; ++i) {
        for (uint32_t k = 0; k < node->access_count; ++k) {
            if (node->accesses[i].how & COOP_PLAN_PADDED && node->accesses[k].how & COOP_PLAN_WRITES &&
                node->accesses[i].storage == node->accesses[k].storage) {
                return COOP_PLAN_NONE;
            }
        }
    }
    return node->kind == COOP_PLAN_KERNEL ? padded : COOP_PLAN_NONE;
}

/* The dimensions in which a side of the block meets another device. */
static unsigned crossed(const struct coop_graph_object *graph, const struct coop_plan_task *task,
                        uint32_t storage)
{
    const struct coop_plan_storage *shape = &graph->plan.storages[storage];
    const struct coop_block *blocks = graph->tensors[storage].object->blocks;
    unsigned found = 0;

    for (uint32_t i = 0; i < 2 * shape->dimensions; ++i) {
        uint32_t beside = coop_plan_beside(shape, task->block, i / 2, (int)(i % 2));

        if (beside != COOP_PLAN_NONE && blocks[beside].device != blocks[task->block].device) {
            found |= 1u << i / 2;
        }
    }
    return found;
}

/* The most padding that a node reads: its tensors may differ in that. */
static uint32_t width_of(const struct coop_graph_object *graph, const struct coop_plan_node *node)
{
    uint32_t width = 0;

    for (uint32_t i = 0; i < node->access_count; ++i) {
        const struct coop_plan_storage *storage = &graph->plan.storages[node->accesses[i].storage];

        if (node->accesses[i].how & COOP_PLAN_PADDED && storage->padding > width) {
            width = storage->padding;
        }
    }
    return width;
}

/* The dimensions in which the task is split into a part and strips of that width. */
static unsigned split_of(const struct coop_graph_object *graph, const struct coop_plan_task *task,
                         uint32_t width)
{
    const struct coop_plan_node *node = &graph->plan.nodes[task->node];
    uint32_t storage = padded_storage(node);
    const uint64_t *local_items = graph->items[node->item].local_items;
    struct coop_range ranges[COOP_RANGES_MAX];
    const struct coop_view *view;
    size_t local[3];
    int has_local = 0;
    unsigned split;

    if (storage == COOP_PLAN_NONE) {
        return 0;
    }
    view = &graph->tensors[storage].object->blocks[task->block].view;
    split = width > 0 ? crossed(graph, task, storage) : 0;
    for (uint32_t i = 0; i < 3; ++i) {
        has_local |= local_items[i] != 0;
        local[i] = local_items[i] != 0 ? local_items[i] : 1;
    }
    if (graph->overlap == COOP_OVERLAP_AUTO &&
        (uint64_t)view->extent[0] * view->extent[1] * view->extent[2] <= CELLS_MIN) {
        return 0;
    }
    return coop_range_split(view->extent, has_local ? local : NULL, view->dimensions, split, width, ranges) >
                   0
               ? split
               : 0;
}

/* ---- a graph's ---- */

static coop_status open_queues(struct coop_graph_object *graph)
{
    coop_status status = COOP_OK;

    for (uint32_t i = 0; i < graph->device_count && status == COOP_OK; ++i) {
        cl_int code;

        graph->queues[graph->queue_count] = coop_graph_watch_queue(graph, i, &code);
        status = coop_graph_reached(graph, code, DOING, "clCreateCommandQueueWithProperties");
        graph->queue_count += status == COOP_OK;
    }
    return status;
}

/* Unless it is asked for, there is none on processors: what copies there is what computes (decision 0077).
 * Between domains the order of each device's one queue is what tasks rely on (graph_staging.h). */
static coop_status is_wanted(struct coop_graph_object *graph, int *wanted)
{
    const struct coop_graph_domain *domain = &graph->domains[0];
    coop_status status = COOP_OK;

    *wanted = graph->device_count > 1 && graph->domain_count == 1 && graph->overlap != COOP_OVERLAP_OFF;
    for (uint32_t i = 0; i < domain->id_count && *wanted && graph->overlap == COOP_OVERLAP_AUTO; ++i) {
        cl_device_type type = 0;

        status = coop_graph_reached(graph,
                                    clGetDeviceInfo(domain->ids[i], CL_DEVICE_TYPE, sizeof type, &type, NULL),
                                    DOING, "clGetDeviceInfo");
        *wanted = status == COOP_OK && !(type & CL_DEVICE_TYPE_CPU);
    }
    return status;
}

coop_status coop_graph_overlap_open(struct coop_graph_object *graph)
{
    uint32_t found = 0;
    int wanted;
    coop_status status = is_wanted(graph, &wanted);

    if (!wanted) {
        return status;
    }
    graph->halos = calloc(graph->plan.task_count + (size_t)1, sizeof *graph->halos);
    for (uint32_t i = 0; i < graph->plan.task_count && graph->halos != NULL; ++i) {
        const struct coop_plan_task *task = &graph->plan.tasks[i];

        graph->halos[i].width = width_of(graph, &graph->plan.nodes[task->node]);
        graph->halos[i].dimensions = split_of(graph, task, graph->halos[i].width);
        if (graph->halos[i].dimensions == 0) {
            continue;
        }
        ++found;
        if (!coop_plan_waits(&graph->plan, i, graph->halos[i].dimensions, &graph->halos[i].waits)) {
            coop_graph_overlap_close(graph);
        }
    }
    if (graph->halos == NULL) {
        return coop_graph_no_memory(graph, DOING);
    }
    return found > 0 ? open_queues(graph) : COOP_OK;
}

void coop_graph_overlap_close(struct coop_graph_object *graph)
{
    for (uint32_t i = 0; i < graph->plan.task_count && graph->halos != NULL; ++i) {
        free(graph->halos[i].waits.items);
    }
    free(graph->halos);
    graph->halos = NULL;
    for (; graph->queue_count > graph->device_count; --graph->queue_count) {
        clReleaseCommandQueue(graph->queues[graph->queue_count - 1]);
        graph->queues[graph->queue_count - 1] = NULL;
    }
}

const struct coop_graph_halo *coop_graph_halo_of(const struct coop_graph_object *graph, uint32_t task)
{
    return graph->halos != NULL && graph->halos[task].dimensions != 0 ? &graph->halos[task] : NULL;
}
