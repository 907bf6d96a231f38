/* Nets of MPI's ranks, under mpirun with four of them, and without it where a claim says so. */
#include "coop/net.h"

#include "kernels.h"
#include "kernels_text.h"
#include "meeting_spread.h"
#include "messages.h"
#include "messages_text.h"
#include "mpi_ranks.h"
#include "paths_walk.h"
#include "test.h"
#include <mpi.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define SECOND_NS UINT64_C(1000000000)

static coop_context *make_context(void)
{
    struct coop_context_options options = {.worker_groups = 3, .memory_bytes = 1 << 20};
    coop_context *context;
    coop_status status = coop_context_create(&options, &context);

    if (status == COOP_NO_DEVICE) {
        TEST_SKIP_WITHOUT_DEVICE("%s", coop_last_error()->message);
    }
    OK(status);
    return context;
}

/* Reductions and arrays over a net; as each claim needs some. */
static void use(coop_net *net)
{
    struct coop_net_array_options options = {.elements = 1000, .element_bytes = 8, .spread = COOP_NET_CYCLIC};
    struct coop_net_report report;
    coop_net_array *array;
    coop_buffer *part;
    uint64_t first;
    uint64_t count;
    uint64_t sums[2];

    OK(coop_net_report(net, &report));
    OK(coop_net_array_create(net, &options, &array));
    OK(coop_net_array_local(array, &part, &first, &count));
    TEST_EQUAL_U64(coop_buffer_bytes(part), count * 8);
    TEST_EQUAL_U64(first, report.rank);
    sums[0] = count;
    sums[1] = report.rank;
    OK(coop_net_reduce(net, COOP_NET_SUM, sums, 2, 0));
    TEST_EQUAL_U64(sums[0], 1000);
    TEST_EQUAL_U64(sums[1], report.ranks * (report.ranks - 1) / 2);
    OK(coop_net_barrier(net, 0));
}

TEST(ranks_find_each_other)
{
    coop_context *context = make_context();
    struct coop_net_report report;
    coop_net *net;

    if (!OK(coop_net_open(context, NULL, &net))) {
        return;
    }
    OK(coop_net_report(net, &report));
    TEST_EQUAL(report.ranks, test_option("ranks", 1));
    TEST_EQUAL(report.host_ranks, report.ranks);
    TEST_EQUAL(report.host_rank, report.rank);
    TEST_TRUE(report.host[0] != '\0');
    use(net);
    OK(coop_net_close(net));
    coop_context_destroy(context);
}

TEST(what_differs_is_refused_at_all_ranks)
{
    coop_context *context = make_context();
    struct coop_net_array_options options = {.elements = 100, .element_bytes = 4};
    struct coop_net_report report;
    coop_net_array *array;
    coop_net *net;

    if (!OK(coop_net_open(context, NULL, &net))) {
        return;
    }
    OK(coop_net_report(net, &report));
    options.elements += report.rank == 3;
    REFUSED(coop_net_array_create(net, &options, &array), COOP_PEERS_DIFFER, "elements is 100 at rank 0 (");
    REFUSED(coop_net_array_create(net, &options, &array), COOP_PEERS_DIFFER, ") and 101 at rank 3 (");
    use(net);
    OK(coop_net_close(net));
    coop_context_destroy(context);
}

TEST(ranks_start_one_module_in_turns)
{
    coop_context *context = make_context();
    struct coop_run_options options = {.worker_groups = 1, .local_items = 4};
    coop_module *module;
    coop_net *net;
    coop_run *run;

    if (!OK(coop_net_open(context, NULL, &net))) {
        return;
    }
    OK(coop_module_create(context, kernels_module_text, kernels_module_bytes, NULL, &module));
    OK(coop_net_run_start(net, module, &options, &run));
    use(net); /* while the megakernels run */
    coop_run_destroy(run);
    OK(coop_net_close(net));
    coop_context_destroy(context);
}

