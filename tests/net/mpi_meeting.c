/* Net barriers of MPI's ranks, of which one is lost, or stopped for a while, while the launches of the others
 * wait for it. Under mpirun with four of them. */
#include "coop/shared/message.h"
#include "meeting_spread.h"
#include "mpi_ranks.h"
#include <mpi.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#define SECOND_NS UINT64_C(1000000000)
#define MS UINT64_C(1000000)
#define PEER_TIMEOUT_NS (2 * SECOND_NS)
#define LONG_TIMEOUT_NS (8 * SECOND_NS) /* where nobody is to be lost */

static uint64_t now_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * SECOND_NS + (uint64_t)now.tv_nsec;
}

static void sleep_ns(uint64_t time_ns)
{
    nanosleep(&(struct timespec){(time_t)(time_ns / SECOND_NS), (long)(time_ns % SECOND_NS)}, NULL);
}

/* ---- how late threads of this machine come ---- */

static atomic_int watches = 1;
static _Atomic uint64_t latest_ns;

/* How much later than asked for a thread that sleeps has come back, at most: what a busy machine adds to each
 * thread that has a part in telling of a lost rank. */
static void *watch_lateness(void *unused)
{
    (void)unused;
    while (atomic_load(&watches)) {
        const uint64_t before_ns = now_ns();
        uint64_t late_ns;

        sleep_ns(10 * MS);
        late_ns = now_ns() - before_ns - 10 * MS;
        if (late_ns > atomic_load(&latest_ns)) {
            atomic_store(&latest_ns, late_ns);
        }
    }
    return NULL;
}

/* ---- lost ---- */

#define ROUNDS_OF_THE_LOST 4u

/* Rank 2 leaves word of when it gets the signal. */
static void be_lost(int signal)
{
    FILE *file = fopen("lost_at", "w");

    mpi_say("lost", (int)getpid());
    if (TEST_TRUE(file != NULL)) {
        fprintf(file, "%llu\n", (unsigned long long)now_ns());
        fclose(file);
        raise(signal);
    }
}

/* How long ago rank 2 was lost. */
static uint64_t lost_for_ns(void)
{
    unsigned long long at_ns = 0;
    FILE *file = fopen("lost_at", "r");

    if (TEST_TRUE(file != NULL)) {
        TEST_EQUAL(fscanf(file, "%llu", &at_ns), 1);
        fclose(file);
    }
    return now_ns() - at_ns;
}

/* The launch has failed, in time, and the net names the rank, its host and its silence. */
static void see_the_loss(struct rank *rank, coop_launch *launch)
{
    char words[160];
    uint64_t lost_ns;
    struct coop_net_report report;

    REFUSED(coop_launch_wait(launch, 100 * SECOND_NS, NULL), COOP_KERNEL_FAILED,
            "the net that the kernel sends to or receives from has failed");
    lost_ns = lost_for_ns();
    atomic_store(&watches, 0);
    TEST_NOTE("rank %u: lost for %llu ms; a thread was %llu ms late", rank->rank,
              (unsigned long long)(lost_ns / MS), (unsigned long long)(atomic_load(&latest_ns) / MS));
    /* Four threads come one after the other: that of the net which finds the silence, that of this rank's net
     * which it tells, the work-group that waits, and the one that waits for the launch. */
    TEST_AT_MOST(lost_ns / MS, (PEER_TIMEOUT_NS + SECOND_NS + 4 * atomic_load(&latest_ns)) / MS);
    TEST_AT_LEAST(lost_ns / MS, PEER_TIMEOUT_NS / 4 * 3 / MS); /* its last word may be older */
    OK(coop_net_report(rank->net, &report));
    snprintf(words, sizeof words, "rank 2 (%s) has been silent for ", report.host);
    REFUSED(coop_net_barrier(rank->net, 0), COOP_PEER_LOST, words);
    REFUSED(coop_net_close(rank->net), COOP_PEER_LOST, "not in step");
    coop_launch_destroy(launch);
}

