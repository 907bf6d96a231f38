#include "host/graph/graph_device.h"

#include "coop/interop.h"
#include "host/graph/components.h"
#include "host/graph/graph_border.h"
#include "host/graph/graph_fail.h"
#include "host/graph/view.h"

#include "cells_kernels.h"
#include <stdio.h>
#include <stdlib.h>

#define DOING "making a graph"

/* ---- queues ---- */

static coop_status check_domains(const struct coop_graph_object *graph)
{
    for (uint32_t i = 1; i < graph->device_count; ++i) {
        if (coop_devices_domain(graph->devices, i) != coop_devices_domain(graph->devices, 0)) {
            return coop_graph_fail(
                graph, COOP_INVALID_ARGUMENT, DOING,
                "the %u devices are of several domains, between which events do not reach; "
                "open them in one domain",
                graph->device_count);
        }
    }
    return COOP_OK;
}

/* The context's devices. PoCL names the device that was cut where there are parts of it: then the queues are
 * several of one device. Test: faults.graph, which uses parts. */
static coop_status find_devices(struct coop_graph_object *graph)
{
    size_t bytes = 0;
    cl_int code = clGetContextInfo(graph->opencl, CL_CONTEXT_DEVICES, sizeof graph->ids, graph->ids, &bytes);

    if (code != CL_SUCCESS) {
        return coop_graph_reached(graph, code, DOING, "clGetContextInfo");
    }
    graph->id_count = (uint32_t)(bytes / sizeof graph->ids[0]);
    if (graph->id_count != graph->device_count && graph->id_count != 1) {
        return coop_graph_fail(graph, COOP_OPENCL_FAILED, DOING,
                               "the driver names %u devices, and there are %u", graph->id_count,
                               graph->device_count);
    }
    for (uint32_t i = graph->id_count; i < graph->device_count; ++i) {
        graph->ids[i] = graph->ids[0];
    }
    return COOP_OK;
}

/* The context of OpenCL from a memory object of the first device's arena. */
static coop_status find_opencl(struct coop_graph_object *graph)
{
    coop_buffer *buffer = NULL;
    struct _cl_mem *memory = NULL;
    coop_status status = check_domains(graph);

    status = status == COOP_OK ? coop_buffer_create(graph->context, 128, &buffer) : status;
    status = status == COOP_OK ? coop_buffer_as_cl_mem(buffer, &memory) : status;
    if (status == COOP_OK) {
        cl_int code = clGetMemObjectInfo(memory, CL_MEM_CONTEXT, sizeof graph->opencl, &graph->opencl, NULL);

        status = coop_graph_reached(graph, code, DOING, "clGetMemObjectInfo");
        clReleaseMemObject(memory);
    }
    status = status == COOP_OK ? find_devices(graph) : status;
    coop_buffer_destroy(buffer);
    return status;
}

static coop_status open_queues(struct coop_graph_object *graph)
{
    coop_status status = COOP_OK;

    for (uint32_t i = 0; i < graph->device_count && status == COOP_OK; ++i) {
        cl_int code;

        graph->queues[i] = clCreateCommandQueueWithProperties(graph->opencl, graph->ids[i], NULL, &code);
        status = coop_graph_reached(graph, code, DOING, "clCreateCommandQueueWithProperties");
    }
    return status;
}

/* ---- programs ---- */

static coop_status fail_build(struct coop_graph_object *graph, cl_program program, cl_int code)
{
    for (uint32_t i = 0; i < graph->id_count; ++i) {
        char log[900] = "";
        size_t bytes = 0;
        char *all;

        (void)clGetProgramBuildInfo(program, graph->ids[i], CL_PROGRAM_BUILD_LOG, 0, NULL, &bytes);
        all = calloc(1, bytes + 1);
        if (all != NULL) {
            (void)clGetProgramBuildInfo(program, graph->ids[i], CL_PROGRAM_BUILD_LOG, bytes, all, NULL);
            snprintf(log, sizeof log, "%s", all);
        }
        free(all);
        if (log[0] != '\0') {
            return coop_graph_fail(graph, COOP_OPENCL_FAILED, DOING, "the text does not build (%d): %s",
                                   (int)code, log);
        }
    }
    return coop_graph_reached(graph, code, DOING, "clBuildProgram");
}

