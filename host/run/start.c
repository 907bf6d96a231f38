/* The start of a run: from the claim of the context to the answer of discovery. The phases: run.h. */
#include "coop/run.h"

#include "host/base/clock.h"
#include "host/run/addresses.h"
#include "host/run/claim.h"
#include "host/run/destroy.h"
#include "host/run/enqueue.h"
#include "host/run/options.h"
#include "host/run/reap.h"
#include "host/run/report.h"
#include "host/run/run.h"
#include "host/run/stop.h"
#include <stdio.h>

#define STARTING "starting a run"

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
    if (worker_groups >= context->slots_max) {
        return coop_error_set(
            &context->errors, COOP_INVALID_ARGUMENT, STARTING,
            "%u worker work-groups are more than the %u that %s holds at once; ask for more when "
            "creating the context (worker_groups)",
            worker_groups, context->slots_max - 1, report->device_name);
    }
    return COOP_OK;
}

/* Work-groups that were told to leave have threads that those of this run wait for. */
static int lacks_threads(const struct coop_run_object *run, char *why, size_t capacity)
{
    const struct coop_device *device = &run->context->device;
    uint32_t missing = coop_threads_missing(&run->threads, device);

    snprintf(why, capacity,
             "other runs of this process, which were told to stop and have not left, still have %u of the %u "
             "threads of %s, so that the work-groups of this run cannot begin",
             missing, device->report.compute_units, device->report.platform_name);
    return missing > 0;
}

/* As far as the driver lets it be known: whether the megakernel has begun. */
static coop_status fail_late(struct coop_run_object *run, uint64_t begin_ns)
{
    cl_int state = CL_RUNNING;
    char why[300];
    int is_submitted = clGetEventInfo(run->event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state,
                                      NULL) == CL_SUCCESS &&
                       state == CL_SUBMITTED;

    if (lacks_threads(run, why, sizeof why)) {
        return coop_run_timed_out(run, STARTING, why);
    }
    if (run->context->device.traits->compiles_at_launch && is_submitted) {
        snprintf(why, sizeof why,
                 "the device's compiler is still at work, since %.1f s, on the megakernel of the module of "
                 "kernel %.100s; a longer timeout_ns waits for it",
                 (double)(coop_clock_now_ns() - begin_ns) / 1e9, run->module->forms.name);
        return coop_run_timed_out(run, STARTING, why);
    }
    return coop_run_timed_out(run, STARTING,
                              run->context->device.traits->compiles_at_launch
                                  ? "the device did not start all work-groups before the deadline"
                                  : "the device did not start all work-groups before the deadline (drivers "
                                    "compile at the first launch: a longer timeout_ns may help)");
}

/* X3: the scheduler's answer to the greeting. A host whose copies wait for the kernel's end sees no answer
 * before the scheduler has given up. */
