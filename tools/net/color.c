/* color: a colouring of a graph whose vertices lie in blocks over the ranks. */
#include "apps/color/color_check.h"
#include "color_kernels.h"
#include "color_kernels_text.h"
#include "color_lane_text.h"
#include "tools/net/graph_options.h"
#include "tools/net/graph_part.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHUNK 256u
#define ORDER_SEED 1

enum { ROUNDS, COLORS }; /* of rank_result.numbers */

/* As the kernel has it. */
struct progress {
    uint32_t next;
    uint32_t waiting;
};

/* A rank's part. */
struct coloring {
    struct graph_part part;
    struct graph_part_buffers buffers;
    coop_net_array *places;
    coop_buffer *bookmarks;
    coop_buffer *colors;
    coop_buffer *lists[2];
    coop_buffer *progress;
};

static const struct net_style styles[] = {
    {"messages", color_kernels_module_text, &color_kernels_module_bytes, 0, 0},
    {"lane", color_lane_module_text, &color_lane_module_bytes, 1, 0}};

static void rows(struct net_command *command, struct option *table)
{
    command->order_name = "random";
    graph_options_rows(command, table);
    option_add(table, (struct option){"--order", OPTION_TEXT, &command->order_name, 0, 0});
}

/* The arcs along which the order rises. */
static int keep_rising(struct net_command *command)
{
    const struct graph *graph = &command->graph;
    const uint32_t *ranks = command->order.ranks;
    struct graph *sends = &command->sends;

    command->owns_sends = 1;
    sends->vertex_count = graph->vertex_count;
    sends->rows = malloc(((size_t)graph->vertex_count + 1) * sizeof *sends->rows);
    sends->arcs = malloc(((size_t)graph->arc_count / 2 + 1) * sizeof *sends->arcs);
    if (sends->rows == NULL || sends->arcs == NULL) {
        return -1;
    }
    for (uint32_t vertex = 0; vertex < graph->vertex_count; vertex++) {
        sends->rows[vertex] = sends->arc_count;
        for (uint32_t arc = graph->rows[vertex]; arc < graph->rows[vertex + 1]; arc++) {
            if (ranks[graph->arcs[arc]] > ranks[vertex]) {
                sends->arcs[sends->arc_count++] = graph->arcs[arc];
            }
        }
    }
    sends->rows[graph->vertex_count] = sends->arc_count;
    return 0;
}

static int prepare(struct net_command *command, struct tool_error *error)
{
    enum graph_order_kind kind;
    struct graph_error graph_error;

    if (graph_order_find(command->order_name, &kind) != 0) {
        return tool_fail(error, "--order wants random, largest, smallest or vertex, not \"%s\"",
                         command->order_name);
    }
    if (graph_options_make(command, error) != 0) {
        return -1;
    }
    if ((command->choice.is_directed && graph_make_undirected(&command->graph, &graph_error) != 0) ||
        graph_order_make(&command->graph, kind, ORDER_SEED, &command->order, &graph_error) != 0) {
        return tool_fail(error, "%s", graph_error.text);
    }
    if (keep_rising(command) != 0) {
        return tool_fail(error, "memory is exhausted; take a smaller graph");
    }
    return graph_transpose(&command->sends, &command->sends_back, &graph_error) == 0
               ? 0
               : tool_fail(error, "%s", graph_error.text);
}

static uint64_t bytes(const struct net_command *command)
{
    return graph_part_bytes(&command->sends, 1);
}

/* The first list has all own vertices. */
static int fill_list(struct rank *rank, const struct coloring *coloring)
{
    uint32_t count = coloring->part.count;
    uint32_t *list = malloc(((size_t)count + 1) * sizeof *list);
    int status = list != NULL ? 0 : tool_fail(rank->error, "the host has no memory left");

    for (uint32_t i = 0; status == 0 && i < count; i++) {
        list[i] = i;
    }
    if (status == 0 && count > 0) {
        status = rank_check(rank, coop_buffer_write(coloring->lists[0], 0, list, (uint64_t)count * 4));
    }
    free(list);
    return status;
}

static int begin(struct rank *rank, const struct net_command *command, struct coloring *coloring)
{
    const uint64_t own = (uint64_t)coloring->part.count * sizeof(uint32_t);

    if (graph_part_array(&coloring->part, 4, rank, &coloring->places) != 0 ||
        net_style_start(rank, command->style) != 0 ||
        graph_part_upload(&coloring->part, rank, &coloring->buffers) != 0 ||
        rank_buffer(rank, coloring->part.in_rows, own, &coloring->bookmarks) != 0 ||
        rank_buffer(rank, NULL, own, &coloring->colors) != 0 ||
        rank_buffer(rank, NULL, own, &coloring->lists[0]) != 0 ||
        rank_buffer(rank, NULL, own, &coloring->lists[1]) != 0 ||
        rank_buffer(rank, NULL, sizeof(struct progress), &coloring->progress) != 0) {
        return -1;
    }
    /* What no vertex may keep. */
    if (own > 0 && rank_check(rank, coop_buffer_fill(coloring->colors, 0, 0xff, own)) != 0) {
        return -1;
    }
    return fill_list(rank, coloring);
}

/* One round of all ranks. size: own vertices without a colour, before it and behind it. waiting: out, those
 * of all ranks. */