TEST(a_program_has_several_nets_of_its_own_communicators)
{
    coop_context *context = make_context();
    struct coop_net_options options = {0};
    coop_net *all;
    coop_net *half;
    MPI_Comm communicator;
    MPI_Errhandler handler;
    struct coop_net_report report;
    int rank;

    mpi_initialise(MPI_THREAD_MULTIPLE);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &communicator);
    options.communicator = (int)MPI_Comm_c2f(communicator);
    OK(coop_net_open(context, NULL, &all));
    OK(coop_net_open(context, &options, &half));
    OK(coop_net_report(half, &report));
    TEST_EQUAL(report.ranks, 2);
    TEST_EQUAL(report.rank, rank < 2 ? 1 : 0);
    use(half);
    use(all);
    OK(coop_net_close(all));
    use(half);
    OK(coop_net_close(half));
    MPI_Comm_get_errhandler(communicator, &handler);
    TEST_TRUE(handler == MPI_ERRORS_ARE_FATAL); /* as before */
    MPI_Comm_free(&communicator);
    options.communicator = (int)MPI_Comm_c2f(MPI_COMM_NULL);
    REFUSED(coop_net_open(context, &options, &half), COOP_INVALID_ARGUMENT, "MPI_COMM_NULL");
    coop_context_destroy(context);
    MPI_Finalize();
}