coop_status coop_graph_build(struct coop_graph_object *graph, const char *text, const char *more,
                             cl_program *program)
{
    char options[1024];
    cl_int code;

    if (snprintf(options, sizeof options, "-cl-std=CL3.0 -cl-kernel-arg-info %s", more != NULL ? more : "") >=
        (int)sizeof options) {
        return coop_graph_fail(graph, COOP_INVALID_ARGUMENT, DOING, "build_options has 980 bytes or more");
    }
    *program = clCreateProgramWithSource(graph->opencl, 1, &text, NULL, &code);
    if (code == CL_SUCCESS) {
        code = clBuildProgram(*program, graph->id_count, graph->ids, options, NULL, NULL);
        return code == CL_SUCCESS ? COOP_OK : fail_build(graph, *program, code);
    }
    return coop_graph_reached(graph, code, DOING, "clCreateProgramWithSource");
}

coop_status coop_graph_devices_open(struct coop_graph_object *graph, const struct coop_graph_options *options)
{
    coop_status status = find_opencl(graph);
    cl_int code = CL_SUCCESS;

    if (status == COOP_OK) {
        status = open_queues(graph);
    }
    if (status == COOP_OK) {
        status = coop_graph_build(graph, options->text, options->build_options, &graph->program);
    }
    if (status == COOP_OK) {
        status = coop_graph_build(graph, cells_kernels_text, NULL, &graph->cells);
    }
    if (status == COOP_OK) {
        graph->copy = clCreateKernel(graph->cells, "coop_cells_copy", &code);
        if (code == CL_SUCCESS) {
            graph->fill = clCreateKernel(graph->cells, "coop_cells_fill", &code);
        }
        status = coop_graph_reached(graph, code, DOING, "clCreateKernel");
    }
    return status;
}

static void release_memory(cl_mem memory)
{
    if (memory != NULL) {
        clReleaseMemObject(memory);
    }
}

/* What coop_graph_take_memory has taken for the tasks. */
static void drop_memory(struct coop_graph_object *graph)
{
    for (uint32_t i = 0; i < graph->plan.task_count; ++i) {
        if (graph->events != NULL && graph->events[i] != NULL) {
            clReleaseEvent(graph->events[i]);
        }
        for (uint32_t side = 0; side < 2 && graph->pieces != NULL; ++side) {
            release_memory(graph->pieces[2 * i + side].there);
            release_memory(graph->pieces[2 * i + side].here);
        }
    }
    free(graph->events);
    free(graph->waits);
    free(graph->pieces);
    graph->events = NULL;
    graph->waits = NULL;
    graph->pieces = NULL;
}

void coop_graph_devices_close(struct coop_graph_object *graph)
{
    for (uint32_t i = 0; i < graph->device_count; ++i) {
        if (graph->queues[i] != NULL) {
            (void)clFinish(graph->queues[i]);
        }
        if (graph->ends[i] != NULL) {
            clReleaseEvent(graph->ends[i]);
        }
    }
    drop_memory(graph);
    for (uint32_t i = 0; i < graph->item_count; ++i) {
        if (graph->items[i].kernel != NULL) {
            clReleaseKernel(graph->items[i].kernel);
        }
        release_memory(graph->items[i].cell);
    }
    for (uint32_t i = 0; i < graph->plan.storage_count; ++i) {
        release_memory(graph->tensors[i].components);
        release_memory(graph->tensors[i].border_cell);
    }
    if (graph->copy != NULL) {
        clReleaseKernel(graph->copy);
    }
    if (graph->fill != NULL) {
        clReleaseKernel(graph->fill);
    }
    if (graph->program != NULL) {
        clReleaseProgram(graph->program);
    }
    if (graph->cells != NULL) {
        clReleaseProgram(graph->cells);
    }
    for (uint32_t i = 0; i < graph->device_count; ++i) {
        if (graph->queues[i] != NULL) {
            clReleaseCommandQueue(graph->queues[i]);
        }
    }
}

/* ---- memory ---- */

