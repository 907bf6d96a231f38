/* pagerank: PageRank of a graph whose vertices lie in blocks over the ranks. */
#include "apps/pagerank/pagerank_check.h"
#include "apps/pagerank/pagerank_numbers.h"
#include "pagerank_coprocessor_kernels_text.h"
#include "pagerank_kernels.h"
#include "pagerank_kernels_text.h"
#include "pagerank_lane_text.h"
#include "tools/net/graph_options.h"
#include "tools/net/graph_part.h"
#include "tools/net/pagerank_coprocessor.h"
#include "tools/net/pagerank_own.h"
#include "tools/net/pagerank_sequential.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DAMPING 0.85
#define THRESHOLD 1e-6

enum { ITERATIONS }; /* of rank_result.numbers */

static const struct net_style styles[] = {
    {"messages", pagerank_kernels_module_text, &pagerank_kernels_module_bytes, 0, 0},
    {"lane", pagerank_lane_module_text, &pagerank_lane_module_bytes, 1, 0},
    {"coprocessor", pagerank_coprocessor_kernels_module_text, &pagerank_coprocessor_kernels_module_bytes, 0,
     1}};

static void rows(struct net_command *command, struct option *table)
{
    command->iterations_max = 100;
    graph_options_rows(command, table);
    option_add(table,
               (struct option){"--iterations", OPTION_NUMBER, &command->iterations_max, 1, UINT32_MAX});
}

static int prepare(struct net_command *command, struct tool_error *error)
{
    struct graph_error graph_error;

    if (graph_options_make(command, error) != 0) {
        return -1;
    }
    command->sends = command->graph;
    return graph_transpose(&command->sends, &command->sends_back, &graph_error) == 0
               ? 0
               : tool_fail(error, "%s", graph_error.text);
}

static uint64_t bytes(const struct net_command *command)
{
    return graph_part_bytes(&command->sends, 2) +
           (command->style->is_coprocessor ? pagerank_coprocessor_bytes(command) : 0);
}

static struct pagerank_rule rule_of(const struct net_command *command)
{
    return (struct pagerank_rule){DAMPING, THRESHOLD, (uint32_t)command->iterations_max};
}

/* What the tails give to own vertices before the first iteration. */
static int fill_places(struct rank *rank, const struct net_command *command, const struct pagerank_own *walk)
{
    const struct graph *back = &command->sends_back;
    uint32_t first = back->rows[walk->part.first];
    uint32_t count = walk->part.in_rows[walk->part.count];
    uint64_t *given = malloc(((size_t)count + 1) * sizeof *given);
    coop_buffer *buffer;
    uint64_t unused;
    uint64_t places;
    int status = given != NULL ? 0 : tool_fail(rank->error, "the host has no memory left");

    for (uint32_t i = 0; status == 0 && i < count; i++) {
        given[i] = walk->numbers.given[back->arcs[first + i]];
    }
    if (status == 0) {
        status = rank_check(rank, coop_net_array_local(walk->places[0], &buffer, &unused, &places));
    }
    if (status == 0 && count > 0) {
        status = rank_check(rank, coop_buffer_write(buffer, 0, given, (uint64_t)count * sizeof *given));
    }
    free(given);
    return status;
}

static int begin(struct rank *rank, const struct net_command *command, struct pagerank_own *walk)
{
    const struct pagerank_rule rule = rule_of(command);
    const uint32_t first = walk->part.first;
    const uint64_t own = (uint64_t)walk->part.count * sizeof(uint64_t);

    if (pagerank_numbers_make(&command->sends, &rule, &walk->numbers) != 0) {
        return tool_fail(rank->error, "the host has no memory left");
    }
    if (graph_part_array(&walk->part, 8, rank, &walk->places[0]) != 0 ||
        graph_part_array(&walk->part, 8, rank, &walk->places[1]) != 0 ||
        net_style_start(rank, command->style) != 0 ||
        graph_part_upload(&walk->part, rank, &walk->buffers) != 0 ||
        rank_buffer(rank, walk->numbers.shares + first, own, &walk->shares) != 0 ||
        rank_buffer(rank, walk->numbers.ranks + first, own, &walk->ranks) != 0 ||
        rank_buffer(rank, NULL, sizeof(struct pagerank_progress), &walk->progress) != 0) {
        return -1;
    }
    if (command->style->is_coprocessor && pagerank_coprocessor_begin(rank, command, walk) != 0) {
        return -1;
    }
    return fill_places(rank, command, walk);
}

/* An iteration of this rank by messages. */
static int launch(struct rank *rank, const struct net_command *command, const struct pagerank_own *walk,
                  uint32_t iteration, uint64_t begin)
{
    const struct pagerank_round_args args = {.net = coop_net_address(rank->net),
                                             .in = iteration % 2,
                                             .out = (iteration + 1) % 2,
                                             .count = walk->part.count,
                                             .chunk = PAGERANK_CHUNK,
                                             .in_rows = coop_buffer_address(walk->buffers.in_rows),
                                             .out_rows = coop_buffer_address(walk->buffers.out_rows),
                                             .targets = coop_buffer_address(walk->buffers.targets),
                                             .shares = coop_buffer_address(walk->shares),
                                             .ranks = coop_buffer_address(walk->ranks),
                                             .begin = begin,
                                             .progress = coop_buffer_address(walk->progress)};
    const struct coop_launch_options options = {.groups = (uint32_t)command->rank.groups};
    coop_launch *handle = NULL;
    coop_status posted = pagerank_round_launch(rank->run, &args, &options, &handle);

    return rank_await(rank, posted, handle);
}

