#include "tools/runner/frames_lease.h"

#include "tools/baseline/plain_device.h"
#include "tools/baseline/plain_opencl.h"
#include "tools/measure/clock.h"

#include <coop/lease.h>

#define ROOM_LOOK_NS 5000

int frames_lease_open(struct frames_lease *own, const char *device, uint32_t groups,
                      const struct frames_queue_options *options, struct tool_error *error)
{
    struct frames_queue_options with_context = *options;
    struct plain_device plain;
    cl_int code;

    if (plain_device_choose(device, groups, options->local_items, &plain, error) != 0) {
        return -1;
    }
    own->context = clCreateContext(NULL, 1, &plain.id, NULL, NULL, &code);
    if (plain_check(code, "creating a context", error) != 0) {
        return -1;
    }
    with_context.context = own->context;
    with_context.id = plain.id;
    with_context.device_name = plain.name;
    return frames_queue_open(&own->frames, &with_context, error);
}

static int size(void *self, uint32_t n, uint32_t depth, struct tool_error *error)
{
    struct frames_lease *own = self;
    struct periodic_work work = frames_queue_work(&own->frames);

    return work.size(work.self, n, depth, error);
}

/* Waits until the lease has started: a product of few work-groups that begins while others still leave is
 * placed where room appears first, several on one compute unit, and takes up to four times as long. */
static int wait_for_room(struct frames_lease *own, coop_launch *lease, struct tool_error *error)
{
    uint64_t deadline_ns = clock_now_ns() + own->timeout_ns;
    struct coop_launch_state state = {.phase = COOP_LAUNCH_WAITS};

    while (state.phase == COOP_LAUNCH_WAITS) {
        if (session_check(own->session, coop_launch_status(lease, &state), error) != 0) {
            return -1;
        }
        if (state.phase == COOP_LAUNCH_WAITS) {
            if (clock_now_ns() > deadline_ns) {
                return tool_fail(error, "a lease has not started after %.0f s",
                                 (double)own->timeout_ns / 1e9);
            }
            clock_sleep_ns(ROOM_LOOK_NS);
        }
    }
    return 0;
}

static int run(void *self, uint32_t groups, uint32_t number, struct periodic_times *times,
               struct tool_error *error)
{
    struct frames_lease *own = self;
    struct coop_launch_stats stats;
    coop_launch *lease = NULL;
    int status;

    own->options.groups = groups;
    if (session_check(own->session, coop_lease_begin(own->session->run, &own->options, &lease), error) != 0) {
        return -1;
    }
    if (wait_for_room(own, lease, error) != 0) {
        coop_launch_destroy(lease); /* and ends it */
        return -1;
    }
    status = frames_queue_enqueue(&own->frames, number, NULL, error);
    if (status == 0) {
        status = session_check(own->session, coop_lease_end(lease, own->frames.queue), error);
    }
    if (session_wait(own->session, lease, own->timeout_ns, &stats, error) != 0 || status != 0) {
        return -1;
    }
    *times = (struct periodic_times){stats.seen_ns, stats.gather_ns, stats.run_ns, stats.groups_at_start,
                                     stats.groups_wanted};
    return 0;
}

static int check(void *self, uint32_t number, int *is_wrong, struct tool_error *error)
{
    struct frames_lease *own = self;
    struct periodic_work work = frames_queue_work(&own->frames);

    return work.check(work.self, number, is_wrong, error);
}

struct periodic_work frames_lease_work(struct frames_lease *own)
{
    return (struct periodic_work){own, size, run, check};
}

void frames_lease_close(struct frames_lease *own)
{
    frames_queue_close(&own->frames);
    if (own->context != NULL) {
        clReleaseContext(own->context);
    }
    own->context = NULL;
}
