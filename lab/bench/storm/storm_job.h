/* The pieces of a storm: searches and products that are launched at random and compared afterwards. */
#ifndef LAB_BENCH_STORM_JOB_H
#define LAB_BENCH_STORM_JOB_H

#include "apps/bfs/bfs_plan.h"
#include "tools/kernel/kernel_cooperative.h"
#include "tools/periodic/matmul_device.h"

#define STORM_SEARCHES 5
#define STORM_PRODUCTS 6

struct storm_search {
    struct graph graph;
    struct kernel_cooperative bfs;
    int32_t *levels;
    int32_t *reference;
    coop_launch *launch; /* NULL: not part of this run */
};

struct storm_product {
    struct matmul_device matmul;
    uint32_t salt;
    coop_launch *launch;
};

/* Everything that a storm has on the device. */
struct storm_jobs {
    struct storm_search searches[STORM_SEARCHES];
    struct storm_product products[STORM_PRODUCTS];
};

/* Bytes of device memory that suffice for the jobs. */
#define STORM_MEMORY_BYTES (UINT64_C(16) << 20)

/* Makes small graphs of different shapes, and products of different sizes, some of them larger for more than
 * 64 work-groups: otherwise a GPU is done with one before the next is posted, and nothing shrinks or grows.
 * On failure *jobs holds what storm_jobs_clear releases. */
int storm_jobs_init(struct storm_jobs *jobs, const struct session *session, uint32_t groups, uint64_t seed,
                    struct tool_error *error);

/* Posts a search from a random source with random options, and computes what it must find. */
int storm_search_launch(struct storm_search *search, uint32_t workers, uint64_t *random,
                        struct tool_error *error);

/* Posts a product on a random number of work-groups. */
int storm_product_launch(struct storm_product *product, uint32_t workers, uint64_t *random,
                         struct tool_error *error);

/* Wait for what was posted, add 1 to *wrong if its result is not right, and make it ready to be posted again.
 */
int storm_search_finish(struct storm_search *search, uint64_t timeout_ns, struct coop_launch_stats *stats,
                        uint32_t *wrong, struct tool_error *error);
int storm_product_finish(struct storm_product *product, uint64_t timeout_ns, uint32_t *wrong,
                         struct tool_error *error);

void storm_jobs_clear(struct storm_jobs *jobs);

#endif
