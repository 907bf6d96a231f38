/* The run behind its handle, and the launches that it knows.
 *
 * Locks: run->lock guards `control` while the run is live, `entries`, `launches`, `next_sequence`, and the
 * outcome fields of every launch. The context's lock may be taken while it is held, not the other way
 * round. */
#ifndef COOP_HOST_RUN_H
#define COOP_HOST_RUN_H

#include "coop/launch.h"
#include "coop/run.h"
#include "coop/trace.h"
#include "host/context/kept.h"
#include "host/control/control.h"
#include "host/module/module.h"
#include "host/watch/fault.h"
#include "host/watch/watch.h"

struct coop_launch_object;

enum coop_run_state { COOP_RUN_LIVE, COOP_RUN_ENDED };

struct coop_run_object {
    struct coop_object base;
    struct coop_context_object *context;
    struct coop_module_object *module;
    struct coop_kept kept; /* when the megakernel does not leave */
    cl_kernel kernel;
    cl_event event;
    uint32_t local_items;
    uint32_t trace_capacity;
    uint64_t trace_at;       /* 0: no trace */
    uint32_t trace_barriers; /* the budget for events of barriers; 0: they are not traced */
    uint64_t control_bytes;
    struct coop_control_access control;

    pthread_mutex_t lock;
    enum coop_run_state state;
    int is_stopping;     /* no more launches are taken */
    int stop_has_failed; /* a stop has failed: destroying the run does not wait that long again */

    struct coop_watch watch;
    struct coop_fault fault; /* why the host has given the run up */

    /* Copied when the run ends, since the control block then belongs to the next run. */
    struct coop_failure_record failure;
    uint32_t failed_kernel; /* kernel_count: unknown */
    int end_code;           /* OpenCL's code when the driver ended the megakernel; 0: it ended by itself */
    struct coop_trace_count trace_count;
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

/* A run of a module before its start. The run takes over the caller's reference to the module. NULL when
 * memory is exhausted; the caller then keeps the reference. */
struct coop_run_object *coop_run_object_create(struct coop_module_object *module);

/* A launch with its handle. Made before anything is posted, so that whatever runs can be waited for. NULL
 * when memory is exhausted. */
struct coop_launch_object *coop_launch_object_create(struct coop_run_object *run, coop_launch **handle);

#endif
