#include "tools/net/sssp_coprocessor.h"

#include "sssp_coprocessor_kernels.h"
#include "tools/net/graph_part.h"
#include <stdlib.h>

#define ITEM_BYTES 16u /* struct sent of queues.clh */

/* A queue has room for all arcs of a vertex. */
uint64_t sssp_coprocessor_bytes(const struct net_command *command)
{
    return queues_bytes(&command->rank, ITEM_BYTES, graph_part_most_arcs(&command->graph));
}

int sssp_coprocessor_begin(struct rank *rank, const struct net_command *command, struct sssp_own *own)
{
    return queues_make(&own->queues, rank, ITEM_BYTES, graph_part_most_arcs(&command->graph));
}

static int apply(struct rank *rank, const struct net_command *command, struct sssp_own *own, uint32_t round,
                 uint32_t count)
{
    const struct sssp_apply_args args = {.round = round,
                                         .count = count,
                                         .chunk = SSSP_CHUNK,
                                         .next = coop_buffer_address(own->queues.next),
                                         .arrived = coop_buffer_address(own->queues.arrived),
                                         .distances = coop_buffer_address(own->distances.buffer),
                                         .listed = coop_buffer_address(own->listed.buffer),
                                         .lists = coop_buffer_address(own->lists.buffer),
                                         .list_room = own->lists.count / 2,
                                         .list_lengths = coop_buffer_address(own->lengths.buffer)};
    const struct coop_launch_options options = {.groups = (uint32_t)command->rank.groups};
    coop_launch *launch = NULL;
    coop_status posted;

    if (count == 0) {
        return 0;
    }
    if (queues_draw_again(&own->queues) != 0) {
        return -1;
    }
    posted = sssp_apply_launch(rank->run, &args, &options, &launch);
    return rank_await(rank, posted, launch);
}

/* Places of the list from args->first on, as many as have no more arcs than a queue has room for. */
static uint32_t find_end(const struct net_command *command, const struct sssp_own *own, const uint32_t *list,
                         uint32_t first, uint32_t size)
{
    const uint32_t *rows = command->graph.rows + own->distances.first;
    uint64_t arcs = 0;
    uint32_t end = first;

    while (end < size) {
        arcs += rows[list[end] + 1] - rows[list[end]];
        if (arcs > own->queues.room) {
            break;
        }
        end++;
    }
    return end;
}

static int fill(struct rank *rank, const struct net_command *command, struct sssp_own *own,
                const struct sssp_fill_args *args)
{
    const struct coop_launch_options options = {.groups = (uint32_t)command->rank.groups};
    coop_launch *launch = NULL;
    coop_status posted;

    if (queues_empty(&own->queues) != 0) {
        return -1;
    }
    if (args->end == args->first) {
        return 0;
    }
    posted = sssp_fill_launch(rank->run, args, &options, &launch);
    return rank_await(rank, posted, launch);
}

static struct sssp_fill_args args_of(const struct rank *rank, const struct net_command *command,
                                     const struct sssp_own *own, uint32_t round)
{
    const uint32_t ranks = rank->report.ranks;

    return (struct sssp_fill_args){.round = round,
                                   .chunk = SSSP_CHUNK,
                                   .block = (command->graph.vertex_count + ranks - 1) / ranks,
                                   .rank = rank->report.rank,
                                   .rows = coop_buffer_address(own->rows),
                                   .heads = coop_buffer_address(own->heads),
                                   .weights = coop_buffer_address(own->weights),
                                   .distances = coop_buffer_address(own->distances.buffer),
                                   .listed = coop_buffer_address(own->listed.buffer),
                                   .lists = coop_buffer_address(own->lists.buffer),
                                   .list_room = own->lists.count / 2,
                                   .list_lengths = coop_buffer_address(own->lengths.buffer),
                                   .next = coop_buffer_address(own->queues.next),
                                   .lengths = coop_buffer_address(own->queues.lengths),
                                   .items = coop_buffer_address(own->queues.items),
                                   .room = own->queues.room};
}

int sssp_coprocessor_round(struct rank *rank, const struct net_command *command, struct sssp_own *own,
                           uint32_t round, uint32_t size)
{
    const uint64_t list_at = round % 2 * (own->lists.count / 2) * sizeof(uint32_t);
    struct sssp_fill_args args = args_of(rank, command, own, round);
    uint32_t *list = malloc(((size_t)size + 1) * sizeof *list);
    int goes_on = 1;
    int status = list != NULL ? 0 : tool_fail(rank->error, "the host has no memory left");

    if (status == 0 && size > 0) {
        status = rank_check(rank, coop_buffer_read(own->lists.buffer, list_at, list, size * sizeof *list));
    }
    while (status == 0 && goes_on) {
        uint32_t received = 0;
        args.end = find_end(command, own, list, args.first, size);
        status = fill(rank, command, own, &args);
        args.first = args.end;
        goes_on = args.end < size;
        status = status == 0 ? queues_exchange(&own->queues, &goes_on, &received) : status;
        status = status == 0 ? apply(rank, command, own, round, received) : status;
    }
    free(list);
    return status;
}
