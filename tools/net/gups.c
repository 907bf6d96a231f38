#include "tools/net/gups.h"

#include "gups_kernels.h"
#include "gups_kernels_text.h"
#include "tools/net/gups_sequential.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define CHUNK 1024u
#define WAIT_NS ((uint64_t)600 * 1000000000)
#define ELEMENTS_A_RANK 65536u

/* A rank's objects, from the net to the array. */
struct part {
    const struct gups_options *options;
    coop_context *context;
    coop_net *net;
    coop_net_array *array;
    coop_module *module;
    coop_run *run;
    coop_buffer *next;
    struct coop_net_report report;
    struct tool_error *error;
};

static int check(struct part *part, coop_status status)
{
    const struct coop_error *record = coop_last_error();

    return status == COOP_OK ? 0
                             : tool_fail(part->error, "%s: %s (%s)", record->doing, record->message,
                                         coop_status_name(status));
}

static double now_ms(clockid_t clock)
{
    struct timespec now;

    clock_gettime(clock, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static int begin(struct part *part, coop_net_loop *loop, uint32_t rank, struct gups_result *result)
{
    const struct coop_net_options net = {.loop = loop,
                                         .rank = rank,
                                         .buffer_bytes = (uint32_t)part->options->buffer_bytes,
                                         .timeout_us = (uint32_t)part->options->timeout_us};
    const struct coop_run_options run = {.worker_groups = (uint32_t)part->options->groups + 1,
                                         .local_items = (uint32_t)part->options->local_items};
    struct coop_net_array_options array = {.elements = part->options->elements, .element_bytes = 8};
    const uint32_t zero = 0;

    if (check(part, coop_net_open(part->context, &net, &part->net)) != 0 ||
        check(part, coop_net_report(part->net, &part->report)) != 0) {
        return -1;
    }
    result->rank = part->report.rank;
    result->ranks = part->report.ranks;
    array.elements = array.elements != 0 ? array.elements : (uint64_t)ELEMENTS_A_RANK * part->report.ranks;
    result->elements = array.elements;
    if (check(part, coop_net_array_create(part->net, &array, &part->array)) != 0 ||
        check(part, coop_module_create(part->context, gups_kernels_module_text, gups_kernels_module_bytes,
                                       NULL, &part->module)) != 0 ||
        check(part, coop_net_run_start(part->net, part->module, &run, &part->run)) != 0 ||
        check(part, coop_net_attach(part->net, part->run)) != 0 ||
        check(part, coop_buffer_create(part->context, sizeof zero, &part->next)) != 0) {
        return -1;
    }
    return check(part, coop_buffer_write(part->next, 0, &zero, sizeof zero));
}

/* The updates of this rank, until all ranks' are applied. */
static int update(struct part *part, struct gups_result *result)
{
    const struct gups_args args = {.net = coop_net_address(part->net),
                                   .table = 0,
                                   .elements = result->elements,
                                   .first = part->report.rank * part->options->updates,
                                   .count = (uint32_t)part->options->updates,
                                   .chunk = CHUNK,
                                   .next = coop_buffer_address(part->next)};
    const struct coop_launch_options options = {.groups = (uint32_t)part->options->groups};
    coop_launch *launch;
    double before_ms;
    double before_cpu_ms;
    int status;

    if (check(part, coop_net_barrier(part->net, 0)) != 0) {
        return -1;
    }
    before_ms = now_ms(CLOCK_MONOTONIC);
    before_cpu_ms = now_ms(CLOCK_PROCESS_CPUTIME_ID);
    if (check(part, gups_launch(part->run, &args, &options, &launch)) != 0) {
        return -1;
    }
    status = check(part, coop_launch_wait(launch, WAIT_NS, NULL));
    coop_launch_destroy(launch);
    if (status != 0 || check(part, coop_net_barrier(part->net, WAIT_NS)) != 0) {
        return -1;
    }
    result->time_ms = now_ms(CLOCK_MONOTONIC) - before_ms;
    result->cpu_ms = now_ms(CLOCK_PROCESS_CPUTIME_ID) - before_cpu_ms;
    return 0;
}

/* This rank's elements, against the sequential ones. */
static int verify(struct part *part, struct gups_result *result)
{
    uint64_t *seen = NULL;
    uint64_t *wanted = NULL;
    coop_buffer *buffer;
    uint64_t first;
    uint64_t count;
    int status = check(part, coop_net_array_local(part->array, &buffer, &first, &count));

    if (status == 0) {
        seen = malloc((count + 1) * sizeof *seen);
        wanted = gups_sequential(result->ranks * part->options->updates, result->elements, first, count);
        status = seen != NULL && wanted != NULL ? 0 : tool_fail(part->error, "the host has no memory left");
    }
    if (status == 0) {
        status = check(part, coop_buffer_read(buffer, 0, seen, count * sizeof *seen));
    }
    for (uint64_t i = 0; status == 0 && i < count; i++) {
        result->wrong_elements += seen[i] != wanted[i];
    }
    free(seen);
    free(wanted);
    return status;
}

/* What one rank has sent to each is what each has received and applied. */
static int count_pairs(struct part *part, struct gups_result *result)
{
    uint32_t ranks = result->ranks;
    uint64_t *sent = calloc(ranks, sizeof *sent);
    int status = sent != NULL ? 0 : tool_fail(part->error, "the host has no memory left");

    for (uint32_t from = 0; status == 0 && from < ranks; from++) {
        struct coop_net_counts counts;
        for (uint32_t to = 0; status == 0 && to < ranks; to++) {
            status = check(part, coop_net_count(part->net, to, &counts));
            sent[to] = from == part->report.rank ? counts.sent_messages : 0;
            if (status == 0 && from == part->report.rank) {
                result->messages += counts.sent_messages;
                result->buffers += counts.sent_buffers;
                result->buffer_bytes += counts.sent_bytes;
                result->full_buffers += counts.full_buffers;
                result->waits += counts.waits;
                result->spilled_bytes += counts.spilled_bytes;
                result->wrong_pairs += counts.acknowledged_messages != counts.sent_messages;
            }
        }
        if (status == 0) {
            status = check(part, coop_net_reduce(part->net, COOP_NET_SUM, sent, ranks, 0));
        }
        if (status == 0) {
            status = check(part, coop_net_count(part->net, from, &counts));
            result->wrong_pairs += counts.received_messages != sent[part->report.rank] ||
                                   counts.applied_messages != sent[part->report.rank];
        }
    }
    free(sent);
    return status;
}

/* The same at all ranks. */
static int join(struct part *part, int is_loop, struct gups_result *result)
{
    uint64_t sums[] = {result->messages,       result->buffers,     result->buffer_bytes,
                       result->full_buffers,   result->waits,       result->spilled_bytes,
                       result->wrong_elements, result->wrong_pairs, (uint64_t)(result->cpu_ms * 1e3)};
    uint64_t longest_us = (uint64_t)(result->time_ms * 1e3);

    if (check(part, coop_net_reduce(part->net, COOP_NET_SUM, sums, sizeof sums / sizeof sums[0], 0)) != 0 ||
        check(part, coop_net_reduce(part->net, COOP_NET_MAX, &longest_us, 1, 0)) != 0) {
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
    result->cpu_ms = is_loop ? result->cpu_ms : (double)sums[8] / 1e3;
    result->time_ms = (double)longest_us / 1e3;
    return 0;
}

int gups_run(coop_context *context, coop_net_loop *loop, uint32_t rank, const struct gups_options *options,
             struct gups_result *result, struct tool_error *error)
{
    struct part part = {.options = options, .context = context, .error = error};
    int status;

    memset(result, 0, sizeof *result);
    status = begin(&part, loop, rank, result);
    status = status == 0 ? update(&part, result) : status;
    status = status == 0 ? verify(&part, result) : status;
    status = status == 0 ? count_pairs(&part, result) : status;
    status = status == 0 ? join(&part, loop != NULL, result) : status;
    if (status == 0) {
        status = check(&part, coop_net_close(part.net));
    } else {
        coop_net_close(part.net);
    }
    coop_run_destroy(part.run);
    return status;
}