/* All launches go through some net barriers; then rank 2 gets the signal, and the others wait for it. */
static int lose_rank_at_a_net_barrier(int signal)
{
    struct meet_args args = {.kind = COOP_MEET_SUM, .rounds = ROUNDS_OF_THE_LOST};
    struct rank rank = {0};
    struct attached attached;
    coop_launch *launch = NULL;
    pthread_t watcher;

    mpi_initialise(MPI_THREAD_MULTIPLE);
    if (!mpi_open_rank(&rank, PEER_TIMEOUT_NS) || !meeting_attach(&rank, 4, 3, &attached) ||
        !OK(coop_net_barrier(rank.net, 0))) {
        return -1;
    }
    args.net = coop_net_address(rank.net);
    args.rounds += rank.rank != 2;
    OK(meet_launch(attached.run, &args, &(struct coop_launch_options){.groups = 2}, &launch));
    if (rank.rank == 2) {
        OK(coop_launch_wait(launch, 60 * SECOND_NS, NULL));
        be_lost(signal);
    }
    TEST_EQUAL(pthread_create(&watcher, NULL, watch_lateness, NULL), 0);
    see_the_loss(&rank, launch);
    pthread_join(watcher, NULL);
    coop_context_destroy(rank.context);
    return (int)rank.rank;
}

TEST(killed_rank_is_lost_to_those_at_a_net_barrier)
{
    int rank = lose_rank_at_a_net_barrier(SIGKILL);

    if (rank >= 0) {
        mpi_survive(rank);
    }
}

TEST(stopped_rank_is_lost_to_those_at_a_net_barrier)
{
    int rank = lose_rank_at_a_net_barrier(SIGSTOP);

    if (rank >= 0) {
        mpi_end_all(rank);
    }
}

/* ---- stopped for a while ---- */

static void stop_for(int pid, uint64_t time_ns)
{
    TEST_EQUAL(kill(pid, SIGSTOP), 0);
    sleep_ns(time_ns);
    TEST_EQUAL(kill(pid, SIGCONT), 0);
}

/* Rank 0 stops rank 1, twice, for less than the time of silence: while rank 1 waits at the first net
 * barrier for rank 0, and while rank 0, and those behind it, wait for rank 1. */
static void stop_on_the_way(struct meeting *meeting)
{
    int pid = 0;

    MPI_Recv(&pid, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    sleep_ns(100 * MS); /* its work-groups come to the net barrier */
    stop_for(pid, LONG_TIMEOUT_NS / 4);
    sleep_ns(LONG_TIMEOUT_NS / 8); /* it speaks */
    TEST_EQUAL(kill(pid, SIGSTOP), 0);
    meeting_spread_start(meeting);
    sleep_ns(LONG_TIMEOUT_NS / 4);
    TEST_EQUAL(coop_launch_wait(meeting->launch, 0, NULL), COOP_TIMED_OUT); /* it waits for rank 1 */
    TEST_EQUAL(kill(pid, SIGCONT), 0);
}

TEST(a_rank_that_is_stopped_at_a_net_barrier_harms_nobody)
{
    const int pid = (int)getpid();
    struct rank rank = {0};
    struct meeting meeting;

    mpi_initialise(MPI_THREAD_MULTIPLE);
    if (mpi_open_rank(&rank, LONG_TIMEOUT_NS) && meeting_spread_prepare(&rank, 16, 3, &meeting)) {
        if (rank.rank == 0) {
            stop_on_the_way(&meeting);
        } else if (meeting_spread_start(&meeting) && rank.rank == 1) {
            MPI_Send(&pid, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        }
        meeting_spread_end(&rank, &meeting);
        OK(coop_net_close(rank.net));
    }
    coop_context_destroy(rank.context);
    MPI_Finalize();
}
