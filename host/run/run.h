/* The run behind its handle, its phases, and the launches that it knows.
 *
 *     phase     begins                                             who knows the run     the control block is
 *     STARTING  when it is made                                    its starter           its starter's
 *     ENQUEUED  when the megakernel is on the queue                and its context       the run's
 *     LIVE      when the scheduler has answered, and nobody has    and whoever has its   the run's
 *               told the run to stop                               handle
 *     ENDED     when somebody sees that the megakernel has left,   the same              the next run's
 *               or the starter gives up what never was enqueued
 *
 * run->lock guards `state`, `is_stopping`, what is posted (`entries`, `launches`, `next_sequence`, the
 * outcome of every launch), what is called at their ends, the watch, the fault and the control block. The
 * order of all locks of the host: docs/design.md#locks.
 *   H1  `state` and `is_stopping` change under run->lock alone. The starter leaves STARTING and ENQUEUED, or
 *       whoever finds in ENQUEUED that the megakernel has left; a phase never comes back.
 *   H2  in STARTING nobody but the starter uses the run. `kernel`, `event`, the watch's memory and the setup
 *       are written there, and never again; `control.slot_count` once more, under the lock, with LIVE.
 *   H3  the control block is used under the lock, in ENQUEUED and LIVE; by the starter in STARTING,
 *       too, and in ENQUEUED while it waits for the answer: no other run can begin meanwhile. The
 *       exceptions are the two words on which host threads sleep (X4): they outlive the runs.
 *   H4  the starter shows the run to its context (claim.h) in ENQUEUED, and looks in the same section of the
 *       context's lock whether the context is being destroyed. So the destroy sees the run, or the starter
 *       the destroy; the run is told to stop in both cases, and its start says COOP_STOPPED.
 *   H5  who hands out a handle looks for the destroy again afterwards (coop_context_hand_out), so no handle
 *       is left behind it. */
#ifndef COOP_HOST_RUN_H
#define COOP_HOST_RUN_H

#include "coop/launch.h"
#include "coop/run.h"
#include "coop/trace.h"
#include "host/context/context.h"
#include "host/context/kept.h"
#include "host/control/control.h"
#include "host/device/threads.h"
#include "host/module/module.h"
#include "host/run/event.h"
#include "host/watch/fault.h"
#include "host/watch/watch.h"

struct coop_launch_object;
struct coop_end;

/* A launch that another one comes after. */
struct coop_predecessor {
    uint32_t index; /* entry of the instance table */
    uint32_t sequence;
    uint32_t kernel;
    int has_completed; /* the host has seen that while the launch behind it had not ended */
};

/* What is called at the ends of launches, and the thread that calls it (ends.h). */
struct coop_run_ends {
    pthread_cond_t changed;            /* with the run's lock: what follows is another */
    struct coop_end *first;            /* in the order in which they were asked for */
    struct coop_context_closer closer; /* of the context: it closes this, too */
    pthread_t thread;
    struct coop_run_object *joins; /* the run for whose thread this one's waits (ends_join.h) */
    int has_thread;
    int is_watching; /* the thread waits for the device, or is about to */
    int is_closing;  /* nothing more is taken; what has not ended will not */
    int is_joined;   /* somebody joins the thread, or it has detached itself */
    int has_left;    /* the thread has called everything */
};

/* A queue by which work-groups come back from leases (joins.h). */
struct coop_join_queue {
    cl_command_queue queue;
    atomic_uint sent;    /* work-groups that have been enqueued, those of runs before too, modulo 2^32 (H9) */
    uint32_t turn;       /* shared/lease.h */
    uint32_t turns_sent; /* of `sent`, in this turn */
    int is_free;         /* no lease has it, and its turn has begun on the device (H10) */
    int is_taken;        /* a lease has it that has not ended */
    uint32_t entry;      /* of that lease; then, once its work-groups have been sent: */
    cl_event mark;       /* behind its commands; NULL: these have ended, or there are none */
    uint64_t failed_ns;  /* when the mark was first seen to have failed; 0: it was not */
    cl_event *comers;    /* that wait for the mark; NULL: see hold_comers */
    uint32_t comer_count;
};

struct coop_run_leases {
    pthread_mutex_t turn; /* one call at a time uses OpenCL's parts of this; before the run's lock */
    cl_kernel kernel;     /* NULL until the first lease, as the next */
    cl_mem mark;          /* that is written behind a lease's commands */
    atomic_int have_left; /* all that have come have ended, and no more do */
    int are_closed;       /* nothing more is sent; under the run's lock */
    atomic_uint queue_count;
    struct coop_join_queue queues[COOP_JOINS_MAX];
};

enum coop_run_state { COOP_RUN_STARTING, COOP_RUN_ENQUEUED, COOP_RUN_LIVE, COOP_RUN_ENDED };

