#include "tools/net/sssp_coprocessor.h"

#include "sssp_coprocessor_kernels.h"
#include "tools/net/graph_part.h"
#include <stdlib.h>

#define ITEM_BYTES 16u /* struct sent of queues.clh */

/* The arguments by which each kernel finds the rank's distances and lists. */
#define LISTS_OF(own)                                                                                       \
    .distances = coop_buffer_address((own)->distances.buffer),                                              \
    .states = coop_buffer_address((own)->states.buffer), .queue = coop_buffer_address((own)->queue.buffer), \
    .far = coop_buffer_address((own)->far.buffer), .queue_room = (own)->queue.count,                        \
    .words = coop_buffer_address((own)->words.buffer)

/* A queue has room for all arcs of a vertex. */
uint64_t sssp_coprocessor_bytes(const struct net_command *command)
{
    return queues_bytes(&command->rank, ITEM_BYTES, graph_part_most_arcs(&command->graph));
}

int sssp_coprocessor_begin(struct rank *rank, const struct net_command *command, struct sssp_own *own)
{
    return queues_make(&own->queues, rank, ITEM_BYTES, graph_part_most_arcs(&command->graph));
}

static int apply(struct rank *rank, const struct net_command *command, struct sssp_own *own, uint32_t count)
{
    const struct sssp_apply_args args = {.count = count,
                                         .chunk = SSSP_CHUNK,
                                         .next = coop_buffer_address(own->queues.next),
                                         .arrived = coop_buffer_address(own->queues.arrived),
                                         LISTS_OF(own)};
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

/* How many vertices of `places` from `first` on have no more arcs than a queue has room for. */
static uint32_t find_end(const struct net_command *command, const struct sssp_own *own,
                         const uint32_t *places, uint32_t first, uint32_t size)
{
    const uint32_t *rows = command->graph.rows + own->distances.first;
    uint64_t arcs = 0;
    uint32_t end = first;

    while (end < size) {
        arcs += rows[places[end] + 1] - rows[places[end]];
        if (arcs > own->queues.room) {
            break;
        }
        end++;
    }
    return end;
}

/* The vertices at `size` places of the queue from `first` on: in two pieces where its end lies between. */
static int read_queue(struct rank *rank, const struct sssp_own *own, uint64_t first, uint32_t size,
                      uint32_t *places)
{
    const uint64_t at = first % own->queue.count;
    const uint64_t behind = own->queue.count - at;
    const uint32_t here = size < behind ? size : (uint32_t)behind;

    if (here > 0 && rank_check(rank, coop_buffer_read(own->queue.buffer, at * sizeof *places, places,
                                                      here * sizeof *places)) != 0) {
        return -1;
    }
    return here == size ? 0
                        : rank_check(rank, coop_buffer_read(own->queue.buffer, 0, places + here,
                                                            (size - here) * sizeof *places));
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
                                     const struct sssp_own *own)
{
    const uint32_t ranks = rank->report.ranks;

    return (struct sssp_fill_args){.chunk = SSSP_CHUNK,
                                   .block = (command->graph.vertex_count + ranks - 1) / ranks,
                                   .rank = rank->report.rank,
                                   .rows = coop_buffer_address(own->rows),
                                   .heads = coop_buffer_address(own->heads),
                                   .weights = coop_buffer_address(own->weights),
                                   LISTS_OF(own),
                                   .next = coop_buffer_address(own->queues.next),
                                   .lengths = coop_buffer_address(own->queues.lengths),
                                   .items = coop_buffer_address(own->queues.items),
                                   .room = own->queues.room};
}

int sssp_coprocessor_round(struct rank *rank, const struct net_command *command, struct sssp_own *own,
                           const uint64_t words[SSSP_WORDS])
{
    const uint64_t to = words[SSSP_TAIL];
    const uint32_t size = (uint32_t)(to - words[SSSP_TO]);
    struct sssp_fill_args args = args_of(rank, command, own);
    uint32_t *places = malloc(((size_t)size + 1) * sizeof *places);
    uint32_t first = 0;
    int goes_on = 1;
    int status = places != NULL ? read_queue(rank, own, words[SSSP_TO], size, places)
                                : tool_fail(rank->error, "the host has no memory left");

    while (status == 0 && goes_on) {
        const uint32_t end = find_end(command, own, places, first, size);
        uint32_t received = 0;

        args.first = words[SSSP_TO] + first;
        args.end = words[SSSP_TO] + end;
        status = fill(rank, command, own, &args);
        first = end;
        goes_on = end < size;
        status = status == 0 ? queues_exchange(&own->queues, &goes_on, &received) : status;
        status = status == 0 ? apply(rank, command, own, received) : status;
    }
    free(places);
    return status == 0
               ? rank_check(rank, coop_buffer_write(own->words.buffer, SSSP_TO * sizeof to, &to, sizeof to))
               : status;
}

int sssp_coprocessor_sort(struct rank *rank, const struct net_command *command, const struct sssp_own *own,
                          uint64_t count, uint64_t before)
{
    const struct sssp_sort_args args = {.count = count, .before = before, LISTS_OF(own)};
    const struct coop_launch_options options = {.groups = (uint32_t)command->rank.groups};
    const struct coop_ndrange range = rank_range(rank, count);
    coop_launch *launch = NULL;
    const coop_status posted = sssp_sort_launch(rank->run, &args, &range, &options, &launch);

    return rank_await(rank, posted, launch);
}
