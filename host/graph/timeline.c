#include "host/graph/timeline.h"

#include <stdlib.h>

/* ---- clocks ---- */

void coop_clock_forget(struct coop_clock_window *window)
{
    window->low_ns = INT64_MIN;
    window->high_ns = INT64_MAX;
}

void coop_clock_narrow(struct coop_clock_window *window, uint64_t from_ns, uint64_t to_ns, uint64_t device_ns)
{
    int64_t low = (int64_t)(from_ns - device_ns);
    int64_t high = (int64_t)(to_ns - device_ns);

    window->low_ns = low > window->low_ns ? low : window->low_ns;
    window->high_ns = high < window->high_ns ? high : window->high_ns;
    if (window->low_ns > window->high_ns) {
        window->low_ns = low;
        window->high_ns = high;
    }
}

static int is_known(const struct coop_clock_window *window)
{
    return window->low_ns != INT64_MIN;
}

uint64_t coop_clock_of_host(const struct coop_clock_window *window, uint64_t device_ns)
{
    return is_known(window) ? device_ns + (uint64_t)(window->low_ns + (window->high_ns - window->low_ns) / 2)
                            : device_ns;
}

uint64_t coop_clock_error_ns(const struct coop_clock_window *window)
{
    return is_known(window) ? (uint64_t)(window->high_ns - window->low_ns + 1) / 2 : 0;
}

/* ---- overlap ---- */

/* Where the number of kernels or of copies that are under way changes. */
struct change {
    uint64_t at_ns;
    int kernels;
    int copies;
};

static int is_earlier(const void *left, const void *right)
{
    uint64_t a = ((const struct change *)left)->at_ns;
    uint64_t b = ((const struct change *)right)->at_ns;

    return (a > b) - (a < b);
}

static int begins_earlier(const void *left, const void *right)
{
    const struct coop_span *a = left;
    const struct coop_span *b = right;

    return a->begin_ns != b->begin_ns ? (a->begin_ns > b->begin_ns) - (a->begin_ns < b->begin_ns)
                                      : (a->end_ns > b->end_ns) - (a->end_ns < b->end_ns);
}

/* Adds up the times between the changes of one device. */
static void add_up(struct change *changes, uint32_t count, struct coop_graph_times *times)
{
    int kernels = 0;
    int copies = 0;

    qsort(changes, count, sizeof *changes, is_earlier);
    for (uint32_t i = 0; i < count; ++i) {
        uint64_t since_ns = i > 0 ? changes[i].at_ns - changes[i - 1].at_ns : 0;

        times->kernel_ns += kernels > 0 ? since_ns : 0;
        times->copy_ns += copies > 0 ? since_ns : 0;
        times->hidden_ns += kernels > 0 && copies > 0 ? since_ns : 0;
        kernels += changes[i].kernels;
        copies += changes[i].copies;
    }
}

static void count_device(const struct coop_timeline *timeline, uint32_t device, struct change *changes,
                         struct coop_graph_times *times)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < timeline->count; ++i) {
        const struct coop_span *span = &timeline->spans[i];
        int kernels = span->kind == COOP_SPAN_KERNEL;
        int copies = span->kind == COOP_SPAN_COPY;

        if (span->device == device && (kernels || copies)) {
            changes[count++] = (struct change){span->begin_ns, kernels, copies};
            changes[count++] = (struct change){span->end_ns, -kernels, -copies};
        }
    }
    add_up(changes, count, times);
}

coop_status coop_timeline_count(struct coop_timeline *timeline, struct coop_graph_times *times)
{
    struct change *changes = malloc((2 * (size_t)timeline->count + 1) * sizeof *changes);
    uint64_t last_ns = 0;

    if (changes == NULL) {
        return COOP_OUT_OF_MEMORY;
    }
    if (timeline->count > 0) {
        qsort(timeline->spans, timeline->count, sizeof *timeline->spans, begins_earlier);
    }
    *times = (struct coop_graph_times){.commands = timeline->count,
                                       .dropped = timeline->dropped,
                                       .untimed = timeline->untimed,
                                       .clock_error_ns = timeline->clock_error_ns};
    for (uint32_t i = 0; i < timeline->device_count; ++i) {
        count_device(timeline, i, changes, times);
    }
    for (uint32_t i = 0; i < timeline->count; ++i) {
        last_ns = timeline->spans[i].end_ns > last_ns ? timeline->spans[i].end_ns : last_ns;
    }
    times->span_ns = timeline->count > 0 ? last_ns - timeline->spans[0].begin_ns : 0;
    times->overlap = times->copy_ns > 0 ? (double)times->hidden_ns / (double)times->copy_ns : 0.0;
    free(changes);
    return COOP_OK;
}
