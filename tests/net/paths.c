/* Handlers through the library, between ranks that are threads: shortest paths by active messages are those
 * of a sequential program, each call runs once with its words, and what is wrong is said. */
#include "paths_module.h"
#include "paths_walk.h"

#define SECOND_NS UINT64_C(1000000000)

TEST(paths_are_the_shortest_at_one_rank)
{
    paths_seed = test_seed();
    crew_run(&(struct crew){.ranks = 1, .body = paths_walk, .memory_bytes = 16 << 20});
}

TEST(paths_are_the_shortest_at_two_ranks)
{
    paths_seed = test_seed();
    crew_run(&(struct crew){.ranks = 2, .body = paths_walk, .memory_bytes = 16 << 20});
}

TEST(paths_are_the_shortest_at_four_ranks)
{
    paths_seed = test_seed();
    crew_run(&(struct crew){.ranks = 4, .body = paths_walk, .memory_bytes = 16 << 20});
}

/* ---- calls beside other messages ---- */

static void probe_all(struct rank *rank)
{
    const uint32_t zero[2] = {0};
    const uint64_t count = 2000;
    struct probes_args args = {.ranks = rank->ranks, .count = (uint32_t)count};
    struct paths_attached attached;
    coop_buffer *words;
    coop_launch *launch;
    uint64_t orders[3];
    uint64_t wanted = 0;

    for (uint64_t i = 0; i < count; i++) {
        uint64_t sum = 0;
        for (uint64_t j = 0; j < 6; j++) {
            sum = sum * 31 + i + j;
        }
        wanted += sum;
    }
    if (paths_attach(rank, 64, &attached)) {
        OK(coop_buffer_create(rank->context, sizeof zero, &words));
        OK(coop_buffer_write(words, 0, zero, sizeof zero));
        args.net = coop_net_address(rank->net);
        args.next = coop_buffer_address(words);
        args.refused = coop_buffer_address(words) + 4;
        OK(probes_launch(attached.run, &args, &(struct coop_launch_options){.groups = 2}, &launch));
        OK(coop_launch_wait(launch, 100 * SECOND_NS, NULL));
        coop_launch_destroy(launch);
        OK(coop_net_barrier(rank->net, 60 * SECOND_NS)); /* behind quiet: their handlers have run */
        paths_check_counts(rank);
        OK(coop_buffer_read(attached.parts[PATHS_ORDERS], 0, orders, sizeof orders));
        TEST_EQUAL_U64(orders[0], rank->ranks * count);
        TEST_EQUAL_U64(orders[1], rank->ranks * wanted);
        TEST_EQUAL_U64(orders[2], rank->ranks * count);
        coop_buffer_destroy(words);
    }
    OK(coop_net_close(rank->net));
    rank->net = NULL;
}

TEST(each_call_runs_once_beside_other_messages)
{
    crew_run(&(struct crew){.ranks = 2, .body = probe_all, .memory_bytes = 16 << 20});
}

/* The leaders of two delivery work-groups run them in turns. */
TEST(calls_run_one_at_a_time_on_several_delivery_work_groups)
{
    crew_run(&(struct crew){.ranks = 2, .body = probe_all, .memory_bytes = 16 << 20, .deliver_groups = 2});
}

/* ---- what is wrong ---- */

static void go_astray(struct rank *rank)
{
    struct astray_args args = {.rank = 7};
    struct paths_attached attached;
    coop_launch *launch;

    REFUSED(coop_net_settle(rank->net, 0), COOP_INVALID_ARGUMENT, "no run is attached");
    REFUSED(coop_net_settle(NULL, 0), COOP_INVALID_HANDLE, "the net is NULL");
    if (paths_attach(rank, 4, &attached)) {
        args.net = coop_net_address(rank->net);
        OK(astray_launch(attached.run, &args, NULL, &launch));
        REFUSED(coop_launch_wait(launch, 100 * SECOND_NS, NULL), COOP_KERNEL_FAILED,
                "a handler is called at a rank that there is not; at rank 0, rank 7 of 1");
        coop_launch_destroy(launch);
    }
    coop_net_close(rank->net);
    rank->net = NULL;
}

TEST(a_rank_that_there_is_not_is_named)
{
    crew_run(&(struct crew){.ranks = 1, .body = go_astray, .memory_bytes = 16 << 20});
}
