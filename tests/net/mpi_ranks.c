#include "mpi_ranks.h"

#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#define SECOND_NS UINT64_C(1000000000)

int mpi_check(const char *file, int line, const char *call, coop_status status)
{
    if (!test_equal_text(file, line, call, coop_status_name(status), "COOP_OK")) {
        TEST_NOTE("%s", coop_last_error()->message);
        return 0;
    }
    return 1;
}

void mpi_initialise(int level)
{
    int provided;

    MPI_Init_thread(NULL, NULL, level, &provided);
}

void mpi_say(const char *what, int number)
{
    char name[40];

    snprintf(name, sizeof name, "%s.%d", what, number);
    close(open(name, O_CREAT | O_WRONLY, 0666));
}

void mpi_survive(int rank)
{
    if (test_failures() == 0) {
        mpi_say("survived", rank);
    }
    _exit(0);
}

void mpi_end_all(int rank)
{
    if (test_failures() == 0) {
        mpi_say("survived", rank);
    }
    for (int i = 0;
         i < 300 && access("survived.0", F_OK) + access("survived.1", F_OK) + access("survived.3", F_OK) < 0;
         i++) {
        nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
    }
    _exit(1);
}

int mpi_open_rank(struct rank *rank, uint64_t peer_timeout_ns)
{
    struct coop_context_options context_options = {.worker_groups = 5, .memory_bytes = 32 << 20};
    struct coop_net_options options = {.timeout_ns = 60 * SECOND_NS, .peer_timeout_ns = peer_timeout_ns};
    struct coop_net_report report;
    coop_status status = coop_context_create(&context_options, &rank->context);

    if (status == COOP_NO_DEVICE) {
        TEST_SKIP_WITHOUT_DEVICE("%s", coop_last_error()->message);
    }
    if (!OK(status) || !OK(coop_net_open(rank->context, &options, &rank->net))) {
        return 0;
    }
    OK(coop_net_report(rank->net, &report));
    rank->rank = report.rank;
    rank->ranks = report.ranks;
    return 1;
}
