/* The applications' kernels in a whole megakernel: two searches at once beside frames, against the sequential
 * search. `workers=` and `local=` size the run, `scale=` the graph, `seed=` repeats. */
#include "apps/bfs/bfs_plan.h"
#include "bfs_kernels.h"
#include "bfs_kernels_text.h"
#include "test.h"
#include "tools/graph/generate.h"
#include "tools/kernel/kernel_cooperative.h"
#include "tools/periodic/matmul_device.h"
#include "tools/session/session.h"

#include <stdlib.h>
#include <string.h>

#define WAIT_NS ((uint64_t)100 * 1000000000)

struct world {
    struct session session;
    struct graph graph;
    struct kernel_cooperative searches[2];
    struct matmul_device matmul;
    int32_t *reference[2];
    int32_t *levels;
};

static coop_status launch_bfs(coop_run *run, const void *args, const struct coop_launch_options *options,
                              coop_launch **launch)
{
    return bfs_launch(run, args, options, launch);
}

static const struct kernel_source source = {
    .name = "bfs", .args_bytes = sizeof(struct bfs_args), .launch = launch_bfs};

static struct tool_error trouble;
#define DO(call) ((call) == 0 ? 1 : TEST_FAIL("%s: %s", #call, trouble.text))

static int open_world(struct world *world, uint64_t seed)
{
    struct session_options options = {.groups = (uint32_t)test_option("workers", 4),
                                      .memory_bytes = 16 << 20,
                                      .module_text = bfs_kernels_module_text,
                                      .module_bytes = bfs_kernels_module_bytes};
    struct coop_run_options run = {.worker_groups = options.groups,
                                   .local_items = (uint32_t)test_option("local", 2)};
    struct kernel_plan plans[2] = {0};
    struct graph_error error;
    int32_t *queue;

    memset(world, 0, sizeof *world);
    if (graph_rmat((uint32_t)test_option("scale", 10), 8, seed, &world->graph, &error) != 0) {
        return TEST_FAIL("%s", error.text);
    }
    queue = calloc(world->graph.vertex_count, sizeof *queue);
    world->levels = calloc(world->graph.vertex_count, sizeof *world->levels);
    for (uint32_t i = 0; i < 2; i++) {
        world->reference[i] = calloc(world->graph.vertex_count, sizeof *world->levels);
        graph_bfs_sequential(&world->graph, i, world->reference[i], queue);
        bfs_plan_make(&plans[i], &world->graph, i, i == 0 ? 1 : 0, i == 0 ? BFS_NEAR_BY_DEVICE : 2);
    }
    free(queue);
    return DO(session_open(&options, &world->session, &trouble)) &&
           DO(session_start(&world->session, &run, &trouble)) &&
           DO(kernel_cooperative_init(&world->searches[0], &world->session, &source, &plans[0], &trouble)) &&
           DO(kernel_cooperative_init(&world->searches[1], &world->session, &source, &plans[1], &trouble)) &&
           DO(matmul_device_init(&world->matmul, &world->session, 40, 40, seed, &trouble));
}

static void close_world(struct world *world)
{
    kernel_cooperative_clear(&world->searches[0]);
    kernel_cooperative_clear(&world->searches[1]);
    matmul_device_clear(&world->matmul);
    DO(session_stop(&world->session, &trouble));
    session_close(&world->session);
    graph_clear(&world->graph);
    free(world->reference[0]);
    free(world->reference[1]);
    free(world->levels);
}

/* Frames while a launch runs, each checked. Returns how many. */
static uint32_t draw_frames(struct world *world, coop_launch *launch, uint64_t *random)
{
    uint32_t workers = (uint32_t)test_option("workers", 4);
    uint32_t frames = 0;

    while (test_failures() == 0 && coop_launch_wait(launch, 0, NULL) == COOP_TIMED_OUT) {
        const struct coop_launch_options options = {
            .groups = 1 + (uint32_t)test_random_below(random, workers), .priority = 1};
        coop_launch *frame = NULL;
        uint32_t wrong = 0;
        if (!DO(matmul_device_launch(&world->matmul, &options, frames, &frame, &trouble)) ||
            !DO(session_wait(&world->session, frame, WAIT_NS, NULL, &trouble)) ||
            !DO(matmul_device_check(&world->matmul, frames, 0, 40, &wrong, &trouble))) {
            break;
        }
        TEST_EQUAL(wrong, 0);
        frames++;
    }
    return frames;
}

static void search_once(struct world *world, uint64_t *random, uint32_t *frames, uint32_t *transitions)
{
    coop_launch *launches[2] = {NULL, NULL};
    struct coop_launch_stats stats;

    for (uint32_t i = 0; i < 2; i++) {
        if (!DO(kernel_cooperative_reset(&world->searches[i], &trouble)) ||
            !DO(kernel_cooperative_launch(&world->searches[i], NULL, &launches[i], &trouble))) {
            return;
        }
    }
    *frames += draw_frames(world, launches[0], random);
    for (uint32_t i = 0; i < 2; i++) {
        if (DO(session_wait(&world->session, launches[i], WAIT_NS, &stats, &trouble)) &&
            DO(kernel_cooperative_read(&world->searches[i], (uint32_t *)world->levels,
                                       world->graph.vertex_count, &trouble))) {
            TEST_EQUAL(
                memcmp(world->levels, world->reference[i], world->graph.vertex_count * sizeof(int32_t)), 0);
            *transitions += stats.barrier_kills + stats.barrier_forks;
        }
    }
}

TEST(two_searches_beside_frames_find_what_one_thread_finds)
{
    uint64_t random = test_seed();
    uint32_t transitions = 0;
    uint32_t frames = 0;
    struct world world;

    if (open_world(&world, random)) {
        for (int i = 0; i < 20 && test_failures() == 0; i++) {
            search_once(&world, &random, &frames, &transitions);
        }
        TEST_NOTE("%u frames, %u work-groups ended or begun at barriers", frames, transitions);
        TEST_AT_LEAST(transitions, 1);
    }
    close_world(&world);
}
