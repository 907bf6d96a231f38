/* A timeline: which commands ran when on which device, and what part of the copies had a kernel beside it.
 * Plain data and pure functions; graph_watch.h fills it. */
#ifndef COOP_HOST_GRAPH_TIMELINE_H
#define COOP_HOST_GRAPH_TIMELINE_H

#include "coop/graph_write.h"

enum coop_span_kind { COOP_SPAN_KERNEL, COOP_SPAN_COPY, COOP_SPAN_HOST };

struct coop_span {
    const char *name; /* borrowed */
    enum coop_span_kind kind;
    uint32_t device; /* of a function of the host's: 0 */
    uint32_t block;
    uint64_t round; /* the step, from 0 */
    uint64_t begin_ns;
    uint64_t end_ns; /* at least begin_ns */
};

struct coop_timeline {
    struct coop_span *spans;
    uint32_t count;
    uint32_t device_count;
    const char *const *devices; /* their names, borrowed; may be NULL */
    uint64_t dropped;
    uint64_t untimed;
    uint64_t clock_error_ns;
};

/* Sorts the spans by their begin, and counts.
 *
 * COOP_OK, COOP_OUT_OF_MEMORY */
coop_status coop_timeline_count(struct coop_timeline *timeline, struct coop_graph_times *times);

/* What the host knows of the clock of a device: the host's time minus the device's is from low_ns to
 * high_ns. */
struct coop_clock_window {
    int64_t low_ns;
    int64_t high_ns;
};

void coop_clock_forget(struct coop_clock_window *window);

/* At device time device_ns the host's clock was not before from_ns, and not behind to_ns. Drift may leave no
 * difference that fits all that was seen: then the new one alone counts. */
void coop_clock_narrow(struct coop_clock_window *window, uint64_t from_ns, uint64_t to_ns,
                       uint64_t device_ns);

/* The host's time for a device's, and by how much it may be wrong; without knowledge the time as it is. */
uint64_t coop_clock_of_host(const struct coop_clock_window *window, uint64_t device_ns);
uint64_t coop_clock_error_ns(const struct coop_clock_window *window);

#endif
