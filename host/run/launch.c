#include "host/run/run_object.h"

#include "host/base/clock.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define POSTING "launching a kernel"
#define WAITING "waiting for a kernel"

static void launch_destroy(struct coop_object *object)
{
    struct coop_launch_object *launch = (struct coop_launch_object *)object;

    coop_object_release(&launch->run->base);
    free(launch);
}

/* What a launch is made of, until it is posted. */
struct posting {
    struct coop_launch_record record;
    const struct coop_kernel_report *kernel;
    const void *args;
    size_t args_bytes;
    struct coop_deadline deadline; /* for room in the table */
};

static coop_status refuse(struct coop_run_object *run, coop_status status, const char *message)
{
    return coop_error_set(&run->context->errors, status, POSTING, "%s", message);
}

static coop_status find_kernel(struct coop_run_object *run, const struct coop_kernel_id *id,
                               int is_cooperative, struct posting *posting)
{
    struct coop_error_record *errors = &run->context->errors;
    uint32_t index = coop_signature_find(&run->module->signature, id->name);
    const struct coop_kernel_report *kernel;

    if (index == run->module->signature.kernel_count) {
        return coop_error_set(errors, COOP_UNKNOWN_KERNEL, POSTING, "the module has no kernel named %s",
                              id->name);
    }
    kernel = &run->module->signature.kernels[index];
    if (kernel->is_cooperative != is_cooperative) {
        return coop_error_set(errors, COOP_INVALID_ARGUMENT, POSTING, "%s is a %s kernel; launch it with %s",
                              id->name, is_cooperative ? "regular" : "cooperative",
                              is_cooperative ? "coop_launch_regular" : "coop_launch_cooperative");
    }
    if (kernel->args_bytes != posting->args_bytes ||
        (id->args_hash != 0 && id->args_hash != kernel->args_hash)) {
        return coop_error_set(
            errors, COOP_SIGNATURE_MISMATCH, POSTING,
            "%s's parameters are not those of the module (%zu bytes given, %u expected); compile the "
            "program with the header that coopc wrote together with the module",
            id->name, posting->args_bytes, kernel->args_bytes);
    }
    posting->kernel = kernel;
    posting->record.kernel_index = index;
    posting->record.args_bytes = kernel->args_bytes;
    posting->record.transmit_bytes = kernel->transmit_bytes;
    posting->record.flags = (kernel->is_cooperative ? COOP_INSTANCE_COOPERATIVE : 0u) |
                            (kernel->shrinks ? COOP_INSTANCE_SHRINKS : 0u) |
                            (kernel->grows ? COOP_INSTANCE_GROWS : 0u) |
                            (kernel->kill_any ? COOP_INSTANCE_KILLS_ANY : 0u) |
                            (kernel->may_kill_all ? COOP_INSTANCE_MAY_KILL_ALL : 0u);
    return COOP_OK;
}

static coop_status read_options(struct coop_run_object *run, const struct coop_launch_options *options,
                                struct posting *posting)
{
    static const struct coop_launch_options defaults = {0};
    uint32_t workers = run->slot_count - 1;

    options = options != NULL ? options : &defaults;
    if (options->groups > workers) {
        return coop_error_set(&run->context->errors, COOP_INVALID_ARGUMENT, POSTING,
                              "%u work-groups are more than the %u workers of the run", options->groups,
                              workers);
    }
    posting->record.groups_wanted = options->groups != 0 ? options->groups : workers;
    posting->record.priority = options->priority;
    posting->record.kills_max = options->resizing == COOP_RESIZING_PLAIN ? 1 : UINT32_MAX;
    posting->deadline = coop_deadline_in(options->timeout_ns);
    return COOP_OK;
}

/* The index space, as cl/instance.cl walks it. */
static coop_status read_ndrange(struct coop_run_object *run, const struct coop_ndrange *ndrange,
                                struct coop_launch_record *record)
{
    uint64_t items = 1;
    uint64_t groups = 1;

    record->dimensions = ndrange->dimensions != 0 ? ndrange->dimensions : 1;
    if (record->dimensions > 3) {
        return refuse(run, COOP_INVALID_ARGUMENT, "an index space has 1, 2 or 3 dimensions");
    }
    for (uint32_t i = 0; i < 3; i++) {
        int is_used = i < record->dimensions;
        uint64_t local = is_used && ndrange->local_items[i] != 0 ? ndrange->local_items[i]
                         : i == 0                                ? run->local_items
                                                                 : 1;
        uint64_t global = is_used ? ndrange->global_items[i] : 1;
        if (global == 0) {
            return refuse(run, COOP_INVALID_ARGUMENT,
                          "an index space has at least one work-item in each dimension");
        }
        if (local > run->local_items || (items *= local) > run->local_items) {
            return coop_error_set(
                &run->context->errors, COOP_INVALID_ARGUMENT, POSTING,
                "the local size is more than the run's %u work-items; start the run with a larger one, "
                "or launch with a smaller one",
                run->local_items);
        }
        record->local_items[i] = (uint32_t)local;
        record->global_items[i] = global;
        record->global_offset[i] = is_used ? ndrange->global_offset[i] : 0;
        record->logical_groups[i] = (global - 1) / local + 1;
        if (record->logical_groups[i] > (UINT64_MAX >> 1) / groups) {
            return refuse(run, COOP_INVALID_ARGUMENT, "the index space has too many work-groups to count");
        }
        groups *= record->logical_groups[i];
    }
    record->logical_groups_total = groups;
    return COOP_OK;
}

