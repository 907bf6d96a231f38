#include "host/context/context.h"

#include "host/base/process.h"
#include "host/context/kept.h"
#include "host/control/control.h"
#include "host/device/device_set.h"
#include "host/device/exclusive.h"
#include "host/transport/table.h"
#include <stdio.h>
#include <stdlib.h>

#define DOING "opening a device"
#define USING "using a context"
#define DEFAULT_MEMORY_BYTES ((uint64_t)256 << 20)
#define MEMORY_GRAIN ((uint64_t)64 << 10)

/* Releases what the context has of OpenCL. */
static void close_parts(struct coop_context_object *context)
{
    if (context->transport != NULL) {
        context->transport->methods->close(context->transport, context->keeps_arena);
    }
    if (context->queue != NULL && !context->keeps_arena) {
        clReleaseCommandQueue(context->queue);
    }
    if (context->opencl != NULL && !context->keeps_arena) {
        clReleaseContext(context->opencl);
    }
    context->transport = NULL;
    context->queue = NULL;
    context->opencl = NULL;
}

static void context_release(struct coop_object *object)
{
    struct coop_context_object *context = (struct coop_context_object *)object;

    close_parts(context);
    coop_memory_clear(&context->memory);
    coop_error_record_clear(&context->errors);
    pthread_mutex_destroy(&context->lock);
    free(context);
}

static void context_destroy(struct coop_object *object)
{
    struct coop_context_object *context = (struct coop_context_object *)object;

    coop_release_object(&context->release, &context->device, object, context_release);
}

static coop_status find_device(struct coop_context_object *context,
                               const struct coop_context_options *options)
{
    struct coop_device_set set;
    const struct coop_device *device = NULL;
    coop_status status = coop_device_set_find(&context->errors, options->worker_groups, &set);

    if (status != COOP_OK) {
        return status;
    }
    status = coop_device_choose(&context->errors, &set, options->device, &device);
    if (device != NULL) {
        context->device = *device;
    }
    coop_device_set_clear(&set);
    return status;
}