cl_mem coop_graph_constant(struct coop_graph_object *graph, const void *from, size_t bytes)
{
    cl_int code;
    cl_mem memory = clCreateBuffer(graph->opencl, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, bytes,
                                   (void *)(uintptr_t)from, &code); /* which is only read */

    return coop_graph_reached(graph, code, DOING, "clCreateBuffer") == COOP_OK ? memory : NULL;
}

coop_status coop_graph_tensor_open(struct coop_graph_object *graph, struct coop_graph_tensor *tensor)
{
    const struct coop_element *element = tensor->object->element;
    uint32_t count = coop_components_list(element, NULL);
    struct coop_component *components = calloc(count, sizeof *components);

    if (components == NULL) {
        return coop_graph_fail(graph, COOP_OUT_OF_MEMORY, DOING, "the host has no memory left for a graph");
    }
    tensor->component_count = coop_components_list(element, components);
    tensor->components = coop_graph_constant(graph, components, count * sizeof *components);
    tensor->border_cell = coop_graph_constant(graph, tensor->object->border_cell, element->bytes);
    free(components);
    return tensor->components != NULL && tensor->border_cell != NULL ? COOP_OK : COOP_OUT_OF_MEMORY;
}

static coop_status lend_blocks(struct coop_tensor_object *tensor)
{
    coop_status status = COOP_OK;

    for (uint32_t i = 0; i < tensor->block_count && status == COOP_OK; ++i) {
        if (tensor->blocks[i].memory == NULL) {
            status = coop_buffer_as_cl_mem(tensor->blocks[i].buffer, &tensor->blocks[i].memory);
        }
    }
    return status;
}

static coop_status take_piece(struct coop_graph_object *graph, uint32_t task, int side)
{
    struct coop_graph_piece *piece = &graph->pieces[2 * task + (uint32_t)side];
    struct coop_border_way way = coop_border_way(graph, task, side);
    cl_int code = CL_SUCCESS;

    if (way.from == NULL || way.from->device == way.to->device) {
        return COOP_OK;
    }
    piece->there = clCreateBuffer(graph->opencl, CL_MEM_READ_WRITE, way.bytes, NULL, &code);
    if (code == CL_SUCCESS) {
        piece->here = clCreateBuffer(graph->opencl, CL_MEM_READ_WRITE, way.bytes, NULL, &code);
    }
    return coop_graph_reached(graph, code, DOING, "clCreateBuffer");
}

static coop_status take_memory(struct coop_graph_object *graph)
{
    uint32_t count = graph->plan.task_count;
    coop_status status = COOP_OK;

    graph->events = calloc(count + 1, sizeof *graph->events);
    graph->waits = calloc(count + (COOP_GRAPH_ARGUMENTS_MAX + (size_t)1) * COOP_GRAPH_DEVICES_MAX + 1,
                          sizeof *graph->waits);
    graph->pieces = calloc(2 * (size_t)count + 1, sizeof *graph->pieces);
    if (graph->events == NULL || graph->waits == NULL || graph->pieces == NULL) {
        return coop_graph_fail(graph, COOP_OUT_OF_MEMORY, DOING, "the host has no memory left for a graph");
    }
    for (uint32_t i = 0; i < graph->plan.storage_count && status == COOP_OK; ++i) {
        status = graph->tensors[i].object != NULL ? lend_blocks(graph->tensors[i].object) : COOP_OK;
    }
    for (uint32_t i = 0; i < 2 * count && status == COOP_OK; ++i) {
        if (graph->plan.nodes[graph->plan.tasks[i / 2].node].kind == COOP_PLAN_BORDER) {
            status = take_piece(graph, i / 2, (int)(i % 2));
        }
    }
    return status;
}

coop_status coop_graph_take_memory(struct coop_graph_object *graph)
{
    coop_status status = take_memory(graph);

    if (status != COOP_OK) {
        drop_memory(graph);
    }
    return status;
}

coop_status coop_graph_check_devices(struct coop_graph_object *graph)
{
    coop_status status = COOP_OK;

    for (uint32_t i = 0; i < graph->device_count && status == COOP_OK; ++i) {
        status = coop_context_check_enqueue(coop_devices_context(graph->devices, i));
    }
    return status;
}
