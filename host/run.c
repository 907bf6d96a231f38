#include "host/run_object.h"

#include "host/clock.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STARTING "starting a run"
#define STOPPING "stopping a run"
#define DEFAULT_LOCAL_ITEMS 64
#define DEFAULT_START_NS ((uint64_t)120 * 1000000000)
#define DEFAULT_STOP_NS ((uint64_t)30 * 1000000000)
#define DISCOVERY_NS ((uint64_t)10 * 1000000000)
#define SLICE_NS ((uint64_t)50 * 1000000)

static struct coop_transport *transport_of(struct coop_run_object *run)
{
    return run->context->transport;
}

static uint32_t load(struct coop_run_object *run, uint64_t offset)
{
    return transport_of(run)->methods->load(transport_of(run), offset);
}

uint32_t coop_run_notice(struct coop_run_object *run)
{
    return load(run, COOP_AT(notice));
}

void coop_run_wait_notice(struct coop_run_object *run, uint32_t seen, uint64_t deadline_ns)
{
    uint64_t left = coop_clock_left_ns(deadline_ns);

    transport_of(run)->methods->wait(transport_of(run), seen, left < SLICE_NS ? left : SLICE_NS);
}

/* Has the megakernel ended, for whatever reason? */
static int has_ended(struct coop_run_object *run)
{
    cl_int state = CL_QUEUED;

    if (clGetEventInfo(run->event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL) !=
        CL_SUCCESS) {
        return 0;
    }
    return state <= CL_COMPLETE;
}

static void finish_launch(struct coop_run_object *run, struct coop_launch_object *launch, int was_answered)
{
    struct coop_transport *transport = transport_of(run);
    uint64_t at = coop_instance_at(launch->index);

    if (was_answered) {
        transport->methods->read(transport, at + offsetof(struct coop_instance, stats), &launch->stats,
                                 sizeof launch->stats);
        launch->was_cut_short = launch->stats.was_cut_short != 0;
    } else {
        launch->was_cut_short = 1;
    }
    launch->is_done = 1;
    transport->methods->store(transport, at + offsetof(struct coop_instance, state), COOP_INSTANCE_EMPTY);
    run->entries[launch->index] = NULL;
    coop_object_release(&launch->base);
}

uint64_t coop_instance_at(uint32_t index)
{
    return COOP_AT(instances) + (uint64_t)index * sizeof(struct coop_instance);
}

void coop_run_harvest(struct coop_run_object *run)
{
    int ended;

    pthread_mutex_lock(&run->lock);
    ended = run->phase == COOP_RUN_LIVE && has_ended(run);
    for (uint32_t i = 0; i < COOP_INSTANCES_MAX; i++) {
        if (run->entries[i] != NULL) {
            uint32_t state = load(run, coop_instance_at(i) + offsetof(struct coop_instance, state));
            if (state == COOP_INSTANCE_DONE || ended) {
                finish_launch(run, run->entries[i], state == COOP_INSTANCE_DONE);
            }
        }
    }
    if (ended) {
        coop_failure_take(run);
        transport_of(run)->methods->read(transport_of(run), COOP_AT(trace_cursor), &run->trace_cursor,
                                         sizeof run->trace_cursor);
        run->phase = COOP_RUN_ENDED;
        pthread_mutex_lock(&run->context->lock);
        if (run->context->run == run) {
            run->context->run = NULL; /* another run may start */
        }
        pthread_mutex_unlock(&run->context->lock);
    }
    pthread_mutex_unlock(&run->lock);
}

int coop_run_is_live(struct coop_run_object *run)
{
    int is_live;

    pthread_mutex_lock(&run->lock);
    is_live = run->phase == COOP_RUN_LIVE;
    pthread_mutex_unlock(&run->lock);
    return is_live;
}

coop_status coop_run_timed_out(struct coop_run_object *run, const char *doing, const char *what)
{
    size_t capacity = 16384;
    char *text = malloc(capacity);

    coop_error_set(&run->context->errors, COOP_TIMED_OUT, doing,
                   "%s; the details show what every work-group does", what);
    if (text != NULL) {
        coop_describe(run, text, capacity);
        coop_error_details(&run->context->errors, text);
    }
    free(text);
    return COOP_TIMED_OUT;
}