/* A free entry, or COOP_INSTANCES_MAX. The run's lock is held. */
static uint32_t find_entry(struct coop_run_object *run)
{
    uint32_t i = 0;

    while (i < COOP_INSTANCES_MAX && run->entries[i] != NULL) {
        i++;
    }
    return i;
}

/* Room for one more note_launch; false when memory is exhausted. The run's lock is held. */
static int make_room_for_note(struct coop_run_object *run)
{
    size_t capacity = 2 * run->launch_capacity + 64;
    struct coop_trace_launch *larger;

    if (run->trace_capacity == 0 || run->launch_count < run->launch_capacity) {
        return 1;
    }
    larger = realloc(run->launches, capacity * sizeof *larger);
    if (larger == NULL) {
        return 0;
    }
    run->launches = larger;
    run->launch_capacity = capacity;
    return 1;
}

/* For the trace: what was launched. The run's lock is held. */
static void note_launch(struct coop_run_object *run, const struct posting *posting)
{
    struct coop_trace_launch *launch;

    if (run->trace_capacity == 0) {
        return;
    }
    launch = &run->launches[run->launch_count++];
    launch->sequence = posting->record.sequence;
    launch->is_cooperative = posting->kernel->is_cooperative;
    launch->can_shrink = (posting->record.flags & COOP_INSTANCE_SHRINKS) != 0;
    launch->can_grow = (posting->record.flags & COOP_INSTANCE_GROWS) != 0;
    launch->kill_any = posting->kernel->kill_any;
    launch->may_kill_all = posting->kernel->may_kill_all;
    launch->groups = posting->record.groups_wanted;
    launch->logical_groups = posting->record.logical_groups_total;
    snprintf(launch->kernel, sizeof launch->kernel, "%s", posting->kernel->name);
}

/* The launch with its handle, before anything is posted: what runs can be waited for. NULL when memory is
 * exhausted. */
static struct coop_launch_object *make_launch(struct coop_run_object *run, coop_launch **handle)
{
    struct coop_launch_object *launch = calloc(1, sizeof *launch);

    if (launch == NULL) {
        return NULL;
    }
    coop_object_init(&launch->base, COOP_KIND_LAUNCH, run->context, launch_destroy);
    coop_object_keep(&run->base);
    launch->run = run;
    *handle = coop_object_open(&launch->base);
    if (*handle == NULL) {
        coop_object_release(&launch->base);
        return NULL;
    }
    return launch;
}

/* Writes the entry and publishes it. The run's lock is held. */
static void post(struct coop_launch_object *launch, uint32_t index, struct posting *posting)
{
    struct coop_run_object *run = launch->run;
    struct coop_transport *transport = run->context->transport;
    uint64_t at = coop_instance_at(index);

    posting->record.sequence = run->next_sequence++;
    posting->record.posted_ns = coop_clock_now_ns();
    launch->index = index;
    launch->sequence = posting->record.sequence;
    launch->kernel = posting->record.kernel_index;
    launch->posted_ns = posting->record.posted_ns;
    coop_object_keep(&launch->base); /* the table's */
    run->entries[index] = launch;
    note_launch(run, posting);
    transport->methods->write(transport, at + offsetof(struct coop_instance, launch), &posting->record,
                              sizeof posting->record);
    if (posting->args_bytes > 0) {
        transport->methods->write(transport, at + offsetof(struct coop_instance, args), posting->args,
                                  posting->args_bytes);
    }
    /* Publishes record and arguments; pairs with the scheduler's load in coop_scheduler_take_postings. */
    transport->methods->store(transport, at + offsetof(struct coop_instance, state), COOP_INSTANCE_POSTED);
    transport->methods->ring(transport);
}

/* Why a run takes no launches. */
static coop_status say_stopped(struct coop_run_object *run)
{
    coop_status failure = coop_run_end_report(run, POSTING);

    if (failure != COOP_OK) {
        return failure;
    }
    return refuse(run, COOP_STOPPED, "the run has stopped; start another one");
}