static coop_status check_worker_groups(struct coop_context_object *context, uint32_t worker_groups)
{
    const struct coop_device_traits *traits = context->device.traits;
    uint32_t most = context->device.report.worker_groups_max;
    char remedy[160] = "ask for fewer";

    if (most == 0 || worker_groups <= most) {
        return COOP_OK;
    }
    if (traits->units_variable != NULL) {
        snprintf(remedy, sizeof remedy,
                 "ask for them before any other OpenCL call of the process, or set %s to at least %u in the "
                 "environment",
                 traits->units_variable, worker_groups + 1 + traits->spare_units);
    }
    return coop_error_set(&context->errors, COOP_INVALID_ARGUMENT, DOING,
                          "%u worker work-groups were asked for, but %s holds only %u at once; %s",
                          worker_groups, context->device.report.device_name, most, remedy);
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

/* The transport that the caller requests, else the one that the environment requests, else the device's
 * own, which the report already names. */
static coop_status choose_transport(struct coop_context_object *context, const char *requested)
{
    struct coop_device_report *report = &context->device.report;
    const struct coop_transport_kind *kind;
    char names[100];

    requested = coop_transport_requested(requested);
    if (requested[0] == '\0') {
        return COOP_OK;
    }
    kind = coop_transport_find(requested);
    if (kind == NULL) {
        coop_transport_names(names, sizeof names);
        return coop_error_set(&context->errors, COOP_INVALID_ARGUMENT, DOING,
                              "there is no transport \"%s\"; there are %s", requested, names);
    }
    if (!kind->serves(report)) {
        return coop_error_set(&context->errors, COOP_DEVICE_UNFIT, DOING,
                              "%s has no %s, which the transport \"%s\" stands "
                              "on; leave the choice to the library, or ask for \"%s\"",
                              report->device_name, kind->stands_on, kind->name,
                              coop_transport_suited(report, NULL)->name);
    }
    report->transport = kind->name;
    return COOP_OK;
}

/* The arena: the control block with the most slots that it may have, then the buffers. */
static coop_status open_arena(struct coop_context_object *context, uint64_t memory_bytes)
{
    uint64_t most = context->device.report.memory_bytes_max;
    uint64_t slots = context->device.report.worker_groups_max + 1;
    uint64_t bytes = memory_bytes != 0 ? memory_bytes : DEFAULT_MEMORY_BYTES;
    struct coop_transport_site site = {.context = context->opencl,
                                       .device = context->device.id,
                                       .device_sleeps = context->device.sleeps_through_host};
    struct coop_transport_refusal refusal = {0};

    context->slots_max = slots > 1 ? (uint32_t)slots : COOP_SLOTS_MAX;
    context->control_bytes = coop_control_bytes(context->slots_max);
    context->control_bytes = (context->control_bytes + MEMORY_GRAIN - 1) / MEMORY_GRAIN * MEMORY_GRAIN;
    if (bytes > most || most - bytes < context->control_bytes + MEMORY_GRAIN) {
        if (memory_bytes != 0 || most < 2 * context->control_bytes + 2 * MEMORY_GRAIN) {
            return coop_error_set(
                &context->errors, COOP_OUT_OF_MEMORY, DOING,
                "%llu bytes of device memory were asked for, but %s gives at most %llu at once",
                (unsigned long long)bytes, context->device.report.device_name, (unsigned long long)most);
        }
        bytes = most - context->control_bytes - MEMORY_GRAIN;
    }
    bytes = (bytes + MEMORY_GRAIN - 1) / MEMORY_GRAIN * MEMORY_GRAIN;
    bytes += context->control_bytes;
    site.bytes = bytes;
    context->transport = coop_transport_find(context->device.report.transport)->open(&site, &refusal);
    if (context->transport == NULL) {
        context->transport = refusal.left;
        return refuse_arena(context, bytes, &refusal);
    }
    coop_memory_init(&context->memory, context->control_bytes, bytes);
    return coop_context_reached(context, coop_control_init(context->transport), DOING);
}

static coop_status open_context(struct coop_context_object *context,
                                const struct coop_context_options *options)
{
    cl_int code;
    coop_status status = coop_device_check_workers(&context->errors, options->worker_groups, DOING);

    if (status == COOP_OK) {
        status = find_device(context, options);
    }
    if (status == COOP_OK) {
        status = check_worker_groups(context, options->worker_groups);
    }
    if (status == COOP_OK) {
        status = choose_transport(context, options->transport);
    }
    if (status == COOP_OK && coop_exclusive_is_taken(&context->device)) {
        coop_kept_poll();
    }
    if (status == COOP_OK && coop_exclusive_is_taken(&context->device)) {
        status = coop_exclusive_refuse(&context->errors, &context->device, DOING);
    }
    if (status != COOP_OK) {
        return status;
    }
    context->opencl = clCreateContext(NULL, 1, &context->device.id, NULL, NULL, &code);
    if (context->opencl == NULL) {
        return coop_error_opencl(&context->errors, code, "clCreateContext", DOING);
    }
    context->queue = clCreateCommandQueueWithProperties(context->opencl, context->device.id, NULL, &code);
    if (context->queue == NULL) {
        return coop_error_opencl(&context->errors, code, "clCreateCommandQueueWithProperties", DOING);
    }
    return open_arena(context, options->memory_bytes);
}

/* A context that could not be opened keeps its error record and nothing else, if its parts can be released
 * now; otherwise until its end. */
static void close_halves(struct coop_context_object *context)
{
    if (coop_release_begin(&context->device)) {
        close_parts(context);
        coop_release_end(&context->device);
    }
}

coop_status coop_context_create(const struct coop_context_options *options, coop_context **handle)
{
    static const struct coop_context_options defaults = {0};
    struct coop_context_object *context;
    coop_status status;

    if (handle == NULL) {
        return coop_error_null(NULL, DOING, "context");
    }
    *handle = NULL;
    if (coop_process_is_fork()) { /* there is no context to ask, nor a table for its handle */
        return coop_error_set(NULL, COOP_NO_DEVICE, DOING, COOP_PROCESS_FORKED);
    }
    context = calloc(1, sizeof *context);
    if (context == NULL) {
        return coop_error_out_of_memory(NULL, DOING);
    }
    coop_object_init(&context->base, COOP_KIND_CONTEXT, context, context_destroy);
    coop_error_record_init(&context->errors);
    pthread_mutex_init(&context->lock, NULL);
    status = open_context(context, options != NULL ? options : &defaults);
    context->is_open = status == COOP_OK;
    if (!context->is_open) {
        close_halves(context);
    }
    *handle = coop_object_open(&context->base);
    coop_object_release(&context->base);
    return *handle != NULL ? status : coop_error_out_of_memory(NULL, DOING);
}

/* Lets nothing new begin, and stops the run that is set up, if there is one. A run that is still being set up
 * sees `is_closing` when it is (H4). */
static void stop_run(struct coop_context_object *context)
{
    void (*stop)(struct coop_object * run);
    struct coop_object *run;

    pthread_mutex_lock(&context->lock);
    context->is_closing = 1;
    stop = context->stop_run;
    run = stop != NULL ? context->run : NULL;
    if (run != NULL) {
        coop_object_keep(run);
    }
    pthread_mutex_unlock(&context->lock);
    if (run != NULL) {
        stop(run);
        coop_object_release(run);
    }
}

void coop_context_destroy(coop_context *handle)
{
    struct coop_context_object *context = coop_object_close(handle, COOP_KIND_CONTEXT);

    if (context != NULL) {
        stop_run(context);
        coop_object_close_all(context);
        coop_object_release(&context->base);
    }
}

struct coop_context_object *coop_context_get(coop_context *handle)
{
    struct coop_context_object *context = coop_object_get(handle, COOP_KIND_CONTEXT);

    if (context == NULL) {
        coop_error_handle(handle, USING, "context");
    } else if (!context->is_open) {
        coop_error_set(&context->errors, COOP_INVALID_HANDLE, USING,
                       "the context was never opened: its creation failed");
        coop_object_release(&context->base);
        context = NULL;
    }
    return context;
}

void *coop_context_hand_out(struct coop_context_object *context, struct coop_object *object,
                            const char *doing, coop_status *status)
{
    void *handle = coop_object_open(object);
    int is_closing;

    if (handle == NULL) {
        *status = coop_error_out_of_memory(&context->errors, doing);
        return NULL;
    }
    pthread_mutex_lock(&context->lock);
    is_closing = context->is_closing;
    pthread_mutex_unlock(&context->lock);
    if (is_closing) { /* the destroy may have closed the handle already, or have looked before it was there */
        coop_object_release(coop_object_close(handle, object->kind));
        *status = coop_error_set(&context->errors, COOP_INVALID_HANDLE, doing,
                                 "the context was destroyed meanwhile");
        return NULL;
    }
    *status = COOP_OK;
    return handle;
}

coop_status coop_context_error(coop_context *handle, struct coop_error *error)
{
    struct coop_context_object *context = coop_object_get(handle, COOP_KIND_CONTEXT);

    if (error == NULL) {
        coop_object_release(context != NULL ? &context->base : NULL);
        return coop_error_null(NULL, USING, "error");
    }
    if (context == NULL) {
        coop_error_handle(handle, USING, "context");
        coop_error_copy(NULL, error);
        return COOP_INVALID_HANDLE;
    }
    coop_error_copy(&context->errors, error);
    coop_object_release(&context->base);
    return COOP_OK;
}

coop_status coop_context_device(coop_context *handle, struct coop_device_report *report)
{
    struct coop_context_object *context = coop_object_get(handle, COOP_KIND_CONTEXT);
    coop_status status = COOP_OK;

    if (context == NULL) {
        return coop_error_handle(handle, USING, "context");
    }
    if (context->device.id == NULL) {
        status = coop_error_set(NULL, COOP_INVALID_HANDLE, USING,
                                "the context has no device: its creation failed before one was chosen");
    } else if (report == NULL) {
        status = coop_error_null(&context->errors, USING, "report");
    } else {
        *report = context->device.report;
    }
    coop_object_release(&context->base);
    return status;
}

coop_status coop_context_reached(struct coop_context_object *context, coop_status status, const char *doing)
{
    const char *call;
    int code;

    if (status == COOP_OK) {
        return COOP_OK;
    }
    call = coop_transport_failure(context->transport, &code);
    if (status != COOP_OPENCL_FAILED || call == NULL) {
        return coop_error_set(&context->errors, status, doing, "the host has no memory left for it");
    }
    return coop_error_set_code(&context->errors, COOP_OPENCL_FAILED, code, doing,
                               "the device's memory cannot be reached any more: %s failed with %s (%d); "
                               "destroy the context and create another one",
                               call, coop_opencl_code_name(code), code);
}
