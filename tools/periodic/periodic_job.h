/* Periodic jobs: a regular kernel launched every P milliseconds, as a display or a game would (CK, section
 * 5). The options that users know are called --frames and --frame-groups, and the output says frames.
 *
 * A thread sleeps until a job is due, launches it, and waits until it has ended. A job that is unfinished
 * when the next one is due has missed its deadline; the next is then launched at once, and the schedule
 * continues from there, so that lateness causes no burst. */
#ifndef TOOLS_PERIODIC_JOB_H
#define TOOLS_PERIODIC_JOB_H

#include "periodic_profile.h"
#include "periodic_work.h"
#include "tools/measure/samples.h"

#include <pthread.h>
#include <stdatomic.h>

/* One job. */
struct periodic_note {
    uint64_t launched_ns; /* by the host's clock */
    uint64_t ended_ns;    /* by the host's clock, when the host knew */
    uint64_t seen_ns;     /* by the device's */
    uint64_t gather_ns;
    uint64_t run_ns;
    uint32_t groups; /* that it began with */
    uint32_t wanted_groups;
    int is_late; /* was unfinished when the next one was due */
};

struct periodic_results {
    uint32_t count;
    uint32_t missed;       /* deadlines */
    uint32_t wrong;        /* jobs with a wrong row */
    uint32_t short_handed; /* jobs that began with fewer work-groups than wanted */
    struct samples gather_us;
    struct samples run_ms;
    struct periodic_note *notes; /* one for each job, but for jobs that found no memory */
    size_t note_count;
    size_t note_capacity;
    double achieved_period_ms; /* mean from launch to launch; 0 for fewer than two jobs */
};

struct periodic_driver {
    struct periodic_work work;
    uint64_t period_ns;
    uint32_t groups; /* of each job, or the most that it takes */
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    int must_stop;
    atomic_uint done; /* jobs, for the display of progress */
    struct periodic_results results;
    int status;
    struct tool_error error;
};

struct periodic_setup {
    const struct periodic_profile *profile;
    uint32_t groups; /* of each job; the most that it takes, where their number is learnt */
};

/* Starts the thread; the first job is launched one period later, so that the cooperative kernel has begun.
 * work   has its size (periodic_calibrate); copied.
 * setup  read during the call only. */
int periodic_driver_start(struct periodic_driver *driver, const struct periodic_work *work,
                          const struct periodic_setup *setup, struct tool_error *error);

/* Ends the thread after the job that is running; driver->results are then complete. Returns what went wrong
 * in the thread. */
int periodic_driver_stop(struct periodic_driver *driver, struct tool_error *error);

/* Counts a job. Where there is no memory for its note, the samples have it alone. */
void periodic_results_note(struct periodic_results *results, const struct periodic_note *note);

/* Releases the samples and the notes. */
void periodic_results_clear(struct periodic_results *results);

#endif
