#include "tools/net/kmeans_coprocessor.h"

#include "kmeans_coprocessor_kernels.h"
#include "tools/net/kmeans_sizes.h"
#include <stddef.h>

#define ITEM_BYTES 16u /* struct sent of queues.clh */

/* A queue has room for all that a point adds, and for all centres. */
#define LEAST KMEANS_WORDS_MAX

uint64_t kmeans_coprocessor_bytes(const struct net_command *command)
{
    return queues_bytes(&command->rank, ITEM_BYTES, LEAST);
}

int kmeans_coprocessor_begin(struct rank *rank, struct kmeans_own *own)
{
    return queues_make(&own->queues, rank, ITEM_BYTES, LEAST);
}

/* Points from args->first on, as many as add no more than a queue has room for. */
static int fill(struct rank *rank, const struct net_command *command, struct kmeans_own *own,
                struct kmeans_fill_args *args)
{
    const uint32_t most = own->queues.room / (args->dimensions + 1);
    const struct coop_launch_options options = {.groups = (uint32_t)command->rank.groups};
    coop_launch *launch = NULL;
    coop_status posted;

    args->end = own->count - args->first < most ? own->count : args->first + most;
    if (queues_empty(&own->queues) != 0) {
        return -1;
    }
    if (args->end == args->first) {
        return 0;
    }
    posted = kmeans_fill_launch(rank->run, args, &options, &launch);
    return rank_await(rank, posted, launch);
}

static int add(struct rank *rank, const struct net_command *command, struct kmeans_own *own, uint32_t count)
{
    const struct kmeans_add_args args = {.count = count,
                                         .chunk = KMEANS_CHUNK,
                                         .next = coop_buffer_address(own->queues.next),
                                         .arrived = coop_buffer_address(own->queues.arrived),
                                         .sums = coop_buffer_address(own->sums)};
    const struct coop_launch_options options = {.groups = (uint32_t)command->rank.groups};
    coop_launch *launch = NULL;
    coop_status posted;

    if (count == 0) {
        return 0;
    }
    if (queues_draw_again(&own->queues) != 0) {
        return -1;
    }
    posted = kmeans_add_launch(rank->run, &args, &options, &launch);
    return rank_await(rank, posted, launch);
}

int kmeans_coprocessor_assign(struct rank *rank, const struct net_command *command, struct kmeans_own *own)
{
    struct kmeans_fill_args args = {.clusters = (uint32_t)command->clusters,
                                    .dimensions = command->points.dimensions,
                                    .ranks = rank->report.ranks,
                                    .own = rank->report.rank,
                                    .chunk = KMEANS_CHUNK,
                                    .points = coop_buffer_address(own->points),
                                    .nearest = coop_buffer_address(own->nearest),
                                    .centers = coop_buffer_address(own->centers),
                                    .sums = coop_buffer_address(own->sums),
                                    .moved = coop_buffer_address(own->progress) +
                                             offsetof(struct kmeans_progress, moved),
                                    .next = coop_buffer_address(own->queues.next),
                                    .lengths = coop_buffer_address(own->queues.lengths),
                                    .items = coop_buffer_address(own->queues.items),
                                    .room = own->queues.room};
    int goes_on = 1;
    int status = 0;

    while (status == 0 && goes_on) {
        uint32_t received = 0;
        status = fill(rank, command, own, &args);
        args.first = args.end;
        goes_on = args.end < own->count;
        status = status == 0 ? queues_exchange(&own->queues, &goes_on, &received) : status;
        status = status == 0 ? add(rank, command, own, received) : status;
    }
    return status;
}

static int store(struct rank *rank, const struct net_command *command, struct kmeans_own *own, uint32_t count)
{
    const struct kmeans_store_args args = {.count = count,
                                           .chunk = KMEANS_CHUNK,
                                           .next = coop_buffer_address(own->queues.next),
                                           .arrived = coop_buffer_address(own->queues.arrived),
                                           .centers = coop_buffer_address(own->centers)};
    const struct coop_launch_options options = {.groups = (uint32_t)command->rank.groups};
    coop_launch *launch = NULL;
    coop_status posted;

    if (count == 0) {
        return 0;
    }
    if (queues_draw_again(&own->queues) != 0) {
        return -1;
    }
    posted = kmeans_store_launch(rank->run, &args, &options, &launch);
    return rank_await(rank, posted, launch);
}

int kmeans_coprocessor_move(struct rank *rank, const struct net_command *command, struct kmeans_own *own)
{
    const struct kmeans_move_fill_args args = {.clusters = (uint32_t)command->clusters,
                                               .dimensions = command->points.dimensions,
                                               .ranks = rank->report.ranks,
                                               .own = rank->report.rank,
                                               .sums = coop_buffer_address(own->sums),
                                               .lengths = coop_buffer_address(own->queues.lengths),
                                               .items = coop_buffer_address(own->queues.items),
                                               .room = own->queues.room};
    const struct coop_launch_options options = {.groups = 1};
    coop_launch *launch = NULL;
    uint32_t received = 0;
    int goes_on = 0;
    coop_status posted;

    if (queues_empty(&own->queues) != 0) {
        return -1;
    }
    posted = kmeans_move_fill_launch(rank->run, &args, &options, &launch);
    return rank_await(rank, posted, launch) != 0 || queues_exchange(&own->queues, &goes_on, &received) != 0
               ? -1
               : store(rank, command, own, received);
}
