/* Posting a launch: the host writes a free entry of the instance table, publishes it and rings the
 * doorbell. The path continues through host/control/control.c (coop_control_post) and the transport's
 * doorbell to cl/mailbox.cl, where the scheduler waits, and to cl/scheduler.cl
 * (coop_scheduler_take_postings). wait.c receives the answer. */
#include "host/run/launch.h"

#include "host/base/clock.h"
#include "host/run/addresses.h"
#include "host/run/joins.h"
#include "host/run/posting.h"
#include "host/run/reap.h"
#include "host/run/report.h"
#include "host/run/run.h"
#include "host/run/turn.h"
#include <stdio.h>
#include <stdlib.h>

/* A free entry, or COOP_INSTANCES_MAX. The run's lock is held. */
static uint32_t find_entry(struct coop_run_object *run)
{
    uint32_t i = 0;

    while (i < COOP_INSTANCES_MAX && run->entries[i] != NULL) {
        i++;
    }
    return i;
}

/* Makes sure that one more note_launch has memory; false when memory is exhausted. The run's lock is held. */
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

/* Notes for the trace what was launched. The run's lock is held. */
static void note_launch(struct coop_run_object *run, const struct coop_posting *posting)
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
    launch->kill_any = (posting->record.flags & COOP_INSTANCE_KILLS_ANY) != 0;
    launch->may_kill_all = posting->kernel->may_kill_all;
    launch->groups = posting->record.groups_wanted;
    launch->groups_least = posting->record.groups_least;
    launch->is_automatic = (posting->record.flags & COOP_INSTANCE_AUTOMATIC) != 0;
    launch->logical_groups = posting->record.logical_groups_total;
    snprintf(launch->kernel, sizeof launch->kernel, "%s", posting->kernel->name);
}

/* What the launch comes after: the entries of those that the host has not seen the end of, whose entries are
 * theirs until then (C6). False when one of them was cut short: then the run takes no launches, or will not
 * take them soon. The run's lock is held. */
static int find_predecessors(struct coop_launch_object *launch, struct coop_posting *posting)
{
    posting->record.after = 0;
    launch->after_count = 0;
    for (uint32_t i = 0; i < posting->after_count; i++) {
        const struct coop_launch_object *other = posting->after[i];
        if (other->is_done && other->was_cut_short) {
            return 0;
        }
        int is_posted = other->sequence != 0; /* or its handle has been read before its launch returned */
        if (is_posted && !other->is_done && (posting->record.after >> other->index & 1u) == 0) {
            posting->record.after |= 1u << other->index;
            launch->after[launch->after_count++] =
                (struct coop_predecessor){other->index, other->sequence, other->kernel, 0};
        }
    }
    return 1;
}

/* Writes the entry and publishes it. The run's lock is held. */
static void post(struct coop_launch_object *launch, uint32_t index, struct coop_posting *posting)
{
    struct coop_run_object *run = launch->run;

    posting->record.sequence = run->next_sequence++;
    posting->record.posted_ns = coop_clock_now_ns();
    launch->index = index;
    launch->sequence = posting->record.sequence;
    launch->kernel = posting->record.kernel_index;
    launch->posted_ns = posting->record.posted_ns;
    launch->repeats = (posting->record.flags & COOP_INSTANCE_REPEATS) != 0;
    coop_object_keep(&launch->base); /* the table's */
    run->entries[index] = launch;
    note_launch(run, posting);
    posting->record.bounds_at = coop_addresses_write(run, index, &posting->bounds);
    coop_control_post(&run->control, index, &posting->record, posting->args, posting->args_bytes);
}

/* Why a run takes no launches. */
static coop_status say_stopped(struct coop_run_object *run)
{
    coop_status failure = coop_run_end_report(run, COOP_DOING_POSTING);

    if (failure != COOP_OK) {
        return failure;
    }
    return coop_error_set(&run->context->errors, COOP_STOPPED, COOP_DOING_POSTING,
                          "the run has stopped; start another one");
}

/* Posts the launch as soon as the device's table has room. The device is asked only when the host knows of no
 * free entry: a launch that has ended unasked keeps its own until then. */
