#include "host/graph/graph_queues.h"

#include "coop/interop.h"
#include "host/graph/graph_border.h"
#include "host/graph/graph_fail.h"
#include "host/graph/graph_overlap.h"
#include "host/graph/graph_staging.h"
#include "host/graph/graph_watch.h"

#include "cells_kernels.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DOING "making a graph"

/* ---- queues ---- */

/* The contexts' devices. PoCL names the device that was cut where there are parts of it: then the queues are
 * several of one device. Test: faults.graph, which uses parts. */
static coop_status find_devices(const struct coop_graph_object *graph, struct coop_graph_domain *domain)
{
    size_t bytes = 0;
    cl_int code =
        clGetContextInfo(domain->opencl, CL_CONTEXT_DEVICES, sizeof domain->ids, domain->ids, &bytes);

    if (code != CL_SUCCESS) {
        return coop_graph_reached(graph, code, DOING, "clGetContextInfo");
    }
    domain->id_count = (uint32_t)(bytes / sizeof domain->ids[0]);
    if (domain->id_count != domain->device_count && domain->id_count != 1) {
        return coop_graph_fail(graph, COOP_OPENCL_FAILED, DOING,
                               "the driver names %u devices, and there are %u", domain->id_count,
                               domain->device_count);
    }
    for (uint32_t i = domain->id_count; i < domain->device_count; ++i) {
        domain->ids[i] = domain->ids[0];
    }
    return COOP_OK;
}

/* The context of OpenCL from a memory object of the first device's arena. */
static coop_status find_opencl(const struct coop_graph_object *graph, struct coop_graph_domain *domain)
{
    coop_buffer *buffer = NULL;
    struct _cl_mem *memory = NULL;
    coop_status status =
        coop_buffer_create(coop_devices_context(graph->devices, domain->first), 128, &buffer);

    status = status == COOP_OK ? coop_buffer_as_cl_mem(buffer, &memory) : status;
    if (status == COOP_OK) {
        cl_int code =
            clGetMemObjectInfo(memory, CL_MEM_CONTEXT, sizeof domain->opencl, &domain->opencl, NULL);

        status = coop_graph_reached(graph, code, DOING, "clGetMemObjectInfo");
        clReleaseMemObject(memory);
    }
    status = status == COOP_OK ? find_devices(graph, domain) : status;
    coop_buffer_destroy(buffer);
    return status;
}

/* The devices of a domain follow one another. */
static coop_status find_domains(struct coop_graph_object *graph)
{
    coop_status status = COOP_OK;

    for (uint32_t i = 0; i < graph->device_count; ++i) {
        if (i == 0 || coop_devices_domain(graph->devices, i) != coop_devices_domain(graph->devices, i - 1)) {
            graph->domains[graph->domain_count++].first = i;
        }
        graph->domains_of[i] = graph->domain_count - 1;
        graph->domains[graph->domain_count - 1].device_count++;
    }
    for (uint32_t i = 0; i < graph->domain_count && status == COOP_OK; ++i) {
        status = find_opencl(graph, &graph->domains[i]);
    }
    return status;
}

static coop_status open_queues(struct coop_graph_object *graph)
{
    coop_status status = COOP_OK;

    for (uint32_t i = 0; i < graph->device_count && status == COOP_OK; ++i) {
        cl_int code;

        graph->queues[i] = coop_graph_watch_queue(graph, i, &code);
        status = coop_graph_reached(graph, code, DOING, "clCreateCommandQueueWithProperties");
    }
    graph->queue_count = graph->device_count;
    return status;
}

/* ---- programs ---- */

