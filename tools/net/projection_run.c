#include "tools/net/projection_run.h"

#include "gups_kernels.h"
#include "gups_through_text.h"
#include "tools/measure/clock.h"
#include "tools/net/gups_coalesced.h"
#include "tools/net/gups_sequential.h"
#include <stdlib.h>

/* The updates, all of which come back to this rank. */
static int update(struct rank *rank, const struct projection_shape *shape, struct rank_result *result)
{
    struct gups_args args = {.net = coop_net_address(rank->net),
                             .table = 0,
                             .elements = shape->elements * shape->ranks,
                             .first = 0,
                             .count = (uint32_t)shape->updates,
                             .numbers = GUPS_CHUNK};
    const struct coop_launch_options options = {.groups = (uint32_t)shape->options->groups};
    coop_launch *launch = NULL;
    coop_buffer *next;
    coop_status status;

    if (rank_buffer(rank, NULL, sizeof(uint32_t), &next) != 0 || rank_begin(rank) != 0) {
        return -1;
    }
    args.next = coop_buffer_address(next);
    status = gups_launch(rank->run, &args, &options, &launch);
    return rank_await(rank, status, launch) != 0 ? -1 : rank_end(rank, result);
}

/* Each element of this rank has got the updates of the elements at its place at all ranks. */
static int verify(struct rank *rank, const struct projection_shape *shape, const struct rank_part *part)
{
    uint64_t all = shape->elements * shape->ranks;
    uint64_t *seen = malloc(shape->elements * sizeof *seen);
    uint64_t *wanted = gups_sequential(shape->updates, all, 0, all);
    uint64_t wrong = 0;
    int status = seen != NULL && wanted != NULL ? 0 : tool_fail(rank->error, "the host has no memory left");

    if (status == 0) {
        status = rank_check(rank, coop_buffer_read(part->buffer, 0, seen, shape->elements * sizeof *seen));
    }
    for (uint64_t i = 0; status == 0 && i < shape->elements; i++) {
        for (uint64_t at = i; at < all; at += shape->elements) {
            seen[i] -= wanted[at];
        }
        wrong += seen[i] != 0;
    }
    free(seen);
    free(wanted);
    return status == 0 && wrong > 0 ? tool_fail(rank->error, "%llu elements are not the sequential ones",
                                                (unsigned long long)wrong)
                                    : status;
}

/* What has gone to each rank, and come from it. */
static int count(struct rank *rank, const struct projection_shape *shape, struct projection_cost *cost)
{
    uint64_t sent = 0;
    uint64_t buffers = 0;
    uint64_t bytes = 0;
    uint64_t on_the_wire = 0;
    uint64_t forwarded = 0;

    for (uint32_t peer = 0; peer < shape->ranks; peer++) {
        struct coop_net_counts counts;
        if (rank_check(rank, coop_net_count(rank->net, peer, &counts)) != 0) {
            return -1;
        }
        sent += counts.sent_messages;
        buffers += counts.sent_buffers;
        bytes += counts.sent_bytes;
        on_the_wire += peer != 0 ? counts.sent_bytes - 64 * counts.sent_buffers : 0;
        forwarded += counts.forwarded_messages;
        if (counts.acknowledged_messages != counts.sent_messages) {
            return tool_fail(rank->error, "not all messages to rank %u are acknowledged", peer);
        }
    }
    if (sent != shape->updates) {
        return tool_fail(rank->error, "%llu messages of %llu were sent", (unsigned long long)sent,
                         (unsigned long long)shape->updates);
    }
    cost->buffers = (double)buffers / (double)sent;
    cost->fill = (double)bytes / (double)buffers;
    cost->hops = (double)on_the_wire / 24 / (double)sent;
    cost->forwarded = (double)forwarded / (double)sent;
    return 0;
}

static int work(struct rank *rank, const struct projection_shape *shape, struct projection_cost *cost)
{
    struct rank_result result = {0};
    struct rank_part part;
    int status = rank_open(rank, &result);

    status = status == 0 ? rank_array(rank, shape->elements * shape->ranks, 8, &part) : status;
    status = status == 0 ? rank_start(rank, gups_through_module_text, gups_through_module_bytes) : status;
    status = status == 0 ? update(rank, shape, &result) : status;
    status = status == 0 ? verify(rank, shape, &part) : status;
    status = status == 0 ? count(rank, shape, cost) : status;
    status = status == 0 ? rank_check(rank, coop_net_report(rank->net, &rank->report)) : status;
    cost->time_ns = result.time_ms * NS_PER_MS / (double)shape->updates;
    cost->cpu_ns = result.cpu_ms * NS_PER_MS / (double)shape->updates;
    cost->buffers_bytes = (double)rank->report.buffers_bytes;
    return rank_close(rank, status);
}

int projection_run(const struct projection_shape *shape, struct projection_cost *cost,
                   struct tool_error *error)
{
    const struct coop_context_options options = {.device = shape->device,
                                                 .worker_groups = (uint32_t)shape->options->groups + 2,
                                                 .memory_bytes = ((uint64_t)64 << 20) + 8 * shape->elements};
    struct rank rank = {.options = shape->options, .error = error};
    int status = rank_check(&rank, coop_context_create(&options, &rank.context));

    if (status == 0) {
        status =
            rank_check(&rank, coop_net_loop_project(shape->ranks, (uint32_t)shape->options->row, &rank.loop));
    }
    status = status == 0 ? work(&rank, shape, cost) : status;
    coop_context_destroy(rank.context);
    coop_net_loop_destroy(rank.loop);
    return status;
}
