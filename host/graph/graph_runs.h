/* Graphs that are executed in runs: one on each device, which the graph starts and stops.
 *
 * The thread that starts the graph or waits for it does all but one thing: the library's thread of a run
 * tells that a launch has ended (coop_launch_on_end), and puts the task's number into a list under a lock.
 *   R1  a task is begun once in a step, when all before it have ended in this step.
 *   R2  a function of the host's is begun when all that stands before it in the order has ended, and nothing
 *       that stands behind it has begun.
 *   R3  each launch that was posted is in the list once, or is under way; the graph's memory stays until none
 *       is: coop_run_destroy returns when all calls are over, unless one of them calls it, which graph.h
 *       forbids. */
#ifndef COOP_HOST_GRAPH_GRAPH_RUNS_H
#define COOP_HOST_GRAPH_GRAPH_RUNS_H

#include "host/graph/graph_form.h"

#include <pthread.h>

/* A launch under way. */
struct coop_graph_started {
    struct coop_graph_runs *runs;
    uint32_t task;
    coop_launch *launch; /* NULL: none */
    uint64_t posted_ns;
    uint64_t seen_ns; /* when the run's thread told of its end; under the lock, as the next one */
    struct coop_launch_stats stats;
};

struct coop_graph_runs {
    uint32_t count;
    coop_module *modules[COOP_GRAPH_DEVICES_MAX];
    coop_run *runs[COOP_GRAPH_DEVICES_MAX];
    int has_lock;
    pthread_mutex_t lock;
    pthread_cond_t has_ended;
    uint32_t *ended; /* tasks; under the lock, as the next four are */
    uint32_t ended_count;
    coop_status outcome; /* of the first launch that failed */
    uint32_t failed;
    char message[1024];
    coop_status seen; /* the outcome at the last look; from here on the thread's that uses the graph */
    int is_late;      /* a deadline has passed: what is under way goes on */
    uint32_t *taken;  /* what was in the list */
    struct coop_graph_started *started; /* of each task */
    uint32_t started_count;
    uint32_t *places; /* of each task in the order */
    uint32_t *waits;  /* of each task: how many before it have not ended */
    uint32_t *behind; /* tasks behind each, one list after the other */
    uint32_t *behind_firsts;
    uint32_t *ready; /* a ring */
    uint32_t ready_first;
    uint32_t ready_count;
    uint32_t done; /* tasks of this step that have ended */
    uint32_t gate; /* place of the next function of the host's, or the number of tasks */
    int is_full;   /* a device had no room for a launch */
    unsigned char *scratch[2];
};

/* As the operations of graph_executor.h. */
coop_status coop_graph_runs_open(struct coop_graph_object *graph, const struct coop_graph_options *options);
void coop_graph_runs_close(struct coop_graph_object *graph);
coop_run *coop_graph_runs_get(const struct coop_graph_object *graph, uint32_t device);
coop_status coop_graph_runs_check(struct coop_graph_object *graph);
coop_status coop_graph_runs_take_memory(struct coop_graph_object *graph);
void coop_graph_runs_drop_memory(struct coop_graph_object *graph);

#endif
