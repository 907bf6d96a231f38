/* gups: increments at random places of an array that all ranks hold together. */
#include "gups_kernels.h"
#include "gups_kernels_text.h"
#include "gups_through_text.h"
#include "tools/net/command.h"
#include "tools/net/gups_sequential.h"
#include <stdio.h>
#include <stdlib.h>

#define CHUNK 1024u
#define ELEMENTS_A_RANK 65536u

static void rows(struct net_command *command, struct option *table)
{
    command->updates = 1 << 20;
    option_add(table, (struct option){"--updates", OPTION_NUMBER, &command->updates, 1, 1u << 31});
    option_add(table, (struct option){"--through", OPTION_FLAG, &command->is_through, 0, 0});
    option_add(table, (struct option){"--elements", OPTION_NUMBER, &command->elements, 1, (uint64_t)1 << 40});
}

static uint64_t bytes(const struct net_command *command)
{
    return 8 * (command->elements != 0 ? command->elements : ELEMENTS_A_RANK * (command->ranks + 1));
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
                                   .chunk = CHUNK,
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
static int verify(struct rank *rank, const struct net_command *command, coop_net_array *array,
                  struct rank_result *result)
{
    uint64_t *seen = NULL;
    uint64_t *wanted = NULL;
    coop_buffer *buffer;
    uint64_t first;
    uint64_t count;
    int status = rank_check(rank, coop_net_array_local(array, &buffer, &first, &count));

    if (status == 0) {
        seen = malloc((count + 1) * sizeof *seen);
        wanted = gups_sequential(result->ranks * command->updates, elements_of(command, result->ranks), first,
                                 count);
        status = seen != NULL && wanted != NULL ? 0 : tool_fail(rank->error, "the host has no memory left");
    }
    if (status == 0) {
        status = rank_check(rank, coop_buffer_read(buffer, 0, seen, count * sizeof *seen));
    }
    for (uint64_t i = 0; status == 0 && i < count; i++) {
        result->wrong_elements += seen[i] != wanted[i];
    }
    free(seen);
    free(wanted);
    return status;
}

static int start(struct rank *rank, const struct net_command *command)
{
    return command->is_through ? rank_start(rank, gups_through_module_text, gups_through_module_bytes)
                               : rank_start(rank, gups_kernels_module_text, gups_kernels_module_bytes);
}

static int work(struct rank *rank, const struct net_command *command, struct rank_result *result)
{
    const struct coop_net_array_options options = {.elements = elements_of(command, result->ranks),
                                                   .element_bytes = 8};
    coop_net_array *array;
    coop_buffer *next;

    return rank_check(rank, coop_net_array_create(rank->net, &options, &array)) != 0 ||
                   start(rank, command) != 0 || rank_buffer(rank, NULL, sizeof(uint32_t), &next) != 0 ||
                   update(rank, command, next, result) != 0
               ? -1
               : verify(rank, command, array, result);
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
                                         .rows = rows,
                                         .bytes = bytes,
                                         .work = work,
                                         .members = members,
                                         .print = print};