static void run_destroy(struct coop_object *object)
{
    struct coop_run_object *run = (struct coop_run_object *)object;

    if (run->trace_at != 0 && run->phase == COOP_RUN_ENDED) {
        pthread_mutex_lock(&run->context->lock);
        coop_memory_give(&run->context->memory, run->trace_at);
        pthread_mutex_unlock(&run->context->lock);
    }
    if (run->event != NULL) {
        clReleaseEvent(run->event);
    }
    if (run->kernel != NULL) {
        clReleaseKernel(run->kernel);
    }
    free(run->launches);
    pthread_mutex_destroy(&run->lock);
    coop_object_release(&run->module->base);
    coop_object_release(&run->context->base);
    free(run);
}

static coop_status check_options(struct coop_run_object *run, uint32_t worker_groups)
{
    struct coop_context_object *context = run->context;
    const struct coop_device_report *report = &context->device.report;

    if (run->local_items > report->local_items_max || run->local_items > COOP_LOCAL_ITEMS_MAX) {
        return coop_error_set(&context->errors, COOP_INVALID_ARGUMENT, STARTING,
                              "%u work-items are more than a work-group of %s can have (%llu)",
                              run->local_items, report->device_name,
                              (unsigned long long)(report->local_items_max < COOP_LOCAL_ITEMS_MAX
                                                       ? report->local_items_max
                                                       : COOP_LOCAL_ITEMS_MAX));
    }
    if (run->local_items == 2 && context->device.is_pocl && context->device.pocl_major < 7) {
        return coop_error_set(&context->errors, COOP_INVALID_ARGUMENT, STARTING,
                              "local size 2 is miscompiled by this version of PoCL (%s); use 1, 4 or more",
                              report->platform_version);
    }
    if (worker_groups >= context->slots_max) {
        return coop_error_set(
            &context->errors, COOP_INVALID_ARGUMENT, STARTING,
            "%u worker work-groups are more than the %u that %s holds at once; ask for more when "
            "creating the context (worker_groups)",
            worker_groups, context->slots_max - 1, report->device_name);
    }
    return COOP_OK;
}

/* A zeroed control block with its setup. */
static coop_status write_control(struct coop_run_object *run)
{
    struct coop_transport *transport = transport_of(run);
    struct coop_control_setup setup = {0};

    run->control_bytes = sizeof(struct coop_control) + (uint64_t)run->slot_count * COOP_SLOT_BYTES;
    setup.magic = COOP_CONTROL_MAGIC;
    setup.version = COOP_CONTROL_VERSION;
    setup.groups_launched = run->slot_count;
    setup.groups_wanted = run->slot_count;
    setup.local_items = run->local_items;
    setup.kernel_count = run->module->kernel_count;
    setup.slots_at = sizeof(struct coop_control);
    setup.trace_capacity = run->trace_capacity;
    setup.trace_at = run->trace_at;
    setup.discovery_ns = DISCOVERY_NS;
    transport->methods->fill(transport, 0, 0, run->control_bytes);
    if (run->trace_capacity > 0) {
        transport->methods->fill(transport, run->trace_at, 0,
                                 (uint64_t)run->trace_capacity * sizeof(struct coop_trace_event));
    }
    return transport->methods->write(transport, COOP_AT(setup), &setup, sizeof setup);
}

static coop_status enqueue(struct coop_run_object *run)
{
    struct coop_context_object *context = run->context;
    size_t local = run->local_items;
    size_t global = local * run->slot_count;
    cl_int code;

    run->kernel = clCreateKernel(run->module->program, "coop_megakernel", &code);
    if (run->kernel == NULL) {
        return coop_error_opencl(&context->errors, code, "clCreateKernel", STARTING);
    }
    code = transport_of(run)->methods->set_argument(transport_of(run), run->kernel, 0);
    if (code != CL_SUCCESS) {
        return coop_error_opencl(&context->errors, code, "setting the megakernel's argument", STARTING);
    }
    code =
        clEnqueueNDRangeKernel(context->queue, run->kernel, 1, NULL, &global, &local, 0, NULL, &run->event);
    if (code != CL_SUCCESS) {
        return coop_error_opencl(&context->errors, code, "clEnqueueNDRangeKernel", STARTING);
    }
    code = clFlush(context->queue);
    return code == CL_SUCCESS ? COOP_OK : coop_error_opencl(&context->errors, code, "clFlush", STARTING);
}

static void ask_to_stop(struct coop_run_object *run)
{
    pthread_mutex_lock(&run->lock);
    run->is_stopping = 1;
    if (run->phase == COOP_RUN_LIVE) {
        transport_of(run)->methods->store(transport_of(run), COOP_AT(stop), 1);
        transport_of(run)->methods->ring(transport_of(run));
    }
    pthread_mutex_unlock(&run->lock);
}