static coop_status judge_greeting(struct coop_run_object *run)
{
    char why[300];

    if (coop_control_stop(&run->control) == 0) {
        return COOP_OK;
    }
    if (lacks_threads(run, why, sizeof why)) {
        return coop_error_set(&run->context->errors, COOP_BUSY, STARTING, "%s", why);
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

/* Enters ENQUEUED, and shows the run to its context (H4). */
static void show(struct coop_run_object *run)
{
    pthread_mutex_lock(&run->lock);
    run->state = COOP_RUN_ENQUEUED;
    if (!coop_claim_show(run, coop_run_stop_or_keep)) {
        run->is_stopping = 1;
    }
    pthread_mutex_unlock(&run->lock);
}

/* Enters LIVE with the slots that discovery kept, unless somebody has told the run to stop: that decides what
 * the start says, since a stop ends discovery early. */
static coop_status go_live(struct coop_run_object *run, uint32_t found)
{
    coop_status status = COOP_STOPPED;

    pthread_mutex_lock(&run->lock);
    if (!run->is_stopping) {
        run->control.slot_count = found;
        run->state = COOP_RUN_LIVE;
        status = COOP_OK;
    }
    pthread_mutex_unlock(&run->lock);
    return status;
}

/* Waits for the scheduler's answer; *found is the number of slots that discovery kept. */
static coop_status wait_for_start(struct coop_run_object *run, struct coop_deadline *deadline,
                                  uint32_t *found)
{
    struct coop_transport *transport = run->context->transport;
    uint64_t begin_ns = coop_clock_now_ns();
    int has_greeted = 0;
    uint64_t left;
    int code;

    for (;;) {
        uint32_t completions = coop_control_completions(&run->control);
        if (coop_run_is_stopping(run)) {
            return COOP_STOPPED;
        }
        *found = coop_control_slot_count(&run->control);
        if (*found != 0 && run->control.setup.rings_by_copy == 0) {
            return COOP_OK;
        }
        if (*found != 0 && !has_greeted) {
            transport->methods->ring(transport);
            has_greeted = 1;
        }
        /* The first count of the run is of the slots, the second the answer. A device that cannot be reached
         * any more seems to count 0, which is none. By copies nobody but the scheduler counts (X5). */
        if (run->control.setup.rings_by_copy != 0 && (int32_t)(completions - run->completions_before) >= 2) {
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
        left = coop_deadline_left_ns(deadline);
        if (left == 0) {
            return fail_late(run, begin_ns);
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
        left = coop_run_wait_until_left(run, run->stop_timeout_ns, &code);
    }
    if (left) {
        pthread_mutex_lock(&run->lock);
        run->state = COOP_RUN_ENDED;
        coop_claim_give(run);
        pthread_mutex_unlock(&run->lock);
        coop_release_poll();
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

/* The work-groups that have to be resident at once, the scheduler's among them; 0: as many as possible. */
static uint32_t count_needed(const struct coop_run_object *run, const struct coop_run_options *options)
{
    return options->worker_groups != 0 || options->groups_per_unit != 0 ? run->control.slot_count : 0;
}

/* Everything before the scheduler's answer, and the answer; *found is the number of slots that discovery
 * kept. */
static coop_status set_up(struct coop_run_object *run, const struct coop_run_options *options,
                          struct coop_deadline *deadline, uint32_t *found)
{
    const struct coop_form_need need = {run->checks_addresses, run->checks_divergence,
                                        count_needed(run, options), run->local_items};
    const struct coop_built *built = NULL;
    coop_status status;

    if (!coop_watch_init(&run->watch, &run->control, &run->module->signature, options->stall_after_ns)) {
        return coop_error_out_of_memory(&run->context->errors, STARTING);
    }
    status = coop_form_choose(&run->module->forms, &need, &built);
    if (status == COOP_OK) {
        run->program = built->program;
        run->registers = built->registers;
        status = coop_addresses_prepare(run);
    }
    if (status == COOP_OK) {
        status = coop_run_write_control(run, options->worker_groups != 0);
    }
    if (status == COOP_OK) {
        status = coop_run_enqueue(run);
    }
    if (run->event == NULL) {
        return status;
    }
    show(run);
    return status == COOP_OK ? wait_for_start(run, deadline, found) : status;
}

static coop_status start(struct coop_run_object *run, const struct coop_run_options *options)
{
    struct coop_deadline deadline = coop_deadline_in(options->timeout_ns); /* for all that is waited for */
    uint32_t workers = count_workers(run, options);
    uint32_t found = 0;
    coop_status status;

    run->local_items = options->local_items;
    run->stop_timeout_ns = options->stop_timeout_ns;
    run->is_first_come = options->policy == COOP_POLICY_FIRST_COME;
    run->keep_ns = options->keep_ns;
    run->control.slot_count = workers + 1;
    status = check_options(run, workers);
    if (status == COOP_OK) {
        run->range_items_max = coop_run_range_items_max(run);
        status = coop_addresses_choose(run, options->check);
    }
    if (status == COOP_OK) {
        status = coop_claim_take(run, options, &deadline);
    }
    if (status != COOP_OK) {
        return status;
    }
    status = set_up(run, options, &deadline, &found);
    if (status == COOP_OK && found < run->control.slot_count && (options->worker_groups != 0 || found < 2)) {
        status =
            coop_error_set(&run->context->errors, COOP_INVALID_ARGUMENT, STARTING,
                           "%u worker work-groups were asked for, but only %u are resident at once on %s",
                           workers, found - 1, run->context->device.report.device_name);
    }
    if (status == COOP_OK) {
        status = go_live(run, found);
    }
    if (coop_run_is_stopping(run)) { /* whatever else went wrong on the way */
        status = coop_claim_say_destroyed(run);
    }
    if (status != COOP_OK) {
        give_up(run);
    }
    return status;
}

coop_status coop_run_start(coop_module *module_handle, const struct coop_run_options *options,
                           coop_run **handle)
{
    struct coop_module_object *module = coop_object_get(module_handle, COOP_KIND_MODULE);
    struct coop_run_options filled;
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
    status = coop_run_options_fill(&run->context->errors, options, STARTING, &filled);
    if (status == COOP_OK) {
        status = start(run, &filled);
    }
    if (status == COOP_OK) {
        *handle = coop_context_hand_out(run->context, &run->base, STARTING, &status);
        if (status == COOP_INVALID_HANDLE) {
            status = coop_claim_say_destroyed(run);
        }
        if (status != COOP_OK) {
            give_up(run);
        }
    }
    coop_object_release(&run->base);
    return status;
}
