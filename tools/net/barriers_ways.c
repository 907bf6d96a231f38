#include "tools/net/barriers_ways.h"

#include "barriers_kernels.h"
#include "barriers_kernels_text.h"
#include <mpi.h>

static uint64_t sum_of(const struct barriers *barriers, uint64_t round)
{
    const uint64_t ranks = barriers->result.ranks;

    return ranks * (ranks - 1) / 2 + ranks * round;
}

static int fail_sum(struct barriers *barriers, const char *side)
{
    return tool_fail(&barriers->error, "%s: a sum is not that of the ranks' values", side);
}

static int go_within(struct barriers *barriers)
{
    const struct barriers_within_args args = {.net = coop_net_address(barriers->rank.net),
                                              .table = 0,
                                              .block = BARRIERS_BLOCK,
                                              .messages = (uint32_t)barriers->messages,
                                              .rounds = (uint32_t)barriers->rounds,
                                              .wrong = coop_buffer_address(barriers->wrong)};
    const struct coop_launch_options options = {.groups = (uint32_t)barriers->options.groups,
                                                .least_groups = (uint32_t)barriers->options.groups};
    coop_launch *launch = NULL;
    coop_status status = barriers_within_launch(barriers->rank.run, &args, &options, &launch);

    barriers->rounds_sent += barriers->rounds;
    return rank_await(&barriers->rank, status, launch);
}

static int launch_round(struct barriers *barriers)
{
    const struct barriers_round_args args = {.net = coop_net_address(barriers->rank.net),
                                             .table = 0,
                                             .block = BARRIERS_BLOCK,
                                             .messages = (uint32_t)barriers->messages};
    const struct coop_launch_options options = {.groups = (uint32_t)barriers->options.groups,
                                                .least_groups = (uint32_t)barriers->options.groups};
    coop_launch *launch = NULL;
    coop_status status = barriers_round_launch(barriers->rank.run, &args, &options, &launch);

    barriers->rounds_sent++;
    return rank_await(&barriers->rank, status, launch);
}

static int reduce(struct barriers *barriers, uint64_t round)
{
    uint64_t value = barriers->result.rank + round;

    return rank_check(&barriers->rank, coop_net_reduce(barriers->rank.net, COOP_NET_SUM, &value, 1, 0)) != 0
               ? -1
           : value == sum_of(barriers, round) ? 0
                                              : fail_sum(barriers, "coop_net_reduce");
}

static int allreduce(struct barriers *barriers, uint64_t round)
{
    uint64_t value = barriers->result.rank + round;

    MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    return value == sum_of(barriers, round) ? 0 : fail_sum(barriers, "MPI_Allreduce");
}

static int go_by_launches(struct barriers *barriers, int (*add_up)(struct barriers *, uint64_t))
{
    int status = 0;

    for (uint64_t round = 0; status == 0 && round < barriers->rounds; round++) {
        status = launch_round(barriers);
        status = status == 0 ? add_up(barriers, round) : status;
    }
    return status;
}

static int go_launches(struct barriers *barriers)
{
    return go_by_launches(barriers, reduce);
}

static int go_launches_mpi(struct barriers *barriers)
{
    return go_by_launches(barriers, allreduce);
}

static int go_reduce(struct barriers *barriers)
{
    int status = 0;

    for (uint64_t round = 0; status == 0 && round < barriers->rounds; round++) {
        status = reduce(barriers, round);
    }
    return status;
}

static int go_allreduce(struct barriers *barriers)
{
    int status = 0;

    for (uint64_t round = 0; status == 0 && round < barriers->rounds; round++) {
        status = allreduce(barriers, round);
    }
    return status;
}

static int go_barrier(struct barriers *barriers)
{
    for (uint64_t round = 0; round < barriers->rounds; round++) {
        MPI_Barrier(MPI_COMM_WORLD);
    }
    return 0;
}

const struct barriers_way barriers_ways[BARRIERS_WAYS] = {
    {"net-barrier", go_within}, {"launches", go_launches},   {"launches-mpi", go_launches_mpi},
    {"net-reduce", go_reduce},  {"allreduce", go_allreduce}, {"barrier", go_barrier}};

int barriers_start(struct barriers *barriers)
{
    struct rank *rank = &barriers->rank;

    return rank_array(rank, (uint64_t)BARRIERS_BLOCK * barriers->result.ranks, 8, &barriers->part) != 0 ||
                   rank_start(rank, barriers_kernels_module_text, barriers_kernels_module_bytes) != 0 ||
                   rank_buffer(rank, NULL, sizeof(uint32_t), &barriers->wrong) != 0
               ? -1
               : 0;
}

int barriers_verify(struct barriers *barriers)
{
    uint64_t seen[BARRIERS_BLOCK];
    uint64_t messages = 0;
    uint32_t wrong = 1;

    if (rank_check(&barriers->rank, coop_net_barrier(barriers->rank.net, 0)) != 0 ||
        rank_check(&barriers->rank, coop_buffer_read(barriers->wrong, 0, &wrong, sizeof wrong)) != 0 ||
        rank_check(&barriers->rank, coop_buffer_read(barriers->part.buffer, 0, seen, sizeof seen)) != 0) {
        return -1;
    }
    for (unsigned i = 0; i < BARRIERS_BLOCK; i++) {
        messages += seen[i];
    }
    if (wrong != 0 || messages != barriers->rounds_sent * barriers->messages) {
        return tool_fail(
            &barriers->error, "%u sums of net barriers are wrong, and %llu messages have come of %llu", wrong,
            (unsigned long long)messages, (unsigned long long)(barriers->rounds_sent * barriers->messages));
    }
    return 0;
}
