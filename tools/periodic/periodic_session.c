#include "periodic_session.h"

static int size(void *self, uint32_t n, uint32_t depth, struct tool_error *error)
{
    struct periodic_session *own = self;

    if (own->matmul.matmul.n == n && own->matmul.matmul.depth == depth) {
        return 0;
    }
    matmul_device_clear(&own->matmul);
    return matmul_device_init(&own->matmul, own->session, n, depth, own->seed, error);
}

static int run(void *self, uint32_t groups, uint32_t number, struct periodic_times *times,
               struct tool_error *error)
{
    struct periodic_session *own = self;
    struct coop_launch_stats stats;
    coop_launch *launch;

    own->options.groups = groups;
    if (matmul_device_launch(&own->matmul, &own->options, number + 1, &launch, error) != 0 ||
        session_wait(own->session, launch, own->timeout_ns, &stats, error) != 0) {
        return -1;
    }
    *times = (struct periodic_times){stats.seen_ns, stats.gather_ns, stats.run_ns, stats.groups_at_start,
                                     stats.groups_wanted};
    return 0;
}

static int check(void *self, uint32_t number, int *is_wrong, struct tool_error *error)
{
    struct periodic_session *own = self;
    uint32_t first, count, wrong;

    matmul_rows_to_check(&own->matmul.matmul, number, &first, &count);
    if (matmul_device_check(&own->matmul, number + 1, first, count, &wrong, error) != 0) {
        return -1;
    }
    *is_wrong = wrong > 0;
    return 0;
}

struct periodic_work periodic_session_work(struct periodic_session *own)
{
    return (struct periodic_work){own, size, run, check};
}

void periodic_session_clear(struct periodic_session *own)
{
    matmul_device_clear(&own->matmul);
}