TEST(a_rank_that_stays_away_is_a_deadline)
{
    coop_context *context = make_context();
    struct coop_net_report report;
    coop_net *net;
    int done = 0;

    mpi_initialise(MPI_THREAD_MULTIPLE); /* so that MPI ends well behind it */
    if (!OK(coop_net_open(context, NULL, &net))) {
        return;
    }
    OK(coop_net_report(net, &report));
    if (report.rank != 2) {
        REFUSED(coop_net_barrier(net, SECOND_NS / 10), COOP_TIMED_OUT, "not all ranks have called");
        REFUSED(coop_net_barrier(net, 0), COOP_NETWORK_FAILED, "not in step");
    }
    MPI_Allreduce(&(int){1}, &done, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    TEST_EQUAL(done, 4);
    if (report.rank != 2) {
        REFUSED(coop_net_close(net), COOP_NETWORK_FAILED, "not in step");
    } else {
        REFUSED(coop_net_close(net), COOP_PEERS_DIFFER, "is at a barrier, and rank 2 (");
    }
    coop_context_destroy(context);
    MPI_Finalize();
}

/* The others go on, so nothing that is theirs, too, may end: neither the communicator nor MPI. */
TEST(closing_alone_ends_nothing_for_the_others)
{
    coop_context *context = make_context();
    struct coop_net_options options = {.timeout_ns = 5 * SECOND_NS};
    struct coop_net_report report;
    coop_net *net;
    int is_finalised = 1;

    if (!OK(coop_net_open(context, &options, &net))) {
        return;
    }
    OK(coop_net_report(net, &report));
    if (report.rank == 0) {
        REFUSED(coop_net_close(net), COOP_PEERS_DIFFER, "rank 0 (");
    } else {
        REFUSED(coop_net_barrier(net, 0), COOP_PEERS_DIFFER, "rank 0 (");
        REFUSED(coop_net_barrier(net, SECOND_NS / 2), COOP_TIMED_OUT, "not all ranks have called");
        REFUSED(coop_net_close(net), COOP_NETWORK_FAILED, "not in step");
    }
    MPI_Finalized(&is_finalised);
    TEST_EQUAL(is_finalised, 0);
    if (!is_finalised) {
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Finalize();
    }
    coop_context_destroy(context);
}

/* Rank 0 stops rank 1, and lets it go on, while the others are at a barrier. */
static void stop_for_a_while(int rank)
{
    int pid = (int)getpid();

    if (rank == 1) {
        MPI_Send(&pid, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    } else if (rank == 0) {
        MPI_Recv(&pid, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        TEST_EQUAL(kill(pid, SIGSTOP), 0);
        nanosleep(&(struct timespec){.tv_nsec = 300000000}, NULL);
        TEST_EQUAL(kill(pid, SIGCONT), 0);
    }
}

TEST(a_rank_that_is_stopped_for_a_while_harms_nobody)
{
    coop_context *context = make_context();
    coop_net *net;
    int rank;

    mpi_initialise(MPI_THREAD_MULTIPLE);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (!OK(coop_net_open(context, NULL, &net))) {
        return;
    }
    for (int i = 0; i < 3; i++) {
        stop_for_a_while(rank);
        OK(coop_net_barrier(net, 60 * SECOND_NS));
        use(net);
    }
    OK(coop_net_close(net));
    coop_context_destroy(context);
    MPI_Finalize();
}

/* One rank dies, and the file `survived.<rank>` says of each other one that it has seen that. Nobody
 * finalises MPI: that would wait for the dead. */
TEST(killed_rank_is_a_deadline_for_the_others)
{
    coop_context *context = make_context();
    uint64_t value = 1;
    coop_net *net;
    int rank;

    mpi_initialise(MPI_THREAD_MULTIPLE);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (!OK(coop_net_open(context, &(struct coop_net_options){.timeout_ns = 5 * SECOND_NS}, &net))) {
        return;
    }
    use(net);
    if (rank == 2) {
        raise(SIGKILL);
    }
    REFUSED(coop_net_reduce(net, COOP_NET_SUM, &value, 1, SECOND_NS / 2), COOP_TIMED_OUT,
            "not all ranks have called");
    TEST_EQUAL_U64(value, 1);
    REFUSED(coop_net_close(net), COOP_NETWORK_FAILED, "not in step");
    coop_context_destroy(context);
    mpi_survive(rank);
}

/* With messages: rank 2 gets the signal, and the others are told who is lost, at most a second behind
 * peer_timeout_ns. */
static int lose_attached_rank(int signal)
{
    struct coop_context_options context_options = {.worker_groups = 3, .memory_bytes = 16 << 20};
    struct coop_net_options options = {.timeout_ns = 60 * SECOND_NS, .peer_timeout_ns = 2 * SECOND_NS};
    struct coop_run_options run_options = {.worker_groups = 2, .local_items = 4};
    coop_context *context;
    coop_module *module;
    coop_net *net;
    coop_run *run;
    coop_status status;
    struct timespec before;
    struct timespec after;
    int rank;

    status = coop_context_create(&context_options, &context);
    if (status == COOP_NO_DEVICE) {
        TEST_SKIP_WITHOUT_DEVICE("%s", coop_last_error()->message);
    }
    mpi_initialise(MPI_THREAD_MULTIPLE);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (!OK(status) || !OK(coop_net_open(context, &options, &net)) ||
        !OK(coop_module_create(context, messages_module_text, messages_module_bytes, NULL, &module)) ||
        !OK(coop_net_run_start(net, module, &run_options, &run)) || !OK(coop_net_attach(net, run)) ||
        !OK(coop_net_barrier(net, 0))) {
        return -1;
    }
    if (rank == 2) {
        mpi_say("lost", (int)getpid());
        raise(signal);
    }
    clock_gettime(CLOCK_MONOTONIC, &before);
    REFUSED(coop_net_barrier(net, 0), COOP_PEER_LOST, "rank 2 (");
    clock_gettime(CLOCK_MONOTONIC, &after);
    TEST_CONTAINS(coop_last_error()->message, "has been silent for 2");
    TEST_AT_MOST((after.tv_sec - before.tv_sec) * 1000 + (after.tv_nsec - before.tv_nsec) / 1000000, 10000);
    REFUSED(coop_net_barrier(net, 0), COOP_PEER_LOST, "not in step");
    REFUSED(coop_net_close(net), COOP_PEER_LOST, "not in step");
    coop_context_destroy(context);
    return rank;
}

TEST(killed_attached_rank_is_lost)
{
    int rank = lose_attached_rank(SIGKILL);

    if (rank >= 0) {
        mpi_survive(rank);
    }
}

TEST(stopped_attached_rank_ends_all)
{
    int rank = lose_attached_rank(SIGSTOP);

    if (rank >= 0) {
        mpi_end_all(rank);
    }
}

/* Handlers, and the end of everything. */
TEST(handlers_find_the_shortest_paths)
{
    struct rank rank = {0};

    paths_seed = 1;
    if (mpi_open_rank(&rank, 0)) {
        paths_walk(&rank);
    }
    coop_context_destroy(rank.context);
}

TEST(kernels_meet_at_net_barriers)
{
    struct rank rank = {0};

    if (mpi_open_rank(&rank, 0)) {
        meeting_spread(&rank, 16, 3);
        OK(coop_net_close(rank.net));
    }
    coop_context_destroy(rank.context);
}

/* ---- without mpirun ---- */

TEST(alone_the_context_comes_first)
{
    coop_context *context = make_context();
    coop_net *net;

    OK(coop_net_open(context, NULL, &net));
    use(net);
    OK(coop_net_close(net));
    REFUSED(coop_net_open(context, NULL, &net), COOP_NETWORK_FAILED, "MPI was finalised");
    coop_context_destroy(context);
}

/* MPI_COMM_SELF's, of which MPI_Comm_c2f may not be asked before MPI is initialised. */
#ifdef OPEN_MPI
#define NUMBER_OF_SELF 1
#else
#define NUMBER_OF_SELF ((int)MPI_COMM_SELF) /* as MPICH has it */
#endif

struct opening {
    int communicator;
    coop_context *context;
    coop_net *net;
    coop_status status;
};

static void *open_net(void *argument)
{
    struct opening *opening = argument;
    struct coop_net_options options = {.communicator = opening->communicator};

    opening->status = coop_net_open(opening->context, &options, &opening->net);
    return NULL;
}

/* Two nets, opened at once, for which MPI is not initialised; the net `first` is closed before the other. */
static void have_two_nets(int first)
{
    coop_context *context = make_context();
    struct opening openings[2] = {{.context = context}, {.communicator = NUMBER_OF_SELF, .context = context}};
    pthread_t threads[2];
    int is_finalised = 1;

    for (int i = 0; i < 2; i++) {
        TEST_EQUAL(pthread_create(&threads[i], NULL, open_net, &openings[i]), 0);
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
        TEST_EQUAL_TEXT(coop_status_name(openings[i].status), "COOP_OK");
    }
    use(openings[0].net);
    use(openings[1].net);
    OK(coop_net_close(openings[first].net));
    MPI_Finalized(&is_finalised);
    TEST_EQUAL(is_finalised, 0);
    if (!is_finalised) {
        use(openings[1 - first].net);
    }
    OK(coop_net_close(openings[1 - first].net));
    MPI_Finalized(&is_finalised);
    TEST_EQUAL(is_finalised, 1);
    coop_context_destroy(context);
}

TEST(alone_the_first_of_two_nets_is_closed_first)
{
    have_two_nets(0);
}

TEST(alone_the_first_of_two_nets_is_closed_last)
{
    have_two_nets(1);
}

/* In order, so that it is known which net has initialised MPI. */
TEST(alone_mpi_ends_with_the_last_net_and_not_with_the_one_that_began_it)
{
    coop_context *context = make_context();
    coop_net *first;
    coop_net *second;

    OK(coop_net_open(context, NULL, &first));
    OK(coop_net_open(context, NULL, &second));
    OK(coop_net_close(first));
    use(second);
    OK(coop_net_close(second));
    REFUSED(coop_net_open(context, NULL, &first), COOP_NETWORK_FAILED, "MPI was finalised");
    coop_context_destroy(context);
}

TEST(alone_a_number_that_is_no_communicator_is_refused)
{
    coop_context *context = make_context();
    struct coop_net_options options = {.communicator = 12345};
    MPI_Errhandler handler;
    coop_net *net;

    mpi_initialise(MPI_THREAD_MULTIPLE);
    REFUSED(coop_net_open(context, &options, &net), COOP_INVALID_ARGUMENT, "is no communicator");
    MPI_Comm_get_errhandler(MPI_COMM_WORLD, &handler);
    TEST_TRUE(handler == MPI_ERRORS_ARE_FATAL);
    MPI_Comm_get_errhandler(MPI_COMM_SELF, &handler);
    TEST_TRUE(handler == MPI_ERRORS_ARE_FATAL);
    OK(coop_net_open(context, NULL, &net));
    use(net);
    OK(coop_net_close(net));
    coop_context_destroy(context);
    MPI_Finalize();
}

/* Open MPI's hwloc may ask OpenCL for its devices, unless it is told not to. */
TEST(alone_a_program_initialises_mpi_before)
{
    coop_context *context;
    coop_net *net;

    setenv("HWLOC_COMPONENTS", "-opencl", 1);
    mpi_initialise(MPI_THREAD_MULTIPLE);
    context = make_context();
    OK(coop_net_open(context, NULL, &net));
    use(net);
    OK(coop_net_close(net));
    coop_context_destroy(context);
    MPI_Finalize();
}

TEST(too_little_thread_support_names_the_call)
{
    coop_context *context = make_context();
    coop_net *net;

    mpi_initialise(MPI_THREAD_SINGLE);
    REFUSED(coop_net_open(context, NULL, &net), COOP_INVALID_ARGUMENT,
            "with MPI_THREAD_SINGLE: call MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided)");
    TEST_TRUE(net == NULL);
    coop_context_destroy(context);
    MPI_Finalize();
}

TEST(mpi_finalised_under_a_net_is_told)
{
    coop_context *context = make_context();
    coop_net *net;

    mpi_initialise(MPI_THREAD_MULTIPLE);
    OK(coop_net_open(context, NULL, &net));
    MPI_Finalize();
    REFUSED(coop_net_barrier(net, 0), COOP_NETWORK_FAILED, "call coop_net_close before MPI_Finalize");
    REFUSED(coop_net_close(net), COOP_NETWORK_FAILED, "not in step");
    coop_context_destroy(context);
}