/* Waits for the scheduler's answer; *found is the number of slots that discovery kept. */
static coop_status wait_for_start(struct coop_run_object *run, uint64_t timeout_ns, uint32_t *found)
{
    uint64_t deadline = coop_clock_deadline_ns(timeout_ns);

    for (;;) {
        uint32_t notice = coop_run_notice(run);
        *found = load(run, COOP_AT(slot_count));
        if (*found != 0) {
            return COOP_OK;
        }
        if (has_ended(run)) {
            return coop_error_set(&run->context->errors, COOP_OPENCL_FAILED, STARTING,
                                  "the device ended the megakernel before its scheduler answered");
        }
        if (coop_clock_left_ns(deadline) == 0) {
            return coop_run_timed_out(
                run, STARTING,
                "the device did not start all work-groups before the deadline (drivers compile at the "
                "first launch: a longer timeout_ns may help)");
        }
        coop_run_wait_notice(run, notice, deadline);
    }
}

static coop_status wait_for_end(struct coop_run_object *run, uint64_t timeout_ns)
{
    uint64_t deadline = coop_clock_deadline_ns(timeout_ns);

    while (!has_ended(run)) {
        uint32_t notice = coop_run_notice(run);
        uint64_t left = coop_clock_left_ns(deadline);
        if (left == 0) {
            return coop_run_timed_out(run, STOPPING,
                                      "a work-group has not left the megakernel before the deadline");
        }
        /* The event completes a moment after the last notice, without another one. */
        transport_of(run)->methods->wait(transport_of(run), notice, left < 1000000 ? left : 1000000);
    }
    coop_run_harvest(run);
    return COOP_OK;
}

/* Takes the context for this run; COOP_BUSY when another one has it. */
static coop_status claim_context(struct coop_run_object *run, const struct coop_run_options *options)
{
    struct coop_context_object *context = run->context;
    uint64_t trace_bytes = (uint64_t)options->trace_events * sizeof(struct coop_trace_event);
    coop_status status = COOP_OK;

    pthread_mutex_lock(&context->lock);
    if (context->run != NULL) {
        status = coop_error_set(&context->errors, COOP_BUSY, STARTING,
                                "the context has a live run already; stop it first, or use a second context");
    } else if (trace_bytes > 0 && (run->trace_at = coop_memory_take(&context->memory, trace_bytes)) == 0) {
        status = coop_error_set(&context->errors, COOP_OUT_OF_MEMORY, STARTING,
                                "a trace of %u events does not fit into the context's memory",
                                options->trace_events);
    } else {
        run->trace_capacity = options->trace_events;
        context->run = run;
    }
    pthread_mutex_unlock(&context->lock);
    return status;
}

/* The megakernel does not leave: what it may still touch, and the context's way to it, stay as long as the process. */
static void keep_for_ever(struct coop_run_object *run)
{
    pthread_mutex_lock(&run->context->lock);
    if (!run->context->keeps_arena) {
        run->context->keeps_arena = 1;
        coop_object_keep(&run->base);
    }
    pthread_mutex_unlock(&run->context->lock);
}

/* The run did not come to life: the context is free again once the megakernel, if any, has left. */
static void give_up(struct coop_run_object *run)
{
    int left = run->event == NULL;

    if (!left) {
        ask_to_stop(run);
        left = wait_for_end(run, DEFAULT_STOP_NS) == COOP_OK;
    }
    if (left) {
        pthread_mutex_lock(&run->context->lock);
        run->phase = COOP_RUN_ENDED;
        run->context->run = NULL;
        pthread_mutex_unlock(&run->context->lock);
    } else {
        keep_for_ever(run);
    }
}

static coop_status start(struct coop_run_object *run, const struct coop_run_options *options)
{
    uint32_t workers = options->worker_groups != 0 ? options->worker_groups : run->context->slots_max - 1;
    uint32_t found = 0;
    coop_status status;

    run->local_items = options->local_items != 0 ? options->local_items : DEFAULT_LOCAL_ITEMS;
    run->slot_count = workers + 1;
    status = check_options(run, workers);
    if (status == COOP_OK) {
        status = claim_context(run, options);
    }
    if (status != COOP_OK) {
        return status;
    }
    status = write_control(run);
    if (status == COOP_OK) {
        status = enqueue(run);
    }
    if (status == COOP_OK) {
        status =
            wait_for_start(run, options->timeout_ns != 0 ? options->timeout_ns : DEFAULT_START_NS, &found);
    }
    if (status == COOP_OK && found < run->slot_count && (options->worker_groups != 0 || found < 2)) {
        status =
            coop_error_set(&run->context->errors, COOP_INVALID_ARGUMENT, STARTING,
                           "%u worker work-groups were asked for, but only %u are resident at once on %s",
                           workers, found - 1, run->context->device.report.device_name);
    }
    if (status != COOP_OK) {
        give_up(run);
    } else {
        run->slot_count = found;
    }
    return status;
}

