#include "host/context/parts.h"

#include "host/context/import.h"
#include "host/control/control.h"
#include "host/transport/transports.h"

#define DOING "opening a device"
#define DEFAULT_MEMORY_BYTES ((uint64_t)256 << 20)
#define MEMORY_GRAIN ((uint64_t)64 << 10)

void coop_parts_close(struct coop_context_object *context)
{
    if (context->keeps_arena && context->root != NULL) {
        pthread_mutex_lock(&context->root->lock);
        context->root->keeps_arena = 1;
        pthread_mutex_unlock(&context->root->lock);
    }
    coop_imports_close(context);
    if (context->transport != NULL) {
        context->transport->methods->close(context->transport, context->keeps_arena);
    }
    if (context->queue != NULL && !context->keeps_arena) {
        clReleaseCommandQueue(context->queue);
    }
    if (context->opencl != NULL && context->root == NULL && !context->keeps_arena) {
        clReleaseContext(context->opencl);
    }
    if (context->sub_device != NULL && !context->keeps_arena) {
        clReleaseDevice(context->sub_device);
    }
    context->transport = NULL;
    context->queue = NULL;
    context->opencl = NULL;
    context->sub_device = NULL;
}

static coop_status refuse_arena(struct coop_context_object *context, uint64_t bytes,
                                const struct coop_transport_refusal *refusal)
{
    if (refusal->why != NULL) {
        return coop_error_set_code(&context->errors, COOP_DEVICE_UNFIT, refusal->code, DOING,
                                   "%s cannot serve: %s (%s failed with %s)",
                                   context->device.report.device_name, refusal->why, refusal->call,
                                   coop_opencl_code_name(refusal->code));
    }
    return coop_error_set_code(
        &context->errors, COOP_OUT_OF_MEMORY, refusal->code, DOING,
        "%s failed: %s has no %llu bytes of memory left for it; ask for less (memory_bytes)%s", refusal->call,
        context->device.report.device_name, (unsigned long long)bytes,
        coop_release_count() > 0
            ? ", or stop the last run of this process first: until then the driver keeps what was destroyed"
            : "");
}

void coop_parts_measure(struct coop_context_object *context)
{
    uint64_t slots = context->device.report.worker_groups_max + 1;

    context->slots_max = slots > 1 ? (uint32_t)slots : COOP_SLOTS_MAX;
    context->control_bytes = coop_control_bytes(context->slots_max);
    context->control_bytes = (context->control_bytes + MEMORY_GRAIN - 1) / MEMORY_GRAIN * MEMORY_GRAIN;
}

/* The bytes of the arena: the control blocks, then the buffers. */
static coop_status measure_arena(struct coop_context_object *context, const struct coop_parts_plan *plan,
                                 uint64_t *sum)
{
    uint64_t most = context->device.report.memory_bytes_max;
    uint64_t bytes = plan->memory_bytes != 0 ? plan->memory_bytes : DEFAULT_MEMORY_BYTES;

    if (bytes > most || most - bytes < plan->control_bytes + MEMORY_GRAIN) {
        if (plan->memory_bytes != 0 || most < 2 * plan->control_bytes + 2 * MEMORY_GRAIN) {
            return coop_error_set(
                &context->errors, COOP_OUT_OF_MEMORY, DOING,
                "%llu bytes of device memory were asked for, but %s gives at most %llu at once",
                (unsigned long long)bytes, context->device.report.device_name, (unsigned long long)most);
        }
        bytes = most - plan->control_bytes - MEMORY_GRAIN;
    }
    *sum = (bytes + MEMORY_GRAIN - 1) / MEMORY_GRAIN * MEMORY_GRAIN + plan->control_bytes;
    return COOP_OK;
}

/* The arena, or the context's part of the arena of its domain. */
static coop_status open_arena(struct coop_context_object *context, const struct coop_parts_plan *plan)
{
    const struct coop_transport_kind *kind = coop_transport_find(context->device.report.transport);
    struct coop_transport_site site = {.context = context->opencl,
                                       .device = context->device.id,
                                       .device_sleeps = context->device.sleeps_through_host};
    struct coop_transport_refusal refusal = {0};
    coop_status status = COOP_OK;

    if (context->root != NULL) {
        site.beside = context->root->transport;
        site.beside_at = context->control_at;
        context->arena = context->root->arena;
    } else {
        status = measure_arena(context, plan, &site.bytes);
    }
    if (status != COOP_OK) {
        return status;
    }
    context->transport = kind->open(&site, &refusal);
    if (context->transport == NULL) {
        context->transport = refusal.left;
        return refuse_arena(context, site.bytes, &refusal);
    }
    if (context->root == NULL) {
        coop_arena_open(context->arena, plan->control_bytes, site.bytes, context->transport->view_alignment);
    }
    return coop_context_reached(context, coop_control_init(context->transport), DOING);
}

coop_status coop_parts_open(struct coop_context_object *context, const struct coop_parts_plan *plan)
{
    cl_int code = CL_SUCCESS;

    if (context->root != NULL) {
        context->opencl = context->root->opencl;
    } else if (context->opencl == NULL) { /* otherwise it is the caller's (adopt.h), as its queue may be */
        context->opencl = clCreateContext(NULL, plan->device_count, plan->devices, NULL, NULL, &code);
    }
    if (context->opencl == NULL) {
        return coop_error_opencl(&context->errors, code, "clCreateContext", DOING);
    }
    if (context->queue == NULL) {
        context->queue = clCreateCommandQueueWithProperties(context->opencl, context->device.id, NULL, &code);
    }
    if (context->queue == NULL) {
        return coop_error_opencl(&context->errors, code, "clCreateCommandQueueWithProperties", DOING);
    }
    return open_arena(context, plan);
}
