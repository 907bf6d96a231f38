#include "tools/net/rank.h"

#include "tools/measure/clock.h"
#include <stdlib.h>

int rank_check(struct rank *rank, coop_status status)
{
    const struct coop_error *record = coop_last_error();

    return status == COOP_OK ? 0
                             : tool_fail(rank->error, "%s: %s (%s)", record->doing, record->message,
                                         coop_status_name(status));
}

int rank_open(struct rank *rank, struct rank_result *result)
{
    const struct coop_net_options options = {.loop = rank->loop,
                                             .rank = rank->loop_rank,
                                             .buffer_bytes = (uint32_t)rank->options->buffer_bytes,
                                             .timeout_us = (uint32_t)rank->options->timeout_us,
                                             .leaves_by_slot = rank->options->leaves_by_slot,
                                             .ranks_in_row = (uint32_t)rank->options->row};

    if (rank_check(rank, coop_net_open(rank->context, &options, &rank->net)) != 0 ||
        rank_check(rank, coop_net_report(rank->net, &rank->report)) != 0) {
        return -1;
    }
    result->rank = rank->report.rank;
    result->ranks = rank->report.ranks;
    return 0;
}

int rank_array(struct rank *rank, uint64_t elements, uint32_t element_bytes, struct rank_part *part)
{
    const struct coop_net_array_options options = {.elements = elements, .element_bytes = element_bytes};
    coop_net_array *array;

    if (rank_check(rank, coop_net_array_create(rank->net, &options, &array)) != 0) {
        return -1;
    }
    return part == NULL
               ? 0
               : rank_check(rank, coop_net_array_local(array, &part->buffer, &part->first, &part->count));
}

int rank_start_alone(struct rank *rank, const char *module_text, uint64_t module_bytes)
{
    const struct coop_run_options options = {.worker_groups = (uint32_t)rank->options->groups + 1,
                                             .local_items = (uint32_t)rank->options->local_items};

    return rank_check(rank,
                      coop_module_create(rank->context, module_text, module_bytes, NULL, &rank->module)) != 0
               ? -1
               : rank_check(rank, coop_net_run_start(rank->net, rank->module, &options, &rank->run));
}

int rank_start(struct rank *rank, const char *module_text, uint64_t module_bytes)
{
    if (rank_start_alone(rank, module_text, module_bytes) != 0) {
        return -1;
    }
    rank->is_attached = 1;
    return rank_check(rank, coop_net_attach(rank->net, rank->run));
}

int rank_buffer(struct rank *rank, const void *from, uint64_t bytes, coop_buffer **buffer)
{
    if (rank_check(rank, coop_buffer_create(rank->context, bytes > 0 ? bytes : 1, buffer)) != 0) {
        return -1;
    }
    if (bytes == 0) {
        return 0;
    }
    return rank_check(rank, from != NULL ? coop_buffer_write(*buffer, 0, from, bytes)
                                         : coop_buffer_fill(*buffer, 0, 0, bytes));
}

struct coop_ndrange rank_range(const struct rank *rank, uint64_t items)
{
    const uint64_t local = rank->options->local_items;

    return (struct coop_ndrange){.dimensions = 1, .global_items = {(items + local - 1) / local * local}};
}

int rank_begin(struct rank *rank)
{
    if (rank_check(rank, coop_net_barrier(rank->net, 0)) != 0) {
        return -1;
    }
    rank->began_ms = (double)clock_now_ns() / NS_PER_MS;
    rank->began_cpu_ms = (double)clock_process_ns() / NS_PER_MS;
    return 0;
}

int rank_await(struct rank *rank, coop_status posted, coop_launch *launch)
{
    int status = rank_check(rank, posted);

    if (status == 0) {
        status = rank_check(rank, coop_launch_wait(launch, RANK_WAIT_NS, NULL));
        coop_launch_destroy(launch);
    }
    return status;
}

