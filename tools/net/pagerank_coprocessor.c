#include "tools/net/pagerank_coprocessor.h"

#include "pagerank_coprocessor_kernels.h"

#define ITEM_BYTES 16u /* struct sent of queues.clh */

/* A queue has room for all arcs of a vertex. */
uint64_t pagerank_coprocessor_bytes(const struct net_command *command)
{
    return queues_bytes(&command->rank, ITEM_BYTES, graph_part_most_arcs(&command->sends));
}

int pagerank_coprocessor_begin(struct rank *rank, const struct net_command *command,
                               struct pagerank_own *walk)
{
    return queues_make(&walk->queues, rank, ITEM_BYTES, graph_part_most_arcs(&command->sends));
}

/* The own part of an array of places, on the device. */
static int find_places(struct rank *rank, coop_net_array *array, coop_address *address)
{
    coop_buffer *buffer;
    uint64_t unused[2];

    if (rank_check(rank, coop_net_array_local(array, &buffer, unused, unused + 1)) != 0) {
        return -1;
    }
    *address = coop_buffer_address(buffer);
    return 0;
}

static int apply(struct rank *rank, const struct net_command *command, struct pagerank_own *walk,
                 coop_address places, uint32_t count)
{
    const struct pagerank_apply_args args = {.count = count,
                                             .chunk = PAGERANK_CHUNK,
                                             .next = coop_buffer_address(walk->queues.next),
                                             .arrived = coop_buffer_address(walk->queues.arrived),
                                             .places = places};
    const struct coop_launch_options options = {.groups = (uint32_t)command->rank.groups};
    coop_launch *launch = NULL;
    coop_status posted;

    if (count == 0) {
        return 0;
    }
    if (queues_draw_again(&walk->queues) != 0) {
        return -1;
    }
    posted = pagerank_apply_launch(rank->run, &args, &options, &launch);
    return rank_await(rank, posted, launch);
}

/* Vertices from args->first on, as many as have no more arcs than a queue has room for. */
static int fill(struct rank *rank, const struct net_command *command, struct pagerank_own *walk,
                struct pagerank_fill_args *args)
{
    const uint32_t *rows = walk->part.out_rows;
    const struct coop_launch_options options = {.groups = (uint32_t)command->rank.groups};
    coop_launch *launch = NULL;
    coop_status posted;

    args->end = args->first;
    while (args->end < walk->part.count && rows[args->end + 1] - rows[args->first] <= walk->queues.room) {
        args->end++;
    }
    if (queues_empty(&walk->queues) != 0) {
        return -1;
    }
    if (args->end == args->first) {
        return 0;
    }
    posted = pagerank_fill_launch(rank->run, args, &options, &launch);
    return rank_await(rank, posted, launch);
}

int pagerank_coprocessor_iterate(struct rank *rank, const struct net_command *command,
                                 struct pagerank_own *walk, uint32_t iteration, uint64_t begin)
{
    struct pagerank_fill_args args = {.block = walk->part.places,
                                      .own = rank->report.rank,
                                      .chunk = PAGERANK_CHUNK,
                                      .in_rows = coop_buffer_address(walk->buffers.in_rows),
                                      .out_rows = coop_buffer_address(walk->buffers.out_rows),
                                      .targets = coop_buffer_address(walk->buffers.targets),
                                      .shares = coop_buffer_address(walk->shares),
                                      .ranks = coop_buffer_address(walk->ranks),
                                      .begin = begin,
                                      .progress = coop_buffer_address(walk->progress),
                                      .next = coop_buffer_address(walk->queues.next),
                                      .lengths = coop_buffer_address(walk->queues.lengths),
                                      .items = coop_buffer_address(walk->queues.items),
                                      .room = walk->queues.room};
    int goes_on = 1;
    int status = find_places(rank, walk->places[iteration % 2], &args.in);

    status = status == 0 ? find_places(rank, walk->places[(iteration + 1) % 2], &args.out) : status;
    while (status == 0 && goes_on) {
        uint32_t received = 0;
        status = fill(rank, command, walk, &args);
        args.first = args.end;
        goes_on = args.end < walk->part.count;
        status = status == 0 ? queues_exchange(&walk->queues, &goes_on, &received) : status;
        status = status == 0 ? apply(rank, command, walk, args.out, received) : status;
    }
    return status;
}
