/* Periodic jobs: a regular kernel launched every P milliseconds, as a display or a game would (CK, section
 * 5). The options that users know are called --frames and --frame-groups, and the output says frames.
 *
 * A thread sleeps until a job is due, launches it, and waits until it has ended. A job that is unfinished
 * when the next one is due has missed its deadline; the next is then launched at once, and the schedule
 * continues from there, so that lateness causes no burst. */
#ifndef TOOLS_PERIODIC_JOB_H
#define TOOLS_PERIODIC_JOB_H

#include "matmul_device.h"
#include "tools/measure/samples.h"

#include <pthread.h>
#include <stdatomic.h>

/* CK's three loads: period P, and time E that a job takes on all work-groups. */
struct periodic_profile {
    const char *name;
    uint32_t period_ms;
    uint32_t work_ms;
};

/* NULL for a name that is none of light, medium and heavy. */
const struct periodic_profile *periodic_profile_find(const char *name);

/* How many of `workers` work-groups a job takes: "one", "quarter", "half", "most" (all but one) or a
 * number; 0 when the text is none of these, or the number is too large. */
uint32_t periodic_groups_parse(const char *text, uint32_t workers);

/* Finds the size of the product that takes profile->work_ms on all work-groups, on an idle run.
 * Blocks for some products. */
int periodic_calibrate(const struct session *session, const struct periodic_profile *profile,
                       uint32_t workers, uint64_t seed, uint64_t timeout_ns, uint32_t *n,
                       struct tool_error *error);

/* By the device's clock; 0 where it has none. */
struct periodic_note {
    uint64_t seen_ns;
    uint64_t gather_ns;
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
    struct matmul_device matmul;
    uint64_t period_ns;
    uint32_t groups;
    uint64_t timeout_ns;
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    int must_stop;
    atomic_uint done; /* jobs, for the display of progress */
    struct periodic_results results;
    int status;
    struct tool_error error;
};

/* Starts the thread; the first job is launched one period later, so that the cooperative kernel has begun.
 */
int periodic_driver_start(struct periodic_driver *driver, const struct session *session,
                          const struct periodic_profile *profile, uint32_t n, uint32_t groups, uint64_t seed,
                          uint64_t timeout_ns, struct tool_error *error);

/* Ends the thread after the job that is running; driver->results are then complete. Returns what went wrong
 * in the thread. */
int periodic_driver_stop(struct periodic_driver *driver, struct tool_error *error);

/* Releases the samples and the notes. */
void periodic_results_clear(struct periodic_results *results);

#endif
