/* Frames: a regular kernel launched every P milliseconds, as a display or a game would (CK, section 5).
 *
 * A thread of its own sleeps until each frame's time, launches it, and waits until it has ended. A frame that
 * is still unfinished when the next one is due has missed its deadline; the next is then launched at once,
 * and the schedule goes on from there, so that lateness is not paid back by a burst. */
#ifndef TOOLS_PERIODIC_JOB_H
#define TOOLS_PERIODIC_JOB_H

#include "matmul_device.h"
#include "tools/measure/samples.h"

#include <pthread.h>
#include <stdatomic.h>

/* CK's three loads: period P, and time E that a frame takes on all work-groups. */
struct periodic_profile {
    const char *name;
    uint32_t period_ms;
    uint32_t work_ms;
};

/* NULL for a name that is none of light, medium and heavy. */
const struct periodic_profile *periodic_profile_find(const char *name);

/* How many of `workers` work-groups a frame takes: "one", "quarter", "half", "most" (all but one) or a
 * number; 0 when it is none of these, or more than there are. */
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
    uint32_t wrong;        /* frames with a row that is not right */
    uint32_t short_handed; /* frames that began with fewer work-groups than wanted */
    struct samples gather_us;
    struct samples run_ms;
    struct periodic_note *notes; /* one for each frame; a frame that finds no memory has none */
    size_t note_count;
    size_t note_capacity;
    double achieved_period_ms; /* mean from launch to launch; 0 for fewer than two frames */
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
    atomic_uint done; /* frames, for whoever shows progress */
    struct periodic_results results;
    int status;
    struct tool_error error;
};

/* Starts the thread; the first frame is launched one period later, so that the cooperative kernel has begun.
 */
int periodic_driver_start(struct periodic_driver *driver, const struct session *session,
                          const struct periodic_profile *profile, uint32_t n, uint32_t groups, uint64_t seed,
                          uint64_t timeout_ns, struct tool_error *error);

/* Ends it after the frame that is on its way; driver->results then hold. Returns what went wrong in the
 * thread. */
int periodic_driver_stop(struct periodic_driver *driver, struct tool_error *error);

/* Releases the samples and the notes. */
void periodic_results_clear(struct periodic_results *results);

#endif