int rank_end(struct rank *rank, struct rank_result *result)
{
    if (rank_check(rank, coop_net_barrier(rank->net, RANK_WAIT_NS)) != 0) {
        return -1;
    }
    result->time_ms = (double)clock_now_ns() / NS_PER_MS - rank->began_ms;
    result->cpu_ms = (double)clock_process_ns() / NS_PER_MS - rank->began_cpu_ms;
    return 0;
}

/* What one rank has sent to each is what each has received and applied. */
static int count_pairs(struct rank *rank, struct rank_result *result)
{
    uint32_t ranks = result->ranks;
    uint32_t own = rank->report.rank;
    uint64_t *sent = calloc(ranks, sizeof *sent);
    int status = sent != NULL ? 0 : tool_fail(rank->error, "the host has no memory left");

    for (uint32_t from = 0; status == 0 && from < ranks; from++) {
        struct coop_net_counts counts;
        for (uint32_t to = 0; status == 0 && to < ranks; to++) {
            status = rank_check(rank, coop_net_count(rank->net, to, &counts));
            sent[to] = from == own ? counts.sent_messages : 0;
            if (status == 0 && from == own) {
                result->messages += counts.sent_messages;
                result->buffers += counts.sent_buffers;
                result->buffer_bytes += counts.sent_bytes;
                result->full_buffers += counts.full_buffers;
                result->waits += counts.waits;
                result->spilled_bytes += counts.spilled_bytes;
                result->forwarded_messages += counts.forwarded_messages;
                result->wrong_pairs += counts.acknowledged_messages != counts.sent_messages;
            }
        }
        if (status == 0) {
            status = rank_check(rank, coop_net_reduce(rank->net, COOP_NET_SUM, sent, ranks, 0));
        }
        if (status == 0) {
            status = rank_check(rank, coop_net_count(rank->net, from, &counts));
            result->wrong_pairs +=
                counts.received_messages != sent[own] || counts.applied_messages != sent[own];
        }
    }
    free(sent);
    return status;
}

/* The same at all ranks. */
static int add_up(struct rank *rank, struct rank_result *result)
{
    uint64_t sums[] = {result->messages,           result->buffers,      result->buffer_bytes,
                       result->full_buffers,       result->waits,        result->spilled_bytes,
                       result->wrong_elements,     result->wrong_pairs,  (uint64_t)(result->cpu_ms * 1e3),
                       result->forwarded_messages, result->buffers_bytes};
    uint64_t longest_us = (uint64_t)(result->time_ms * 1e3);

    if (rank_check(rank, coop_net_reduce(rank->net, COOP_NET_SUM, sums, sizeof sums / sizeof sums[0], 0)) !=
            0 ||
        rank_check(rank, coop_net_reduce(rank->net, COOP_NET_MAX, &longest_us, 1, 0)) != 0) {
        return -1;
    }
    result->messages = sums[0];
    result->buffers = sums[1];
    result->buffer_bytes = sums[2];
    result->full_buffers = sums[3];
    result->waits = sums[4];
    result->spilled_bytes = sums[5];
    result->wrong_elements = sums[6];
    result->wrong_pairs = sums[7];
    result->forwarded_messages = sums[9];
    result->buffers_bytes = sums[10];
    result->cpu_ms = rank->loop != NULL ? result->cpu_ms : (double)sums[8] / 1e3;
    result->time_ms = (double)longest_us / 1e3;
    return 0;
}

int rank_count(struct rank *rank, struct rank_result *result)
{
    if (rank->is_attached && (count_pairs(rank, result) != 0 ||
                              rank_check(rank, coop_net_report(rank->net, &rank->report)) != 0)) {
        return -1;
    }
    result->buffers_bytes = rank->report.buffers_bytes;
    return add_up(rank, result);
}

int rank_close(struct rank *rank, int status)
{
    if (status == 0) {
        status = rank_check(rank, coop_net_close(rank->net));
    } else {
        coop_net_close(rank->net);
    }
    coop_run_destroy(rank->run);
    return status;
}