static coop_status post_when_possible(struct coop_launch_object *launch, struct coop_posting *posting)
{
    struct coop_run_object *run = launch->run;

    for (int is_full = 0;; is_full = 1) {
        struct coop_run_glance glance = {0};
        uint32_t index = COOP_INSTANCES_MAX;
        uint64_t left;
        int takes_none;
        int has_memory;
        int code;
        if (is_full || coop_run_life(run, &code) == COOP_RUN_GONE) {
            glance = coop_run_reap(run);
        }
        coop_turn_post(run);
        takes_none = run->is_stopping || run->state != COOP_RUN_LIVE || !find_predecessors(launch, posting);
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
            return coop_error_out_of_memory(&run->context->errors, COOP_DOING_POSTING);
        }
        if (index < COOP_INSTANCES_MAX) {
            return COOP_OK;
        }
        if (!is_full) {
            continue;
        }
        left = coop_deadline_left_ns(&posting->deadline);
        if (left == 0) {
            return coop_error_set(
                &run->context->errors, COOP_BUSY, COOP_DOING_POSTING,
                "%d launches are waiting or running, which is all that the device's table holds; wait "
                "for one, or set timeout_ns",
                COOP_INSTANCES_MAX);
        }
        coop_control_wait(&run->control, glance.completions, left);
    }
}

coop_status coop_launch_post(struct coop_run_object *run, struct coop_posting *posting, coop_launch **handle)
{
    struct coop_launch_object *launch = coop_launch_object_create(run, handle);
    coop_status status;

    if (launch == NULL) {
        return coop_error_out_of_memory(&run->context->errors, COOP_DOING_POSTING);
    }
    if (posting->after_count > 0) {
        launch->after = malloc(posting->after_count * sizeof *launch->after);
    }
    if (posting->record.flags & COOP_INSTANCE_LEAVES) {
        launch->lease_groups = posting->record.groups_wanted;
        launch->lease_queue = posting->record.weight;
    }
    status = posting->after_count > 0 && launch->after == NULL
                 ? coop_error_out_of_memory(&run->context->errors, COOP_DOING_POSTING)
                 : post_when_possible(launch, posting);
    if (status != COOP_OK) {
        launch->lease_groups = 0;
        coop_object_release(coop_object_close(*handle, COOP_KIND_LAUNCH));
        *handle = NULL;
    }
    coop_object_release(&launch->base);
    return status;
}

static coop_status launch(coop_run *run_handle, const struct coop_kernel_id *kernel,
                          const struct coop_ndrange *ndrange, const struct coop_launch_options *options,
                          struct coop_posting *posting, coop_launch **handle)
{
    struct coop_run_object *run = coop_object_get(run_handle, COOP_KIND_RUN);
    coop_status status;

    if (handle != NULL) {
        *handle = NULL;
    }
    if (run == NULL) {
        return coop_error_handle(run_handle, COOP_DOING_POSTING, "run");
    }
    status = handle == NULL ? coop_error_null(&run->context->errors, COOP_DOING_POSTING, "launch")
                            : coop_posting_prepare(run, kernel, ndrange, options, posting);
    if (status == COOP_OK) {
        status = coop_launch_post(run, posting, handle);
    }
    coop_posting_clear(posting);
    coop_object_release(&run->base);
    return status;
}

coop_status coop_launch_cooperative(coop_run *run, const struct coop_kernel_id *kernel, const void *args,
                                    size_t args_bytes, const struct coop_launch_options *options,
                                    coop_launch **handle)
{
    struct coop_posting posting = {.args = args, .args_bytes = args_bytes};

    return launch(run, kernel, NULL, options, &posting, handle);
}

coop_status coop_launch_regular(coop_run *run, const struct coop_kernel_id *kernel, const void *args,
                                size_t args_bytes, const struct coop_ndrange *ndrange,
                                const struct coop_launch_options *options, coop_launch **handle)
{
    static const struct coop_ndrange none = {0}; /* refused: no work-items */
    struct coop_posting posting = {.args = args, .args_bytes = args_bytes};

    return launch(run, kernel, ndrange != NULL ? ndrange : &none, options, &posting, handle);
}

void coop_launch_destroy(coop_launch *handle)
{
    struct coop_launch_object *launch = coop_object_close(handle, COOP_KIND_LAUNCH);

    if (launch != NULL) {
        coop_joins_abandon(launch);
        coop_object_release(&launch->base);
    }
}