struct coop_run_object {
    struct coop_object base;
    struct coop_context_object *context;
    struct coop_module_object *module;
    struct coop_kept kept; /* when the megakernel does not leave */
    struct coop_release release;
    cl_kernel kernel;
    cl_event event;
    cl_mem imports[COOP_IMPORTS_MAX]; /* that it has as arguments, with a reference to each (O4) */
    uint32_t import_count;
    struct coop_threads threads; /* that its work-groups take, until it has left */
    uint32_t local_items;        /* of cooperative kernels, and of regular ones that do not say */
    uint32_t range_items_max;    /* the largest local size of a regular kernel, at least that */
    int is_first_come;           /* the scheduler makes no use of times */
    uint64_t keep_ns;            /* of launches that name none; 0: learnt */
    uint64_t stop_timeout_ns;    /* how long a stop may take where the caller does not say */
    uint32_t trace_capacity;
    uint64_t trace_at; /* an address; 0: no trace */
    int trace_flow;
    uint32_t trace_barriers; /* the budget for events of barriers; 0: they are not traced */
    int checks_addresses;    /* addresses.h */
    int checks_divergence;   /* host/module/form.h */
    uint64_t vars_at;        /* what work-items keep across steps, where a thread runs them all; else 0 */
    uint64_t bounds_at;      /* then: a table for each entry, and the sink behind them; else 0 */
    cl_program program;      /* the module's, in the form that the run needs; borrowed */
    uint32_t registers;      /* the limit of that form; 0: none */
    uint32_t groups_most;    /* work-groups that the device holds at least; 0: not known */
    uint64_t control_bytes;
    uint32_t completions_before; /* the completion counter when the run was set up: it goes on from there */
    struct coop_control_access control;

    pthread_mutex_t looks; /* this and the next: turn.h */
    pthread_mutex_t turn;
    pthread_mutex_t lock;
    enum coop_run_state state;
    int is_stopping;     /* no more launches are taken; a run that has not answered yet will not be live */
    int stop_has_failed; /* a stop has failed: destroying the run does not wait that long again */

    struct coop_run_leases leases;
    struct coop_watch watch;
    struct coop_fault fault; /* why the host has given the run up */
    uint64_t failed_ns;      /* when a look first saw a failure while a launch was waited for; 0: none has */
    int is_left_behind;      /* a work-group has not left for long since then */

    /* Copied when the run ends, since the control block then belongs to the next run. */
    struct coop_failure_record failure;
    uint32_t failed_kernel; /* kernel_count: unknown */
    int end_code;           /* OpenCL's code when the driver ended the megakernel; 0: it ended by itself */
    struct coop_trace_count trace_count;
    uint32_t next_sequence;
    struct coop_launch_object *entries[COOP_INSTANCES_MAX]; /* a reference each; NULL: the entry is free */
    struct coop_event loop_event;
    struct coop_run_ends ends;
    uint64_t looks_made;                /* looks that have taken the ends of launches */
    struct coop_trace_launch *launches; /* kept only for a trace */
    size_t launch_count;
    size_t launch_capacity;
};

struct coop_launch_object {
    struct coop_object base;
    struct coop_run_object *run;
    uint32_t index; /* entry of the instance table */
    uint32_t sequence;
    uint32_t kernel;
    uint32_t state;   /* enum coop_instance_state, as the last look has shown it */
    uint32_t awaited; /* functions that are to be called at its end */
    int has_stats;    /* the device has answered, and `stats` are read */
    /* The number of the look that has shown its end and the ends of all that it comes after: the next one,
     * where one of those is not shown yet. Before its end: the latest of those that are. */
    uint64_t ended_in;
    int is_done;
    int was_cut_short;
    uint64_t cut_short_ns; /* when the host saw that */
    uint64_t posted_ns;
    struct coop_instance_stats stats;
    uint32_t lease_groups; /* of a lease: the work-groups that are to come back; 0: a kernel's launch */
    uint32_t lease_queue;  /* by which they come; then also: */
    int lease_has_ended;   /* they have been sent, or never will be */
    int repeats;
    int has_figures; /* it repeats, has ended, and these are its figures */
    struct coop_repeat_figures figures;
    struct coop_predecessor *after; /* those that had not ended when it was posted; NULL: none */
    uint32_t after_count;
};

/* Whether the control block is the run's (H3). The run's lock is held. */
static inline int coop_run_has_control(const struct coop_run_object *run)
{
    return run->state == COOP_RUN_ENQUEUED || run->state == COOP_RUN_LIVE;
}

/* A run of a module before its start. The run takes over the caller's reference to the module. NULL when
 * memory is exhausted; the caller then keeps the reference. */
struct coop_run_object *coop_run_object_create(struct coop_module_object *module);

/* Whether someone has asked it to stop. Takes the run's lock. */
int coop_run_is_stopping(struct coop_run_object *run);

/* A launch with its handle. Made before anything is posted, so that whatever runs can be waited for. NULL
 * when memory is exhausted. */
struct coop_launch_object *coop_launch_object_create(struct coop_run_object *run, coop_launch **handle);

#endif