static coop_status fail_build(struct coop_graph_object *graph, const struct coop_graph_domain *domain,
                              cl_program program, cl_int code)
{
    for (uint32_t i = 0; i < domain->id_count; ++i) {
        char log[900] = "";
        size_t bytes = 0;
        char *all;

        (void)clGetProgramBuildInfo(program, domain->ids[i], CL_PROGRAM_BUILD_LOG, 0, NULL, &bytes);
        all = calloc(1, bytes + 1);
        if (all != NULL) {
            (void)clGetProgramBuildInfo(program, domain->ids[i], CL_PROGRAM_BUILD_LOG, bytes, all, NULL);
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

coop_status coop_graph_build(struct coop_graph_object *graph, uint32_t number, const char *text,
                             const char *more, cl_program *program)
{
    const struct coop_graph_domain *domain = &graph->domains[number];
    char options[1024];
    cl_int code;

    if (snprintf(options, sizeof options, "-cl-std=CL3.0 -cl-kernel-arg-info %s", more != NULL ? more : "") >=
        (int)sizeof options) {
        return coop_graph_fail(graph, COOP_INVALID_ARGUMENT, DOING, "build_options has 980 bytes or more");
    }
    *program = clCreateProgramWithSource(domain->opencl, 1, &text, NULL, &code);
    if (code == CL_SUCCESS) {
        code = clBuildProgram(*program, domain->id_count, domain->ids, options, NULL, NULL);
        return code == CL_SUCCESS ? COOP_OK : fail_build(graph, domain, *program, code);
    }
    return coop_graph_reached(graph, code, DOING, "clCreateProgramWithSource");
}

static coop_status open_programs(struct coop_graph_object *graph, uint32_t number,
                                 const struct coop_graph_options *options)
{
    struct coop_graph_domain *domain = &graph->domains[number];
    coop_status status =
        coop_graph_build(graph, number, options->text, options->build_options, &domain->program);
    cl_int code = CL_SUCCESS;

    if (status == COOP_OK) {
        status = coop_graph_build(graph, number, cells_kernels_text, NULL, &domain->cells);
    }
    if (status == COOP_OK) {
        domain->copy = clCreateKernel(domain->cells, "coop_cells_copy", &code);
        if (code == CL_SUCCESS) {
            domain->fill = clCreateKernel(domain->cells, "coop_cells_fill", &code);
        }
        status = coop_graph_reached(graph, code, DOING, "clCreateKernel");
    }
    return status;
}

coop_status coop_graph_queues_open(struct coop_graph_object *graph, const struct coop_graph_options *options)
{
    coop_status status = coop_graph_queues_check(graph);

    status = status == COOP_OK ? find_domains(graph) : status;
    graph->text = malloc(strlen(options->text) + 1);
    if (graph->text == NULL) {
        return coop_graph_no_memory(graph, DOING);
    }
    memcpy(graph->text, options->text, strlen(options->text) + 1);

    if (status == COOP_OK) {
        status = open_queues(graph);
    }
    for (uint32_t i = 0; i < graph->domain_count && status == COOP_OK; ++i) {
        status = open_programs(graph, i, options);
    }
    return status;
}

void coop_graph_forget_events(struct coop_graph_object *graph)
{
    size_t count = graph->plan.task_count;

    for (size_t i = 0; i < count && graph->events != NULL; ++i) {
        if (graph->events[i] != NULL) {
            clReleaseEvent(graph->events[i]);
            graph->events[i] = NULL;
        }
    }
}

void coop_graph_queues_drop_memory(struct coop_graph_object *graph)
{
    for (uint32_t i = 0; i < graph->plan.task_count; ++i) {
        for (uint32_t side = 0; side < 2 && graph->pieces != NULL; ++side) {
            coop_cl_mem_release(&graph->pieces[2 * i + side].there, 1);
            coop_cl_mem_release(&graph->pieces[2 * i + side].here, 1);
            coop_graph_staging_close(graph->pieces[2 * i + side].staging);
        }
    }
    for (uint32_t i = 0; i < graph->plan.storage_count; ++i) {
        for (uint32_t k = 0; k < graph->device_count; ++k) {
            coop_graph_staging_close(graph->tensors[i].stagings[k]);
            graph->tensors[i].stagings[k] = NULL;
        }
    }
    coop_graph_forget_events(graph);
    free(graph->events);
    free(graph->stages);
    free(graph->waits);
    free(graph->pieces);
    graph->events = NULL;
    graph->stages = NULL;
    graph->waits = NULL;
    graph->pieces = NULL;
    coop_graph_overlap_close(graph);
}

static void close_programs(const struct coop_graph_domain *domain)
{
    if (domain->copy != NULL) {
        clReleaseKernel(domain->copy);
    }
    if (domain->fill != NULL) {
        clReleaseKernel(domain->fill);
    }
    if (domain->program != NULL) {
        clReleaseProgram(domain->program);
    }
    if (domain->cells != NULL) {
        clReleaseProgram(domain->cells);
    }
}

void coop_graph_queues_close(struct coop_graph_object *graph)
{
    for (uint32_t i = 0; i < 2 * graph->device_count; ++i) { /* one may wait for another */
        if (graph->queues[i] != NULL && graph->is_running) {
            (void)clFlush(graph->queues[i]);
        }
    }
    for (uint32_t i = 0; i < 2 * graph->device_count; ++i) {
        if (graph->queues[i] != NULL) {
            (void)clFinish(graph->queues[i]);
        }
        if (graph->ends[i] != NULL) {
            clReleaseEvent(graph->ends[i]);
        }
    }
    coop_graph_queues_drop_memory(graph);
    for (uint32_t i = 0; i < graph->domain_count; ++i) {
        close_programs(&graph->domains[i]);
    }
    for (uint32_t i = 0; i < graph->device_count; ++i) {
        if (graph->queues[i] != NULL) {
            clReleaseCommandQueue(graph->queues[i]);
        }
    }
}

/* ---- memory ---- */

cl_mem coop_graph_constant(struct coop_graph_object *graph, uint32_t domain, const void *from, size_t bytes)
{
    cl_int code;
    cl_mem memory = clCreateBuffer(graph->domains[domain].opencl, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                                   bytes, (void *)(uintptr_t)from, &code); /* which is only read */

    return coop_graph_reached(graph, code, DOING, "clCreateBuffer") == COOP_OK ? memory : NULL;
}

coop_status coop_graph_constants(struct coop_graph_object *graph, const void *from, size_t bytes,
                                 cl_mem *memory)
{
    for (uint32_t i = 0; i < graph->domain_count; ++i) {
        memory[i] = coop_graph_constant(graph, i, from, bytes);
        if (memory[i] == NULL) {
            return COOP_OUT_OF_MEMORY;
        }
    }
    return COOP_OK;
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
    uint32_t from;
    uint32_t to;

    if (way.from == NULL || way.from->device == way.to->device) {
        return COOP_OK;
    }
    from = graph->domains_of[way.from->device];
    to = graph->domains_of[way.to->device];
    piece->there = clCreateBuffer(graph->domains[from].opencl, CL_MEM_READ_WRITE, way.bytes, NULL, &code);
    if (code == CL_SUCCESS) {
        piece->here = clCreateBuffer(graph->domains[to].opencl, CL_MEM_READ_WRITE, way.bytes, NULL, &code);
    }
    if (code != CL_SUCCESS || from == to) {
        return coop_graph_reached(graph, code, DOING, "clCreateBuffer");
    }
    return coop_graph_staging_open(graph, way.from->device, way.to->device, way.bytes, &piece->staging);
}

/* From the first device, which is of domain 0. */
static coop_status take_stagings(struct coop_graph_object *graph, struct coop_graph_tensor *tensor)
{
    uint32_t bytes = coop_scalar_bytes(tensor->scalar->type);
    coop_status status;

    for (uint32_t i = 0; i < graph->device_count; ++i) {
        if (graph->domains_of[i] == 0) {
            continue;
        }
        status = coop_graph_staging_open(graph, 0, i, bytes, &tensor->stagings[i]);
        if (status != COOP_OK) {
            return status;
        }
    }
    return COOP_OK;
}

coop_status coop_graph_queues_take_memory(struct coop_graph_object *graph)
{
    uint32_t count = graph->plan.task_count;
    coop_status status = coop_graph_overlap_open(graph);

    if (status != COOP_OK) {
        return status;
    }
    graph->events = calloc(count + 1, sizeof *graph->events);
    graph->stages = calloc(count + (size_t)1, sizeof *graph->stages);
    graph->waits = calloc(count + (COOP_GRAPH_ARGUMENTS_MAX + (size_t)1) * COOP_GRAPH_DEVICES_MAX + 1,
                          sizeof *graph->waits);
    graph->pieces = calloc(2 * (size_t)count + 1, sizeof *graph->pieces);
    if (graph->events == NULL || graph->stages == NULL || graph->waits == NULL || graph->pieces == NULL) {
        return coop_graph_no_memory(graph, DOING);
    }
    for (uint32_t i = 0; i < graph->plan.storage_count && status == COOP_OK; ++i) {
        status = graph->tensors[i].object != NULL ? lend_blocks(graph->tensors[i].object)
                                                  : take_stagings(graph, &graph->tensors[i]);
    }
    for (uint32_t i = 0; i < 2 * count && status == COOP_OK; ++i) {
        if (graph->plan.nodes[graph->plan.tasks[i / 2].node].kind == COOP_PLAN_BORDER) {
            status = take_piece(graph, i / 2, (int)(i % 2));
        }
    }
    return status;
}

coop_status coop_graph_queues_check(struct coop_graph_object *graph)
{
    coop_status status = COOP_OK;

    for (uint32_t i = 0; i < graph->device_count && status == COOP_OK; ++i) {
        status = coop_context_check_enqueue(coop_devices_context(graph->devices, i));
    }
    return status;
}
