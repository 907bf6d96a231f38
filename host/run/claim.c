#include "host/run/claim.h"

#include "host/device/exclusive.h"
#include "host/run/addresses.h"
#include "host/run/enqueue.h"
#include <stdio.h>

#define STARTING "starting a run"

/* Records that the context already has a run; a second context helps where the driver lets it work. The
 * context's lock is held. */
static coop_status refuse_second_run(struct coop_context_object *context)
{
    int is_alone = coop_exclusive_is_taken(&context->device);

    if (context->keeps_arena && is_alone) {
        return coop_exclusive_refuse(&context->errors, &context->device, STARTING);
    }
    return coop_error_set(&context->errors, COOP_BUSY, STARTING, "%s%s",
                          context->keeps_arena
                              ? "the context's last run has not left the device, and keeps its memory"
                              : "the context has a live run already; stop it first",
                          is_alone               ? ""
                          : context->keeps_arena ? "; use a second context"
                                                 : ", or use a second context");
}

/* Takes threads for the work-groups, of which a run that names no number may have fewer. */
static coop_status take_threads(struct coop_run_object *run, const struct coop_run_options *options)
{
    const struct coop_device *device = &run->context->device;
    const char *variable = device->traits->units_variable;
    uint32_t most = run->control.slot_count;
    uint32_t least = options->worker_groups != 0 ? most : 2;
    int goes_by_copies = run->context->transport->rings_by_copy;
    char remedy[160] = "";
    uint32_t taken;
    uint32_t count = coop_threads_take(&run->threads, device, most, least, goes_by_copies, &taken);

    if (count > 0) {
        run->control.slot_count = count;
        return COOP_OK;
    }
    if (variable != NULL) {
        snprintf(remedy, sizeof remedy, ", or set %s to at least %u in the environment", variable,
                 taken + least + device->traits->spare_units);
    }
    return coop_error_set(
        &run->context->errors, COOP_BUSY, STARTING,
        "the work-groups of the run take %u threads, the scheduler's included%s; %s has %u, of which other "
        "runs "
        "of this process have %u; stop one of these, or ask for fewer work-groups (worker_groups)%s",
        least, goes_by_copies ? ", and its copies one more" : "", device->report.platform_name,
        device->report.compute_units, taken, remedy);
}

/* The part of a trace that events of barriers may fill: three quarters. */
static uint32_t barriers_of(uint32_t trace_events)
{
    return trace_events - trace_events / 4;
}

#define NAP_NS ((uint64_t)100000)

/* Takes the context's lock at a moment at which no call has the context as a run would
 * (host/context/import.h); false, without the lock, when there is none before the deadline. */
static int lock_free_context(struct coop_context_object *context, struct coop_deadline *deadline)
{
    for (;;) {
        pthread_mutex_lock(&context->lock);
        if (!context->is_importing) {
            return 1;
        }
        pthread_mutex_unlock(&context->lock);
        if (coop_deadline_left_ns(deadline) == 0) {
            return 0;
        }
        coop_clock_sleep_ns(NAP_NS);
    }
}

coop_status coop_claim_say_destroyed(struct coop_run_object *run)
{
    return coop_error_set(&run->context->errors, COOP_STOPPED, STARTING,
                          "the context was destroyed while the run was starting");
}

/* Room for what work-items keep across steps: for the largest regular kernel, or, where that does not fit,
 * for the run's local size. 0: not even that. */
static uint64_t take_vars(struct coop_run_object *run)
{
    struct coop_arena *arena = run->context->arena;
    uint64_t at = coop_arena_take(arena, coop_run_vars_bytes(run) * run->control.slot_count, NULL);

    if (at == 0 && run->range_items_max > run->local_items) {
        run->range_items_max = run->local_items;
        at = coop_arena_take(arena, coop_run_vars_bytes(run) * run->control.slot_count, NULL);
    }
    return at;
}

/* 0 is no block, and is ignored. */
static void give_memory(struct coop_run_object *run)
{
    coop_arena_give(run->context->arena, run->trace_at);
    coop_arena_give(run->context->arena, run->bounds_at);
    run->trace_at = 0;
    run->bounds_at = 0;
}