/* Posts the launch as soon as the device's table has room. */
static coop_status post_when_possible(struct coop_launch_object *launch, struct posting *posting)
{
    struct coop_run_object *run = launch->run;

    for (;;) {
        uint32_t notice = coop_run_notice(run);
        uint32_t index = COOP_INSTANCES_MAX;
        uint64_t left;
        int takes_none;
        int has_memory;
        coop_run_harvest(run);
        pthread_mutex_lock(&run->lock);
        takes_none = run->is_stopping || run->phase != COOP_RUN_LIVE;
        has_memory = make_room_for_note(run);
        if (!takes_none && has_memory) {
            index = find_entry(run);
        }
        if (index < COOP_INSTANCES_MAX) {
            post(launch, index, posting);
        }
        pthread_mutex_unlock(&run->lock);
        if (takes_none) {
            return say_stopped(run);
        }
        if (!has_memory) {
            return coop_error_out_of_memory(&run->context->errors, POSTING);
        }
        if (index < COOP_INSTANCES_MAX) {
            return COOP_OK;
        }
        left = coop_deadline_left_ns(&posting->deadline);
        if (left == 0) {
            return coop_error_set(
                &run->context->errors, COOP_BUSY, POSTING,
                "%d launches are waiting or running, which is all that the device's table holds; wait "
                "for one, or set timeout_ns",
                COOP_INSTANCES_MAX);
        }
        coop_run_wait_notice(run, notice, left);
    }
}

static coop_status make_and_post(struct coop_run_object *run, struct posting *posting, coop_launch **handle)
{
    struct coop_launch_object *launch = make_launch(run, handle);
    coop_status status;

    if (launch == NULL) {
        return coop_error_out_of_memory(&run->context->errors, POSTING);
    }
    status = post_when_possible(launch, posting);
    if (status != COOP_OK) {
        coop_object_release(coop_object_close(*handle, COOP_KIND_LAUNCH));
        *handle = NULL;
    }
    coop_object_release(&launch->base);
    return status;
}

static coop_status launch(coop_run *run_handle, const struct coop_kernel_id *kernel,
                          const struct coop_ndrange *ndrange, const struct coop_launch_options *options,
                          struct posting *posting, coop_launch **handle)
{
    struct coop_run_object *run = coop_object_get(run_handle, COOP_KIND_RUN);
    coop_status status;

    *handle = NULL;
    if (run == NULL) {
        return COOP_INVALID_HANDLE;
    }
    status = find_kernel(run, kernel, ndrange == NULL, posting);
    if (status == COOP_OK) {
        status = read_options(run, options, posting);
    }
    if (status == COOP_OK && ndrange != NULL) {
        status = read_ndrange(run, ndrange, &posting->record);
    }
    if (status == COOP_OK) {
        status = make_and_post(run, posting, handle);
    }
    coop_object_release(&run->base);
    return status;
}

coop_status coop_launch_cooperative(coop_run *run, const struct coop_kernel_id *kernel, const void *args,
                                    size_t args_bytes, const struct coop_launch_options *options,
                                    coop_launch **handle)
{
    struct posting posting = {.args = args, .args_bytes = args_bytes};

    return launch(run, kernel, NULL, options, &posting, handle);
}

coop_status coop_launch_regular(coop_run *run, const struct coop_kernel_id *kernel, const void *args,
                                size_t args_bytes, const struct coop_ndrange *ndrange,
                                const struct coop_launch_options *options, coop_launch **handle)
{
    static const struct coop_ndrange none = {0}; /* refused: no work-items */
    struct posting posting = {.args = args, .args_bytes = args_bytes};

    return launch(run, kernel, ndrange != NULL ? ndrange : &none, options, &posting, handle);
}

static uint64_t difference(uint64_t later, uint64_t earlier)
{
    return later > earlier && earlier != 0 ? later - earlier : 0;
}

static void fill_stats(const struct coop_launch_object *launch, struct coop_launch_stats *stats)
{
    const struct coop_instance_stats *from = &launch->stats;

    memset(stats, 0, sizeof *stats);
    stats->seen_ns = from->seen_ns;
    stats->started_ns = from->started_ns;
    stats->ended_ns = from->last_return_ns.only_through_accessors;
    stats->gather_ns = difference(stats->started_ns, stats->seen_ns);
    stats->run_ns = difference(stats->ended_ns, stats->started_ns);
    if (launch->run->context->device.sleeps_through_host) { /* the device reads the host's clock */
        stats->queued_ns = difference(stats->seen_ns, launch->posted_ns);
    }
    stats->groups_at_start = from->groups_at_start;
    stats->kills = from->kills;
    stats->barrier_kills = from->barrier_kills.only_through_accessors;
    stats->forks = from->forks.only_through_accessors;
    stats->barrier_forks = from->barrier_forks.only_through_accessors;
    stats->barriers = from->barriers;
    stats->suspensions = from->suspensions;
    stats->suspended_ns = from->suspended_ns;
}

