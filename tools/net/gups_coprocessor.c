#include "tools/net/gups_coprocessor.h"

#include "gups_coprocessor_kernels.h"
#include "tools/net/queues.h"

#define CHUNK 1024u
#define ITEM_BYTES 8u /* a place */

uint64_t gups_coprocessor_bytes(const struct net_command *command)
{
    return queues_bytes(&command->rank, ITEM_BYTES, 1);
}

static int fill(struct queues *queues, const struct net_command *command, uint64_t elements,
                coop_buffer *table, uint64_t first, uint32_t count)
{
    struct rank *rank = queues->rank;
    const struct gups_fill_args args = {.elements = elements,
                                        .block = (elements + queues->ranks - 1) / queues->ranks,
                                        .own = rank->report.rank,
                                        .first = first,
                                        .count = count,
                                        .numbers = CHUNK,
                                        .room = queues->room,
                                        .next = coop_buffer_address(queues->next),
                                        .lengths = coop_buffer_address(queues->lengths),
                                        .queues = coop_buffer_address(queues->items),
                                        .table = coop_buffer_address(table)};
    const struct coop_launch_options options = {.groups = (uint32_t)command->rank.groups};
    coop_launch *launch = NULL;
    coop_status posted;

    if (queues_empty(queues) != 0) {
        return -1;
    }
    posted = gups_fill_launch(rank->run, &args, &options, &launch);
    return rank_await(rank, posted, launch);
}

static int apply(struct queues *queues, const struct net_command *command, coop_buffer *table, uint32_t count)
{
    struct rank *rank = queues->rank;
    const struct gups_apply_args args = {.count = count,
                                         .numbers = CHUNK,
                                         .next = coop_buffer_address(queues->next),
                                         .places = coop_buffer_address(queues->arrived),
                                         .table = coop_buffer_address(table)};
    const struct coop_launch_options options = {.groups = (uint32_t)command->rank.groups};
    coop_launch *launch = NULL;
    coop_status posted;

    if (count == 0) {
        return 0;
    }
    if (queues_draw_again(queues) != 0) {
        return -1;
    }
    posted = gups_apply_launch(rank->run, &args, &options, &launch);
    return rank_await(rank, posted, launch);
}

/* A launch does as many updates as a queue has room for, if they are all for one rank. */
static int go_all_rounds(struct queues *queues, const struct net_command *command, uint64_t elements,
                         coop_buffer *table)
{
    const uint64_t updates = command->updates;
    const uint64_t first = queues->rank->report.rank * updates;
    uint64_t done = 0;
    int goes_on = 1;
    int status = 0;

    while (status == 0 && goes_on) {
        uint32_t count = (uint32_t)(updates - done < queues->room ? updates - done : queues->room);
        uint32_t received = 0;
        status = fill(queues, command, elements, table, first + done, count);
        done += count;
        goes_on = done < updates;
        status = status == 0 ? queues_exchange(queues, &goes_on, &received) : status;
        status = status == 0 ? apply(queues, command, table, received) : status;
    }
    return status;
}

int gups_coprocessor_update(struct rank *rank, const struct net_command *command, uint64_t elements,
                            coop_buffer *table, struct rank_result *result)
{
    struct queues queues = {0};
    int status = net_style_start(rank, command->style);

    status = status == 0 ? queues_make(&queues, rank, ITEM_BYTES, 1) : status;
    status = status == 0 ? rank_begin(rank) : status;
    status = status == 0 ? go_all_rounds(&queues, command, elements, table) : status;
    status = status == 0 ? rank_end(rank, result) : status;
    queues_clear(&queues);
    return status;
}