/* One iteration of all ranks. sums: in, the rank of vertices that no arc leaves, at place 1; out, the change,
 * and that. */
static int iterate(struct rank *rank, const struct net_command *command, struct pagerank_own *walk,
                   uint32_t iteration, uint64_t sums[2])
{
    __extension__ typedef unsigned __int128 wide;
    const struct pagerank_device_rule *rule = &walk->numbers.rule;
    uint64_t fallen = (uint64_t)((wide)sums[1] * rule->damping >> 64);
    uint64_t begins = rule->begin + fallen / command->graph.vertex_count;
    struct pagerank_progress progress = {0};
    int status = rank_check(rank, coop_buffer_write(walk->progress, 0, &progress, sizeof progress));

    if (status == 0) {
        status = command->style->is_coprocessor
                     ? pagerank_coprocessor_iterate(rank, command, walk, iteration, begins)
                     : launch(rank, command, walk, iteration, begins);
    }
    if (status != 0 ||
        rank_check(rank, coop_buffer_read(walk->progress, 0, &progress, sizeof progress)) != 0) {
        return -1;
    }
    sums[0] = progress.change;
    sums[1] = progress.dangling;
    return rank_check(rank, coop_net_reduce(rank->net, COOP_NET_SUM, sums, 2, RANK_WAIT_NS));
}

static int iterate_all(struct rank *rank, const struct net_command *command, struct pagerank_own *walk,
                       struct rank_result *result)
{
    uint64_t sums[2] = {UINT64_MAX, walk->numbers.dangling};
    uint32_t iteration = 0;
    int status = rank_begin(rank);

    while (status == 0 && iteration < command->iterations_max && sums[0] >= walk->numbers.rule.threshold) {
        status = iterate(rank, command, walk, iteration, sums);
        iteration++;
    }
    result->numbers[ITERATIONS] = iteration;
    return status != 0 ? status : rank_end(rank, result);
}

/* Counts own vertices whose rank is not the sequential one, or is not near the one in double precision; all
 * are wrong where the iterations end elsewhere. */
static uint64_t count_wrong(const struct pagerank_own *walk, const uint64_t *seen, const uint64_t *wanted,
                            const struct pagerank_walk *doubles, int is_rightly_ended)
{
    uint64_t wrong = 0;

    for (uint32_t i = 0; i < walk->part.count; i++) {
        uint32_t vertex = walk->part.first + i;
        float value = (float)seen[i] * 0x1p-62f;
        wrong += !is_rightly_ended || seen[i] != wanted[vertex] ||
                 !pagerank_is_close(&value, &doubles->ranks[vertex], 1);
    }
    return wrong;
}

static int verify(struct rank *rank, const struct net_command *command, const struct pagerank_own *walk,
                  struct rank_result *result)
{
    const struct pagerank_rule rule = rule_of(command);
    const uint64_t own = (uint64_t)walk->part.count * sizeof(uint64_t);
    const uint32_t iterations = (uint32_t)result->numbers[ITERATIONS];
    uint32_t wanted_iterations = 0;
    uint64_t *seen = malloc(own + sizeof *seen);
    uint64_t *wanted = pagerank_sequential(&command->graph, DAMPING, THRESHOLD,
                                           (uint32_t)command->iterations_max, &wanted_iterations);
    struct pagerank_walk doubles;
    int status = pagerank_walk_make(&command->graph, DAMPING, iterations, &doubles);

    if (status != 0 || seen == NULL || wanted == NULL) {
        status = tool_fail(rank->error, "the host has no memory left");
    }
    if (status == 0 && own > 0) {
        status = rank_check(rank, coop_buffer_read(walk->ranks, 0, seen, own));
    }
    if (status == 0) {
        int is_rightly_ended =
            iterations == wanted_iterations &&
            pagerank_may_end(&rule, &doubles, pagerank_change_error(&command->graph, &rule));
        result->wrong_elements += count_wrong(walk, seen, wanted, &doubles, is_rightly_ended);
    }
    pagerank_walk_clear(&doubles);
    free(wanted);
    free(seen);
    return status;
}

static int work(struct rank *rank, const struct net_command *command, struct rank_result *result)
{
    struct pagerank_own walk = {0};
    int status;

    if (graph_part_make(&command->sends, &command->sends_back, result->ranks, result->rank, &walk.part) !=
        0) {
        return tool_fail(rank->error, "the host has no memory left");
    }
    status = begin(rank, command, &walk);
    status = status == 0 ? iterate_all(rank, command, &walk, result) : status;
    status = status == 0 ? verify(rank, command, &walk, result) : status;
    queues_clear(&walk.queues);
    pagerank_numbers_clear(&walk.numbers);
    graph_part_clear(&walk.part);
    return status;
}

static void members(const struct net_command *command, const struct rank_result *result, struct json *json)
{
    graph_options_members(command, json);
    json_count(json, "iterations", result->numbers[ITERATIONS]);
}

static void print(const struct net_command *command, const struct rank_result *result)
{
    graph_options_print(command, result);
    printf("  %llu iterations\n", (unsigned long long)result->numbers[ITERATIONS]);
}

const struct net_application net_pagerank = {.name = "pagerank",
                                             .wrong = "vertices",
                                             .styles = styles,
                                             .style_count = sizeof styles / sizeof styles[0],
                                             .rows = rows,
                                             .prepare = prepare,
                                             .bytes = bytes,
                                             .work = work,
                                             .members = members,
                                             .print = print};