static int is_stopping(struct coop_run_object *run)
{
    int is;

    pthread_mutex_lock(&run->lock);
    is = run->is_stopping;
    pthread_mutex_unlock(&run->lock);
    return is;
}

/* How long work-groups may take to leave before who waits for a launch hears all the same what is known. */
#define LEAVING_NS ((uint64_t)2 * 1000000000)

/* The outcome of a launch that has ended. */
static coop_status outcome(struct coop_launch_object *launch)
{
    coop_status failure;
    int ignored;

    if (!launch->was_cut_short) {
        return COOP_OK;
    }
    failure = coop_run_end_report(launch->run, WAITING);
    if (failure == COOP_OK && !is_stopping(launch->run)) {
        int code;
        coop_run_outwait(launch->run, LEAVING_NS,
                         &code); /* it leaves for a reason that is known only at its end */
        failure = coop_run_end_report(launch->run, WAITING);
    }
    if (failure != COOP_OK) {
        return failure;
    }
    if (coop_transport_failure(launch->run->context->transport, &ignored) != NULL) {
        return coop_context_reached(launch->run->context, COOP_OPENCL_FAILED, WAITING);
    }
    return coop_error_set(&launch->run->context->errors, COOP_STOPPED, WAITING,
                          "the run was stopped before %s completed",
                          launch->run->module->signature.kernels[launch->kernel].name);
}

/* Where a launch stands, for who waits for it. */
struct standing {
    int is_done;
    int is_given_up; /* the run is: it will not be done, or nobody knows when */
    int has_failed;  /* the device has: it will be done as soon as every work-group has left */
};

static struct standing look(struct coop_launch_object *launch, struct coop_launch_stats *stats)
{
    struct coop_run_object *run = launch->run;
    struct standing standing = {0};

    coop_run_harvest(run);
    pthread_mutex_lock(&run->lock);
    standing.is_done = launch->is_done;
    if (standing.is_done && stats != NULL) {
        fill_stats(launch, stats);
    }
    if (!standing.is_done && run->phase == COOP_RUN_LIVE) {
        coop_failure_take(run);
        standing.has_failed = run->failure.is_complete.only_through_accessors != 0;
        standing.is_given_up = !standing.has_failed && coop_run_judge(run, launch);
    }
    pthread_mutex_unlock(&run->lock);
    return standing;
}

static coop_status wait(struct coop_launch_object *launch, uint64_t timeout_ns,
                        struct coop_launch_stats *stats)
{
    struct coop_run_object *run = launch->run;
    struct coop_deadline deadline = coop_deadline_in(timeout_ns);
    struct coop_deadline leaving = {UINT64_MAX, 0};

    for (;;) {
        uint32_t notice = coop_run_notice(run);
        struct standing standing = look(launch, stats);
        uint64_t left = coop_deadline_left_ns(&deadline);
        if (standing.is_done) {
            return outcome(launch);
        }
        if (standing.has_failed && leaving.left_ns == UINT64_MAX) {
            leaving = coop_deadline_in(LEAVING_NS);
        }
        if (standing.is_given_up ||
            (standing.has_failed && (left == 0 || coop_deadline_left_ns(&leaving) == 0))) {
            return coop_run_end_report(run, WAITING);
        }
        if (timeout_ns == 0) { /* who asks again and again has no time for a look at every work-group */
            return coop_error_set(&run->context->errors, COOP_TIMED_OUT, WAITING,
                                  "the kernel has not completed yet");
        }
        if (left == 0) {
            return coop_run_timed_out(run, WAITING, "the kernel has not completed before the deadline");
        }
        coop_run_wait_notice(run, notice, left < run->watch.interval_ns ? left : run->watch.interval_ns);
    }
}

coop_status coop_launch_wait(coop_launch *handle, uint64_t timeout_ns, struct coop_launch_stats *stats)
{
    struct coop_launch_object *launch = coop_object_get(handle, COOP_KIND_LAUNCH);
    coop_status status;

    if (launch == NULL) {
        return COOP_INVALID_HANDLE;
    }
    if (timeout_ns == UINT64_MAX) {
        status = coop_error_set(&launch->run->context->errors, COOP_INVALID_ARGUMENT, WAITING,
                                "a wait without end is refused; give a deadline");
    } else {
        status = wait(launch, timeout_ns, stats);
    }
    coop_object_release(&launch->base);
    return status;
}

void coop_launch_destroy(coop_launch *handle)
{
    coop_object_release(coop_object_close(handle, COOP_KIND_LAUNCH));
}
