/* Net barriers of kernels through the library (S12), between ranks that are threads: a kernel that goes on
 * until a sum over all ranks is 0, and what is refused. */
#include "meeting.h"
#include "coop/shared/message.h"
#include "meeting_spread.h"
#include <string.h>
#include <time.h>

#define SECOND_NS UINT64_C(1000000000)

static void spread_64(struct rank *rank)
{
    meeting_spread(rank, 64, 3);
}

static void spread_1(struct rank *rank)
{
    meeting_spread(rank, 1, 2);
}

TEST(launches_of_all_ranks_meet_until_a_sum_is_0)
{
    crew_run(&(struct crew){.ranks = 2, .body = spread_64, .memory_bytes = 32 << 20});
}

TEST(launches_of_four_ranks_with_one_work_item_meet)
{
    crew_run(&(struct crew){.ranks = 4, .body = spread_1, .memory_bytes = 32 << 20});
}

TEST(a_launch_of_one_rank_meets_itself)
{
    crew_run(&(struct crew){.ranks = 1, .body = spread_64, .memory_bytes = 32 << 20});
}

static coop_launch *start_meet(struct rank *rank, const struct attached *attached, struct meet_args args)
{
    coop_launch *launch = NULL;

    args.net = coop_net_address(rank->net);
    OK(meet_launch(attached->run, &args, &(struct coop_launch_options){.groups = 2, .least_groups = 2},
                   &launch));
    return launch;
}

/* Waits until work-groups show that they wait at a net barrier; the run tells so at a deadline. */
static void await_waiting(coop_launch *launch)
{
    int waits = 0;

    for (uint32_t i = 0; i < 5000 && !waits; i++) {
        REFUSED(coop_launch_wait(launch, SECOND_NS / 50, NULL), COOP_TIMED_OUT, "before the deadline");
        waits = strstr(coop_last_error()->details, "waits at coop_messages_barrier") != NULL;
    }
    TEST_TRUE(waits);
}

/* All calls of the net say the same from then on. */
static void fails_with(struct rank *rank, const char *words)
{
    coop_status status = COOP_OK;

    for (uint32_t i = 0; i < 600 && status == COOP_OK; i++) { /* until the thread has looked at the run */
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
        status = coop_net_barrier(rank->net, 100 * SECOND_NS);
    }
    REFUSED(status, COOP_NETWORK_FAILED, words);
    coop_net_close(rank->net);
    rank->net = NULL;
}

static void meet_for_different_things(struct rank *rank)
{
    struct attached attached;
    coop_launch *launch;

    if (meeting_attach(rank, 4, 4, &attached)) {
        launch = start_meet(
            rank, &attached,
            (struct meet_args){.rounds = 1, .kind = rank->rank == 0 ? COOP_MEET_SUM : COOP_MEET_MAX});
        REFUSED(coop_launch_wait(launch, 100 * SECOND_NS, NULL), COOP_KERNEL_FAILED,
                "the net that the kernel sends to or receives from has failed");
        fails_with(
            rank, "net barrier 1 is coop_messages_barrier_sum at rank 0 (loop) and coop_messages_barrier_max "
                  "at rank 1 (loop)");
    }
}

TEST(ranks_that_meet_for_different_things_are_refused)
{
    crew_run(&(struct crew){.ranks = 2, .body = meet_for_different_things, .memory_bytes = 32 << 20});
}

static void meet_once_more(struct rank *rank)
{
    struct attached attached;
    coop_launch *launch;

    if (meeting_attach(rank, 4, 4, &attached)) {
        launch = start_meet(rank, &attached, (struct meet_args){.rounds = rank->rank == 0 ? 3 : 2});
        if (rank->rank == 0) {
            REFUSED(coop_launch_wait(launch, 200 * SECOND_NS, NULL), COOP_KERNEL_FAILED,
                    "the net that the kernel sends to or receives from has failed");
        } else {
            OK(coop_launch_wait(launch, 200 * SECOND_NS, NULL));
        }
        fails_with(
            rank,
            "a kernel of rank 0 (loop) waits at net barrier 3, and no kernel that uses the net has run at "
            "rank 1 (loop) for");
    }
}

TEST(a_kernel_that_ends_while_another_rank_waits_for_it_is_named)
{
    crew_run(&(struct crew){
        .ranks = 2, .body = meet_once_more, .memory_bytes = 32 << 20, .peer_timeout_ns = 2 * SECOND_NS});
}

static void meet_at_other_barriers(struct rank *rank)
{
    struct attached attached;
    coop_launch *launch;

    if (meeting_attach(rank, 4, 4, &attached)) {
        launch =
            start_meet(rank, &attached, (struct meet_args){.rounds = 1, .kind = COOP_MEET_MAX, .clashes = 1});
        REFUSED(coop_launch_wait(launch, 100 * SECOND_NS, NULL), COOP_KERNEL_FAILED,
                "a net barrier was not reached by all active work-groups of one launch alike");
        TEST_CONTAINS(
            coop_last_error()->message,
            "at rank 0, 0 work-groups came to coop_messages_barrier, 0 to coop_messages_barrier_sum and 1 to "
            "coop_messages_barrier_max, of a launch of 2");
        coop_net_close(rank->net);
        rank->net = NULL;
    }
}

TEST(a_net_barrier_beside_a_global_one_is_refused)
{
    crew_run(&(struct crew){.ranks = 1, .body = meet_at_other_barriers, .memory_bytes = 32 << 20});
}

/* Rank 0 waits for rank 1, which has no kernel. */
static void be_stopped_at_one(struct rank *rank)
{
    struct attached attached;
    coop_launch *launch;

    if (!meeting_attach(rank, 4, 4, &attached)) {
        return;
    }
    if (rank->rank == 0) {
        launch = start_meet(rank, &attached, (struct meet_args){.rounds = 1});
        await_waiting(launch);
        OK(coop_run_stop(attached.run, 100 * SECOND_NS));
        coop_launch_destroy(launch);
    }
    fails_with(rank, "the run that is attached to the net has ended");
}

TEST(a_stop_ends_those_who_wait_for_other_ranks)
{
    crew_run(&(struct crew){.ranks = 2, .body = be_stopped_at_one, .memory_bytes = 32 << 20});
}

static void be_closed_at_one(struct rank *rank)
{
    struct attached attached;
    coop_launch *launch;

    if (!meeting_attach(rank, 4, 4, &attached)) {
        return;
    }
    if (rank->rank == 0) {
        launch = start_meet(rank, &attached, (struct meet_args){.rounds = 1});
        await_waiting(launch);
        REFUSED(coop_net_close(rank->net), COOP_NETWORK_FAILED,
                "a kernel of this rank waits at net barrier 1");
        REFUSED(coop_launch_wait(launch, 100 * SECOND_NS, NULL), COOP_KERNEL_FAILED,
                "the net that the kernel sends to or receives from has failed");
        coop_launch_destroy(launch);
    } else {
        REFUSED(coop_net_close(rank->net), COOP_NETWORK_FAILED,
                "rank 0 (loop) has given up: the net is closed, and a kernel of this rank waits");
    }
    rank->net = NULL;
}

TEST(a_net_that_is_closed_under_a_kernel_that_waits_says_so)
{
    crew_run(&(struct crew){.ranks = 2, .body = be_closed_at_one, .memory_bytes = 32 << 20});
}
