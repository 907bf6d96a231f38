/* The run behind its handle, and the launches that it knows.
 *
 * Locks: run->lock guards `entries`, `launches`, `next_sequence`, and the outcome fields of every launch. The
 * context's lock may be taken while it is held, not the other way round. */
#ifndef COOP_HOST_RUN_OBJECT_H
#define COOP_HOST_RUN_OBJECT_H

#include "coop/launch.h"
#include "coop/run.h"
#include "coop/shared/control.h"
#include "coop/trace.h"
#include "host/module/module.h"
#include "host/watch/watch.h"

struct coop_launch_object;

enum coop_run_phase { COOP_RUN_LIVE, COOP_RUN_ENDED };

struct coop_run_object {
    struct coop_object base;
    struct coop_context_object *context;
    struct coop_module_object *module;
    struct coop_run_object *next_kept; /* of those kept for ever */
    cl_kernel kernel;
    cl_event event;
    uint32_t slot_count; /* the scheduler's included */
    uint32_t local_items;
    uint32_t trace_capacity;
    uint64_t trace_at; /* 0: no trace */
    int trace_barriers;
    uint64_t control_bytes;
    struct coop_control_setup setup; /* as it was written */

    pthread_mutex_t lock;
    enum coop_run_phase phase;
    int is_stopping;   /* no more launches are taken */
    int was_outwaited; /* a stop has failed: who only destroys the run does not wait as long again */

    struct coop_watch watch;

    /* Why the host has given the run up: COOP_STALLED or COOP_KERNEL_FAILED; COOP_OK while it has not. */
    coop_status verdict;
    char verdict_text[900];
    char *verdict_details; /* NULL when memory was exhausted */

    /* Copied when the run ends: the control block then belongs to the next run. */
    struct coop_failure_record failure;
    uint32_t failed_kernel; /* kernel_count: unknown */
    int end_code;           /* OpenCL's, when the driver ended the megakernel; 0: it ended by itself */
    uint64_t trace_cursor;
    uint32_t next_sequence;
    struct coop_launch_object *entries[COOP_INSTANCES_MAX]; /* a reference each; NULL: the entry is free */
    struct coop_trace_launch *launches;                     /* kept only for a trace */
    size_t launch_count;
    size_t launch_capacity;
};

struct coop_launch_object {
    struct coop_object base;
    struct coop_run_object *run;
    uint32_t index; /* entry of the instance table */
    uint32_t sequence;
    uint32_t kernel;
    int is_done;
    int was_cut_short;
    uint64_t posted_ns;
    struct coop_instance_stats stats;
};

/* Offsets of what the host reads and writes in the control block. */
#define COOP_AT(member) offsetof(struct coop_control, member)
uint64_t coop_instance_at(uint32_t index);

/* Takes over the results of all launches that have ended. When the megakernel itself has ended, so have all.
 */
void coop_run_harvest(struct coop_run_object *run);

/* Waits until `run`'s notice changes, at most for that long and for a slice, so that the megakernel's own end
 * is seen too. */
void coop_run_wait_notice(struct coop_run_object *run, uint32_t seen, uint64_t most_ns);

uint32_t coop_run_notice(struct coop_run_object *run);

/* A word of the control block. */
static inline uint32_t coop_run_load(struct coop_run_object *run, uint64_t offset)
{
    return run->context->transport->methods->load(run->context->transport, offset);
}

static inline uint64_t coop_run_load64(struct coop_run_object *run, uint64_t offset)
{
    uint64_t word = 0;

    run->context->transport->methods->read(run->context->transport, offset, &word, sizeof word);
    return word;
}

enum coop_run_life { COOP_RUN_THERE, COOP_RUN_GONE, COOP_RUN_UNKNOWN };

/* Has the megakernel ended, for whatever reason?
 * *code  of a megakernel that is gone: 0, or why the driver ended it; of an unknown life: that of
 *        clGetEventInfo, or the transport's where that has failed. */
enum coop_run_life coop_run_life(struct coop_run_object *run, int *code);

/* Records why the life is unknown, with its code. */
coop_status coop_run_report_unknown(struct coop_run_object *run, int code, const char *doing);

/* Why a run that has ended takes and completes nothing more, as the error record's message; COOP_OK when
 * neither the device nor the driver reported a failure. */
coop_status coop_run_end_report(struct coop_run_object *run, const char *doing);

/* How long a stop may take where the caller does not say; and where the run was given up or a stop has
 * failed, and who waits only destroys it. */
#define COOP_RUN_STOP_NS ((uint64_t)30 * 1000000000)
#define COOP_RUN_GIVEN_UP_STOP_NS ((uint64_t)2 * 1000000000)

/* Tells every work-group to leave; no more launches are taken. */
void coop_run_ask_to_stop(struct coop_run_object *run);
void coop_run_ask_to_stop_locked(struct coop_run_object *run); /* the run's lock is held */

/* Judges whether the run can be waited for any longer, for the sake of a launch that has not ended: gives it
 * up, once, when the launch is stalled or the control block is damaged, and asks it to stop. The run's lock
 * is held, and the run is live. True when it is given up, now or before. */
int coop_run_judge(struct coop_run_object *run, const struct coop_launch_object *launch);

/* The same for a run that has just ended: that it did so untold. */
void coop_run_judge_end(struct coop_run_object *run);

/* Waits until the megakernel has left, and takes over what it reports. Records nothing. False when it has not
 * left in time, or, with *code not 0, when clGetEventInfo keeps failing with it. */
int coop_run_outwait(struct coop_run_object *run, uint64_t timeout_ns, int *code);

/* The megakernel does not leave: what it may still touch, and the context's way to it, stay as long as the
 * process. */
void coop_run_keep_for_ever(struct coop_run_object *run);

/* Some of those may have left since: they no longer have the device for themselves (alone.h). */
void coop_run_look_at_kept(void);

/* Frees a run to which nobody holds a reference any more. */
void coop_run_free(struct coop_object *object);

/* Stops the live run of a context, if it has one. */
void coop_run_stop_live(struct coop_context_object *context);

/* Copies the failure record, if it is complete, and which kernel failed. The run's lock is held. */
void coop_failure_take(struct coop_run_object *run);

/* The failure that the device reported, as the error record's message; COOP_OK when there is none. */
coop_status coop_failure_report(struct coop_run_object *run, const char *doing);

/* Whether a work-group of run->kernel has room on the device; records why not. */
coop_status coop_run_check_fit(struct coop_run_object *run);

/* The state of the run as text; returns the length it would have. */
size_t coop_describe(struct coop_run_object *run, char *text, size_t capacity);

/* Records that a deadline passed, with the description as details. */
coop_status coop_run_timed_out(struct coop_run_object *run, const char *doing, const char *what);

#endif