coop_status coop_claim_take(struct coop_run_object *run, const struct coop_run_options *options,
                            struct coop_deadline *deadline)
{
    struct coop_context_object *context = run->context;
    uint64_t trace_bytes = (uint64_t)options->trace_events * sizeof(struct coop_trace_event);
    coop_status status = COOP_OK;

    if (!coop_release_enter_run(&context->device, deadline)) {
        return coop_error_set(
            &context->errors, COOP_TIMED_OUT, STARTING,
            "the driver has not released what was destroyed before the deadline, and no run may "
            "begin meanwhile");
    }
    if (coop_exclusive_is_taken(&context->device)) {
        coop_kept_poll();
    }
    if (!lock_free_context(context, deadline)) {
        coop_release_leave_run(&context->device);
        return coop_error_set(&context->errors, COOP_TIMED_OUT, STARTING,
                              "another thread imports memory, or reaches imported memory, and was not ready "
                              "before the deadline");
    }
    if (context->is_closing) {
        status = coop_claim_say_destroyed(run);
    } else if (context->run != NULL || context->keeps_arena) {
        status = refuse_second_run(context);
    } else if (coop_arena_is_kept(context->arena)) {
        status =
            coop_error_set(&context->errors, COOP_BUSY, STARTING,
                           "the last run of another device of these has not left it, and keeps the memory "
                           "of all; close the devices, and open them anew");
    } else if (!coop_exclusive_take(&context->device, run)) {
        status = coop_exclusive_refuse(&context->errors, &context->device, STARTING);
    } else if ((status = take_threads(run, options)) != COOP_OK) {
        /* it is recorded */
    } else if (trace_bytes > 0 && (run->trace_at = coop_arena_take(context->arena, trace_bytes, NULL)) == 0) {
        status = coop_error_set(&context->errors, COOP_OUT_OF_MEMORY, STARTING,
                                "a trace of %u events does not fit into the context's memory",
                                options->trace_events);
    } else if (run->checks_addresses &&
               (run->bounds_at = coop_arena_take(context->arena, coop_addresses_bytes(), NULL)) == 0) {
        give_memory(run);
        status = coop_error_set(&context->errors, COOP_OUT_OF_MEMORY, STARTING,
                                "%llu bytes that the check of addresses takes do not fit into the context's "
                                "memory",
                                (unsigned long long)coop_addresses_bytes());
    } else if (coop_run_vars_bytes(run) > 0 && (run->vars_at = take_vars(run)) == 0) {
        give_memory(run);
        status = coop_error_set(&context->errors, COOP_OUT_OF_MEMORY, STARTING,
                                "the variables of %u work-groups of %u work-items take %llu bytes, which do "
                                "not fit into the context's memory",
                                run->control.slot_count, run->local_items,
                                (unsigned long long)coop_run_vars_bytes(run) * run->control.slot_count);
    } else {
        run->trace_capacity = options->trace_events;
        run->trace_flow = options->trace_flow != 0;
        run->trace_barriers = options->trace_barriers != 0 ? barriers_of(options->trace_events) : 0;
        context->run = &run->base;
    }
    pthread_mutex_unlock(&context->lock);
    if (status != COOP_OK) {
        coop_exclusive_give(run);
        coop_threads_give(&run->threads);
        coop_release_leave_run(&context->device);
    }
    return status;
}

int coop_claim_show(struct coop_run_object *run, void (*stop_run)(struct coop_object *run))
{
    struct coop_context_object *context = run->context;
    int is_closing;

    pthread_mutex_lock(&context->lock);
    is_closing = context->is_closing;
    context->stop_run = stop_run;
    pthread_mutex_unlock(&context->lock);
    return !is_closing;
}

void coop_claim_give(struct coop_run_object *run)
{
    struct coop_context_object *context = run->context;

    pthread_mutex_lock(&context->lock);
    if (context->run == &run->base) {
        context->run = NULL;
        context->stop_run = NULL;
        coop_exclusive_give(run);
        coop_threads_give(&run->threads);
        coop_release_leave_run(&context->device);
    }
    pthread_mutex_unlock(&context->lock);
}
