/* gups: increments at random places of an array that all ranks hold together. */
#include "gups_coalesced_text.h"
#include "gups_coprocessor_kernels_text.h"
#include "gups_kernels.h"
#include "gups_kernels_text.h"
#include "gups_lane_text.h"
#include "gups_through_text.h"
#include "tools/net/command.h"
#include "tools/net/gups_coalesced.h"
#include "tools/net/gups_coprocessor.h"
#include "tools/net/gups_sequential.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ELEMENTS_A_RANK 65536u

/* How Orr's programs do the updates. The kernels of all but coprocessor are called gups, and have the same
 * parameters. */
static const struct net_style styles[] = {
    {"messages", gups_kernels_module_text, &gups_kernels_module_bytes, 0, 0},
    {"lane", gups_lane_module_text, &gups_lane_module_bytes, 1, 0},
    {"coprocessor", gups_coprocessor_kernels_module_text, &gups_coprocessor_kernels_module_bytes, 0, 1},
    {"coalesced", gups_coalesced_module_text, &gups_coalesced_module_bytes, 1, 0},
    {"coalesced+aggregate", gups_coalesced_module_text, &gups_coalesced_module_bytes, 0, 0}};

static void rows(struct net_command *command, struct option *table)
{
    command->updates = 1 << 20;
    option_add(table, (struct option){"--updates", OPTION_NUMBER, &command->updates, 1, 1u << 31});
    option_add(table, (struct option){"--through", OPTION_FLAG, &command->is_through, 0, 0});
    option_add(table, (struct option){"--elements", OPTION_NUMBER, &command->elements, 1, (uint64_t)1 << 40});
}

static int prepare(struct net_command *command, struct tool_error *error)
{
    return command->is_through && command->style != &styles[0]
               ? tool_fail(error, "--through is of --style messages, not of %s", command->style->name)
               : 0;
}

static uint64_t bytes(const struct net_command *command)
{
    const uint64_t queues = command->style->is_coprocessor ? gups_coprocessor_bytes(command) : 0;

    return queues + 8 * (command->elements != 0 ? command->elements : ELEMENTS_A_RANK * (command->ranks + 1));
}

static uint64_t elements_of(const struct net_command *command, uint32_t ranks)
{
    return command->elements != 0 ? command->elements : (uint64_t)ELEMENTS_A_RANK * ranks;
}

/* The updates of this rank, until all ranks' are applied. */
static int update(struct rank *rank, const struct net_command *command, coop_buffer *next,
                  struct rank_result *result)
{
    const struct gups_args args = {.net = coop_net_address(rank->net),
                                   .table = 0,
                                   .elements = elements_of(command, result->ranks),
                                   .first = result->rank * command->updates,
                                   .count = (uint32_t)command->updates,
                                   .numbers = GUPS_CHUNK,
                                   .next = coop_buffer_address(next)};
    const struct coop_launch_options options = {.groups = (uint32_t)command->rank.groups};
    coop_launch *launch = NULL;
    coop_status status;

    if (rank_begin(rank) != 0) {
        return -1;
    }
    status = gups_launch(rank->run, &args, &options, &launch);
    return rank_await(rank, status, launch) != 0 ? -1 : rank_end(rank, result);
}

/* This rank's elements, against the sequential ones. */
static int verify(struct rank *rank, const struct net_command *command, const struct rank_part *part,
                  struct rank_result *result)
{
    uint64_t *seen = malloc((part->count + 1) * sizeof *seen);
    uint64_t *wanted = gups_sequential(result->ranks * command->updates, elements_of(command, result->ranks),
                                       part->first, part->count);
    int status = seen != NULL && wanted != NULL ? 0 : tool_fail(rank->error, "the host has no memory left");

    if (status == 0) {
        status = rank_check(rank, coop_buffer_read(part->buffer, 0, seen, part->count * sizeof *seen));
    }
    for (uint64_t i = 0; status == 0 && i < part->count; i++) {
        result->wrong_elements += seen[i] != wanted[i];
    }
    free(seen);
    free(wanted);
    return status;
}

/* A work-group sorts by rank in local memory. */
static int check_ranks(struct rank *rank, const struct net_command *command, uint32_t ranks)
{
    if (command->style->module_text == gups_coalesced_module_text && ranks > GUPS_COALESCED_RANKS) {
        return tool_fail(rank->error, "--style %s sorts for %u ranks at most, and there are %u",
                         command->style->name, GUPS_COALESCED_RANKS, ranks);
    }
    return 0;
}

static int start(struct rank *rank, const struct net_command *command)
{
    return command->is_through ? rank_start(rank, gups_through_module_text, gups_through_module_bytes)
                               : net_style_start(rank, command->style);
}

/* By messages. */
static int send(struct rank *rank, const struct net_command *command, struct rank_result *result)
{
    coop_buffer *next;

    return check_ranks(rank, command, result->ranks) != 0 || start(rank, command) != 0 ||
                   rank_buffer(rank, NULL, sizeof(uint32_t), &next) != 0
               ? -1
               : update(rank, command, next, result);
}

static int work(struct rank *rank, const struct net_command *command, struct rank_result *result)
{
    const uint64_t elements = elements_of(command, result->ranks);
    struct rank_part part;
    int status = rank_array(rank, elements, 8, &part);

    if (status == 0) {
        status = command->style->is_coprocessor
                     ? gups_coprocessor_update(rank, command, elements, part.buffer, result)
                     : send(rank, command, result);
    }
    return status == 0 ? verify(rank, command, &part, result) : status;
}

static void members(const struct net_command *command, const struct rank_result *result, struct json *json)
{
    json_count(json, "updates", result->ranks * command->updates);
    json_count(json, "elements", elements_of(command, result->ranks));
}

static void print(const struct net_command *command, const struct rank_result *result)
{
    uint64_t updates = result->ranks * command->updates;

    printf("gups: %u ranks, %llu updates of %llu elements: %.1f ms, %.2f million a second\n", result->ranks,
           (unsigned long long)updates, (unsigned long long)elements_of(command, result->ranks),
           result->time_ms, (double)updates / result->time_ms / 1e3);
}

const struct net_application net_gups = {.name = "gups",
                                         .wrong = "elements",
                                         .styles = styles,
                                         .style_count = sizeof styles / sizeof styles[0],
                                         .rows = rows,
                                         .prepare = prepare,
                                         .bytes = bytes,
                                         .work = work,
                                         .members = members,
                                         .print = print};
