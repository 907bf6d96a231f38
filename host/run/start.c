/* The start of a run: control block, enqueueing, discovery's answer. */
#include "coop/run.h"

#include "host/base/clock.h"
#include "host/run/claim.h"
#include "host/run/harvest.h"
#include "host/run/report.h"
#include "host/run/resources.h"
#include "host/run/run.h"
#include "host/run/stop.h"

#define STARTING "starting a run"
#define DEFAULT_LOCAL_ITEMS 64
#define DEFAULT_START_NS ((uint64_t)120 * 1000000000)
#define DISCOVERY_NS ((uint64_t)10 * 1000000000)

static coop_status check_options(struct coop_run_object *run, uint32_t worker_groups)
{
    struct coop_context_object *context = run->context;
    const struct coop_device_report *report = &context->device.report;

    if (run->local_items > report->local_items_max) {
        return coop_error_set(&context->errors, COOP_INVALID_ARGUMENT, STARTING,
                              "%u work-items are more than a work-group of %s can have (%llu)",
                              run->local_items, report->device_name,
                              (unsigned long long)report->local_items_max);
    }
    for (const struct coop_local_size_refusal *wrong = context->device.traits->miscompiled_local_sizes;
         wrong->items != 0; wrong++) {
        if (run->local_items == wrong->items) {
            return coop_error_set(&context->errors, COOP_INVALID_ARGUMENT, STARTING,
                                  "local size %u is miscompiled by this driver (%s); %s", wrong->items,
                                  report->platform_version, wrong->remedy);
        }
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

/* An empty control block with its setup. */
static coop_status write_control(struct coop_run_object *run, int is_exact)
{
    const struct coop_device_traits *traits = run->context->device.traits;
    struct coop_control_setup *setup = &run->control.setup;

    run->control_bytes = coop_control_bytes(run->control.slot_count);
    setup->local_items = run->local_items;
    setup->kernel_count = run->module->signature.kernel_count;
    setup->trace_capacity = run->trace_capacity;
    setup->trace_at = run->trace_at;
    setup->trace_barriers = run->trace_barriers;
    setup->discovery_ns = DISCOVERY_NS;
    setup->settle_ns = is_exact ? traits->settle_exact_ns : traits->settle_ns;
    return coop_context_reached(run->context, coop_control_write(&run->control), STARTING);
}

static coop_status enqueue(struct coop_run_object *run)
{
    struct coop_context_object *context = run->context;
    size_t local = run->local_items;
    size_t global = local * run->control.slot_count;
    coop_status status;
    cl_int code;
    int reached;

    run->kernel = clCreateKernel(run->module->program, "coop_megakernel", &code);
    if (run->kernel == NULL) {
        return coop_error_opencl(&context->errors, code, "clCreateKernel", STARTING);
    }
    status = coop_run_check_resources(run);
    if (status != COOP_OK) {
        return status;
    }
    code = context->transport->methods->set_argument(context->transport, run->kernel, 0);
    if (coop_transport_failure(context->transport, &reached) != NULL) {
        return coop_context_reached(context, COOP_OPENCL_FAILED, STARTING);
    }
    if (code != CL_SUCCESS) {
        return coop_error_opencl(&context->errors, code, context->transport->methods->argument_call,
                                 STARTING);
    }
    code =
        clEnqueueNDRangeKernel(context->queue, run->kernel, 1, NULL, &global, &local, 0, NULL, &run->event);
    if (code != CL_SUCCESS) {
        return coop_error_opencl(&context->errors, code, "clEnqueueNDRangeKernel", STARTING);
    }
    code = clFlush(context->queue);
    return code == CL_SUCCESS ? COOP_OK : coop_error_opencl(&context->errors, code, "clFlush", STARTING);
}

/* X3: the scheduler's answer to the greeting. A host whose copies wait for the kernel's end sees no answer
 * before the scheduler has given up. */
static coop_status judge_greeting(struct coop_run_object *run)
{
    if (coop_control_stop(&run->control) == 0) {
        return COOP_OK;
    }
    return coop_error_set(
        &run->context->errors, COOP_DEVICE_UNFIT, STARTING,
        "%s cannot serve%s: copies on a second command queue reach its memory only after a "
        "running kernel has ended, and it has no fine-grained SVM with atomics%s",
        run->context->device.report.device_name, run->module->calls_printf ? " this module" : "",
        run->module->calls_printf ? "; the module calls printf, for which NVIDIA's driver lets copies wait: "
                                    "build it without"
                                  : "");
}

/* Waits for the scheduler's answer; *found is the number of slots that discovery kept. */
static coop_status wait_for_start(struct coop_run_object *run, uint64_t timeout_ns, uint32_t *found)
{
    struct coop_transport *transport = run->context->transport;
    struct coop_deadline deadline = coop_deadline_in(timeout_ns);
    int has_greeted = 0;
    uint64_t left;
    int code;

    for (;;) {
        uint32_t completions = coop_control_completions(&run->control);
        *found = coop_control_slot_count(&run->control);
        if (*found != 0 && run->control.setup.rings_by_copy == 0) {
            return COOP_OK;
        }
        if (*found != 0 && !has_greeted) {
            transport->methods->ring(transport);
            has_greeted = 1;
        }
        if (completions >= 2) { /* the first is of the slots, the second the answer */
            return judge_greeting(run);
        }
        if (coop_run_life(run, &code) == COOP_RUN_GONE) {
            return coop_error_set_code(
                &run->context->errors, COOP_OPENCL_FAILED, code, STARTING,
                "the driver ended the megakernel with %s (%d) before its scheduler answered",
                code != 0 ? coop_opencl_code_name(code) : "success", code);
        }
        if (code != 0) {
            return coop_run_report_unknown(run, code, STARTING);
        }
        left = coop_deadline_left_ns(&deadline);
        if (left == 0) {
            return coop_run_timed_out(
                run, STARTING,
                "the device did not start all work-groups before the deadline (drivers compile at the "
                "first launch: a longer timeout_ns may help)");
        }
        coop_control_wait(&run->control, completions, left);
    }
}

/* The start has failed: frees the context once the megakernel, if any, has left. */
static void give_up(struct coop_run_object *run)
{
    int left = run->event == NULL;
    int code;

    if (!left) {
        coop_run_ask_to_stop(run);
        left = coop_run_wait_until_left(run, COOP_RUN_STOP_NS, &code);
    }
    if (left) {
        pthread_mutex_lock(&run->lock);
        run->state = COOP_RUN_ENDED;
        pthread_mutex_unlock(&run->lock);
        coop_claim_give(run);
    } else {
        coop_run_leak(run);
    }
}

/* The number of workers to request. */
static uint32_t count_workers(const struct coop_run_object *run, const struct coop_run_options *options)
{
    uint64_t units = run->context->device.report.compute_units;
    uint64_t most = run->context->slots_max - 1;
    uint64_t wanted = options->groups_per_unit * units;

    if (options->worker_groups != 0) {
        return options->worker_groups;
    }
    return (uint32_t)(options->groups_per_unit == 0 || wanted > most ? most : wanted > 1 ? wanted - 1 : 1);
}

static coop_status start(struct coop_run_object *run, const struct coop_run_options *options)
{
    uint32_t workers = count_workers(run, options);
    uint32_t found = 0;
    coop_status status;

    run->local_items = options->local_items != 0 ? options->local_items : DEFAULT_LOCAL_ITEMS;
    run->control.slot_count = workers + 1;
    status = check_options(run, workers);
    if (status == COOP_OK) {
        status = coop_claim_take(run, options, coop_run_stop_or_keep);
    }
    if (status != COOP_OK) {
        return status;
    }
    if (!coop_watch_init(&run->watch, &run->control, &run->module->signature, options->stall_after_ns)) {
        status = coop_error_out_of_memory(&run->context->errors, STARTING);
    } else {
        status = write_control(run, options->worker_groups != 0);
    }
    if (status == COOP_OK) {
        status = enqueue(run);
    }
    if (status == COOP_OK) {
        status =
            wait_for_start(run, options->timeout_ns != 0 ? options->timeout_ns : DEFAULT_START_NS, &found);
    }
    if (status == COOP_OK && found < run->control.slot_count && (options->worker_groups != 0 || found < 2)) {
        status =
            coop_error_set(&run->context->errors, COOP_INVALID_ARGUMENT, STARTING,
                           "%u worker work-groups were asked for, but only %u are resident at once on %s",
                           workers, found - 1, run->context->device.report.device_name);
    }
    if (status != COOP_OK) {
        give_up(run);
    } else {
        run->control.slot_count = found;
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

    if (handle != NULL) {
        *handle = NULL;
    }
    if (module == NULL) {
        return coop_error_handle(module_handle, STARTING, "module");
    }
    if (handle == NULL) {
        status = coop_error_null(&module->context->errors, STARTING, "run");
        coop_object_release(&module->base);
        return status;
    }
    run = coop_run_object_create(module);
    if (run == NULL) {
        status = coop_error_out_of_memory(&module->context->errors, STARTING);
        coop_object_release(&module->base);
        return status;
    }
    status = start(run, options != NULL ? options : &defaults);
    if (status == COOP_OK) {
        *handle = coop_object_open(&run->base);
        if (*handle == NULL) {
            give_up(run);
            status = coop_error_out_of_memory(&run->context->errors, STARTING);
        }
    }
    coop_object_release(&run->base);
    return status;
}