coop_status coop_run_start(coop_module *module_handle, const struct coop_run_options *options,
                           coop_run **handle)
{
    static const struct coop_run_options defaults = {0};
    struct coop_module_object *module = coop_object_get(module_handle, COOP_KIND_MODULE);
    struct coop_run_object *run;
    coop_status status;

    *handle = NULL;
    if (module == NULL) {
        return COOP_INVALID_HANDLE;
    }
    run = calloc(1, sizeof *run);
    if (run == NULL) {
        coop_object_release(&module->base);
        return COOP_OUT_OF_MEMORY;
    }
    coop_object_init(&run->base, COOP_KIND_RUN, module->context, run_destroy);
    pthread_mutex_init(&run->lock, NULL);
    run->module = module; /* the reference goes over to the run */
    run->context = module->context;
    coop_object_keep(&run->context->base);
    run->phase = COOP_RUN_LIVE;
    run->next_sequence = 1;
    status = start(run, options != NULL ? options : &defaults);
    if (status == COOP_OK) {
        *handle = coop_object_open(&run->base);
        if (*handle == NULL) {
            give_up(run);
            status = COOP_OUT_OF_MEMORY;
        }
    }
    coop_object_release(&run->base);
    return status;
}

static coop_status stop(struct coop_run_object *run, uint64_t timeout_ns)
{
    ask_to_stop(run);
    return wait_for_end(run, timeout_ns != 0 ? timeout_ns : DEFAULT_STOP_NS);
}

coop_status coop_run_stop(coop_run *handle, uint64_t timeout_ns)
{
    struct coop_run_object *run = coop_object_get(handle, COOP_KIND_RUN);
    coop_status status;

    if (run == NULL) {
        return COOP_INVALID_HANDLE;
    }
    status = stop(run, timeout_ns);
    coop_object_release(&run->base);
    return status;
}

/* Stops; if the device does not let go, the arena must outlive everything. */
static void stop_or_keep(struct coop_run_object *run)
{
    if (stop(run, 0) != COOP_OK) {
        keep_for_ever(run);
    }
}

void coop_run_destroy(coop_run *handle)
{
    struct coop_run_object *run = coop_object_close(handle, COOP_KIND_RUN);

    if (run != NULL) {
        stop_or_keep(run);
        coop_object_release(&run->base);
    }
}

void coop_run_stop_live(struct coop_context_object *context)
{
    struct coop_run_object *run;

    pthread_mutex_lock(&context->lock);
    run = context->run;
    if (run != NULL) {
        coop_object_keep(&run->base);
    }
    pthread_mutex_unlock(&context->lock);
    if (run != NULL) {
        stop_or_keep(run);
        coop_object_release(&run->base);
    }
}

coop_status coop_run_report(coop_run *handle, struct coop_run_report *report)
{
    struct coop_run_object *run = coop_object_get(handle, COOP_KIND_RUN);
    struct coop_transport *transport;

    if (run == NULL) {
        return COOP_INVALID_HANDLE;
    }
    coop_run_harvest(run);
    transport = transport_of(run);
    memset(report, 0, sizeof *report);
    report->worker_groups = run->slot_count - 1;
    report->local_items = run->local_items;
    report->control_bytes = run->control_bytes;
    pthread_mutex_lock(&run->lock);
    report->is_live = run->phase == COOP_RUN_LIVE;
    if (report->is_live) {
        report->has_clock = load(run, COOP_AT(has_clock)) != 0;
        transport->methods->read(transport, COOP_AT(heartbeat), &report->heartbeat, sizeof report->heartbeat);
    }
    pthread_mutex_unlock(&run->lock);
    coop_object_release(&run->base);
    return COOP_OK;
}

coop_status coop_run_describe(coop_run *handle, char *text, size_t capacity)
{
    struct coop_run_object *run = coop_object_get(handle, COOP_KIND_RUN);

    if (run == NULL) {
        return COOP_INVALID_HANDLE;
    }
    coop_describe(run, text, capacity);
    coop_object_release(&run->base);
    return COOP_OK;
}