static int go_round(struct rank *rank, const struct net_command *command, const struct coloring *coloring,
                    uint64_t round, uint32_t *size, uint64_t *waiting)
{
    struct progress progress = {0};
    const struct color_round_args args = {.net = coop_net_address(rank->net),
                                          .array = 0,
                                          .size = *size,
                                          .chunk = CHUNK,
                                          .in_rows = coop_buffer_address(coloring->buffers.in_rows),
                                          .out_rows = coop_buffer_address(coloring->buffers.out_rows),
                                          .targets = coop_buffer_address(coloring->buffers.targets),
                                          .bookmarks = coop_buffer_address(coloring->bookmarks),
                                          .colors = coop_buffer_address(coloring->colors),
                                          .list = coop_buffer_address(coloring->lists[round % 2]),
                                          .next_list = coop_buffer_address(coloring->lists[(round + 1) % 2]),
                                          .progress = coop_buffer_address(coloring->progress)};
    const struct coop_launch_options options = {.groups = (uint32_t)command->rank.groups};
    coop_launch *launch = NULL;
    coop_status posted;

    if (rank_check(rank, coop_buffer_write(coloring->progress, 0, &progress, sizeof progress)) != 0) {
        return -1;
    }
    posted = color_round_launch(rank->run, &args, &options, &launch);
    if (rank_await(rank, posted, launch) != 0 ||
        rank_check(rank, coop_buffer_read(coloring->progress, 0, &progress, sizeof progress)) != 0) {
        return -1;
    }
    *size = progress.waiting;
    *waiting = progress.waiting;
    return rank_check(rank, coop_net_reduce(rank->net, COOP_NET_SUM, waiting, 1, RANK_WAIT_NS));
}

static int go_all_rounds(struct rank *rank, const struct net_command *command,
                         const struct coloring *coloring, struct rank_result *result)
{
    uint32_t size = coloring->part.count;
    uint64_t waiting = command->graph.vertex_count;
    uint64_t round = 0;
    int status = rank_begin(rank);

    while (status == 0 && waiting > 0 && round < command->graph.vertex_count) { /* C2 */
        status = go_round(rank, command, coloring, round, &size, &waiting);
        round++;
    }
    result->numbers[ROUNDS] = round;
    return status != 0 ? status : rank_end(rank, result);
}

/* Counts own vertices that have not the sequential colour, or that of a neighbour; all are wrong where there
 * were more rounds than that takes. */
static int verify(struct rank *rank, const struct net_command *command, const struct coloring *coloring,
                  struct rank_result *result)
{
    const struct graph_part *part = &coloring->part;
    const uint64_t own = (uint64_t)part->count * sizeof(uint32_t);
    uint32_t *seen = malloc(own + sizeof *seen);
    uint32_t *wanted = malloc(((size_t)command->graph.vertex_count + 1) * sizeof *wanted);
    uint32_t rounds = 0;
    uint32_t most = 0;
    int status = seen != NULL && wanted != NULL
                     ? color_in_order(&command->graph, &command->order, wanted, &rounds)
                     : -1;

    if (status != 0) {
        tool_fail(rank->error, "the host has no memory left");
    } else if (own > 0) {
        status = rank_check(rank, coop_buffer_read(coloring->colors, 0, seen, own));
    }
    if (status == 0) {
        int is_right = result->numbers[ROUNDS] <= rounds && color_is_proper(&command->graph, wanted);
        for (uint32_t i = 0; i < part->count; i++) {
            result->wrong_elements += !is_right || seen[i] != wanted[part->first + i];
        }
        for (uint32_t i = 0; i < command->graph.vertex_count; i++) {
            most = wanted[i] + 1 > most ? wanted[i] + 1 : most;
        }
        result->numbers[COLORS] = most;
    }
    free(seen);
    free(wanted);
    return status;
}

static int work(struct rank *rank, const struct net_command *command, struct rank_result *result)
{
    struct coloring coloring = {0};
    int status;

    if (graph_part_make(&command->sends, &command->sends_back, result->ranks, result->rank, &coloring.part) !=
        0) {
        return tool_fail(rank->error, "the host has no memory left");
    }
    status = begin(rank, command, &coloring);
    status = status == 0 ? go_all_rounds(rank, command, &coloring, result) : status;
    status = status == 0 ? verify(rank, command, &coloring, result) : status;
    graph_part_clear(&coloring.part);
    return status;
}

static void members(const struct net_command *command, const struct rank_result *result, struct json *json)
{
    graph_options_members(command, json);
    json_count(json, "colors", result->numbers[COLORS]);
    json_count(json, "rounds", result->numbers[ROUNDS]);
}

static void print(const struct net_command *command, const struct rank_result *result)
{
    graph_options_print(command, result);
    printf("  %llu colours, %llu rounds\n", (unsigned long long)result->numbers[COLORS],
           (unsigned long long)result->numbers[ROUNDS]);
}

const struct net_application net_color = {.name = "color",
                                          .wrong = "vertices",
                                          .styles = styles,
                                          .style_count = sizeof styles / sizeof styles[0],
                                          .rows = rows,
                                          .prepare = prepare,
                                          .bytes = bytes,
                                          .work = work,
                                          .members = members,
                                          .print = print};
