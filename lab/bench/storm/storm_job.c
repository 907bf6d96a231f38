#include "storm_job.h"
#include "tools/graph/generate.h"

#include "bfs_source.h"
#include "tools/random/random.h"

#include <stdlib.h>
#include <string.h>

#define MANY_GROUPS 64

/* A path has many levels of one vertex, a star-like R-MAT graph few levels of many; one graph has a single
 * vertex. */
static int make_graph(unsigned index, uint32_t groups, struct graph *graph, struct graph_error *error)
{
    unsigned times = groups > MANY_GROUPS ? 10 : 1;

    switch (index) {
    case 0:
        return graph_grid(37 * times, 23 * times, graph, error);
    case 1:
        return graph_grid(400 * times, 1, graph, error);
    case 2:
        return graph_grid(1, 1, graph, error);
    case 3:
        return graph_rmat(8, 4, 7, graph, error);
    default:
        return graph_rmat(12, 8, 9, graph, error);
    }
}

static int search_init(struct storm_search *search, unsigned index, uint32_t groups,
                       const struct session *session, struct tool_error *error)
{
    struct kernel_plan plan = {0};
    struct graph_error graph_error;
    size_t bytes;

    if (make_graph(index, groups, &search->graph, &graph_error) != 0) {
        return tool_fail(error, "%s", graph_error.text);
    }
    bytes = search->graph.vertex_count * sizeof(int32_t);
    search->levels = malloc(bytes);
    search->reference = malloc(bytes);
    if (search->levels == NULL || search->reference == NULL) {
        return tool_fail(error, "memory is exhausted");
    }
    bfs_plan_make(&plan, &search->graph, 0, 0, BFS_NEAR_BY_DEVICE);
    return kernel_cooperative_init(&search->bfs, session, &bfs_source, &plan, error);
}

int storm_jobs_init(struct storm_jobs *jobs, const struct session *session, uint32_t groups, uint64_t seed,
                    struct tool_error *error)
{
    const uint32_t sizes[STORM_PRODUCTS] = {1, 16, 33, 64, 100, groups > MANY_GROUPS ? 400 : 200};
    unsigned i;

    memset(jobs, 0, sizeof *jobs);
    for (i = 0; i < STORM_SEARCHES; i++) {
        if (search_init(&jobs->searches[i], i, groups, session, error) != 0) {
            return -1;
        }
    }
    for (i = 0; i < STORM_PRODUCTS; i++) {
        if (matmul_device_init(&jobs->products[i].matmul, session, sizes[i], sizes[i], seed + i, error) !=
            0) {
            return -1;
        }
    }
    return 0;
}

int storm_search_launch(struct storm_search *search, uint32_t workers, uint64_t *random,
                        struct tool_error *error)
{
    const struct coop_launch_options options = {
        .groups = 1 + random_below(random, workers),
        .priority = random_below(random, 2),
        .resizing = random_below(random, 2) == 0 ? COOP_RESIZING_QUERY : COOP_RESIZING_PLAIN};
    uint32_t source = random_below(random, search->graph.vertex_count);

    graph_bfs_sequential(&search->graph, source, search->reference, search->levels);
    bfs_plan_move(&search->bfs.plan, source);
    if (kernel_cooperative_reset(&search->bfs, error) != 0) {
        return -1;
    }
    return kernel_cooperative_launch(&search->bfs, &options, &search->launch, error);
}

int storm_product_launch(struct storm_product *product, uint32_t workers, uint64_t *random,
                         struct tool_error *error)
{
    const struct coop_launch_options options = {.groups = 1 + random_below(random, workers), .priority = 1};

    product->salt++;
    return matmul_device_launch(&product->matmul, &options, product->salt, &product->launch, error);
}

int storm_search_finish(struct storm_search *search, uint64_t timeout_ns, struct coop_launch_stats *stats,
                        uint32_t *wrong, struct tool_error *error)
{
    coop_launch *launch = search->launch;

    search->launch = NULL;
    if (session_wait(search->bfs.session, launch, timeout_ns, stats, error) != 0 ||
        kernel_cooperative_read(&search->bfs, (uint32_t *)search->levels, search->graph.vertex_count,
                                error) != 0) {
        return -1;
    }
    *wrong += memcmp(search->levels, search->reference, search->graph.vertex_count * sizeof(int32_t)) != 0;
    return 0;
}

int storm_product_finish(struct storm_product *product, uint64_t timeout_ns, uint32_t *wrong,
                         struct tool_error *error)
{
    coop_launch *launch = product->launch;
    uint32_t wrong_rows;

    product->launch = NULL;
    if (session_wait(product->matmul.session, launch, timeout_ns, NULL, error) != 0 ||
        matmul_device_check(&product->matmul, product->salt, 0, product->matmul.matmul.n, &wrong_rows,
                            error) != 0) {
        return -1;
    }
    *wrong += wrong_rows > 0;
    return 0;
}

void storm_jobs_clear(struct storm_jobs *jobs)
{
    unsigned i;

    for (i = 0; i < STORM_SEARCHES; i++) {
        coop_launch_destroy(jobs->searches[i].launch);
        kernel_cooperative_clear(&jobs->searches[i].bfs);
        graph_clear(&jobs->searches[i].graph);
        free(jobs->searches[i].levels);
        free(jobs->searches[i].reference);
    }
    for (i = 0; i < STORM_PRODUCTS; i++) {
        coop_launch_destroy(jobs->products[i].launch);
        matmul_device_clear(&jobs->products[i].matmul);
    }
    memset(jobs, 0, sizeof *jobs);
}
