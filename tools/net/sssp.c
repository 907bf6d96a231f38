/* sssp: shortest paths in a graph whose vertices lie in blocks over the ranks. */
#include "tools/net/sssp_calls.h"

#include "sssp_coprocessor_kernels_text.h"
#include "sssp_kernels.h"
#include "sssp_kernels_text.h"
#include "sssp_lane_text.h"
#include "tools/net/gather.h"
#include "tools/net/graph_options.h"
#include "tools/net/sssp_coprocessor.h"
#include "tools/net/sssp_own.h"
#include "tools/paths/dijkstra.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS, PHASES, REACHED, FARTHEST }; /* of rank_result.numbers */

static const struct net_style styles[] = {
    {"messages", sssp_kernels_module_text, &sssp_kernels_module_bytes, 0, 0},
    {"lane", sssp_lane_module_text, &sssp_lane_module_bytes, 1, 0},
    {"coprocessor", sssp_coprocessor_kernels_module_text, &sssp_coprocessor_kernels_module_bytes, 0, 1}};

static void rows(struct net_command *command, struct option *table)
{
    command->choice.wants_weights = 1;
    graph_options_rows(command, table);
    option_add(table, GRAPH_WEIGHTS_ROW(&command->choice));
    option_add(table,
               (struct option){"--source", OPTION_NUMBER, &command->source, 0, GRAPH_VERTICES_MAX - 1});
    option_add(table, (struct option){"--delta", OPTION_NUMBER, &command->delta, 1, UINT32_MAX});
    option_add(table, (struct option){"--output", OPTION_TEXT, &command->output, 0, 0});
    option_add(table, (struct option){"--verify", OPTION_FLAG, &command->verifies, 0, 0});
}

static int prepare(struct net_command *command, struct tool_error *error)
{
    struct graph *graph = &command->graph;

    if (graph_options_make(command, error) != 0) {
        return -1;
    }
    if (command->source >= graph->vertex_count) {
        return tool_fail(error, "--source %" PRIu64 " is no vertex: the graph's are 0..%" PRIu32,
                         command->source, graph->vertex_count - 1);
    }
    if (graph->weights == NULL) {
        graph->weights = malloc(((size_t)graph->arc_count + 1) * sizeof *graph->weights);
        for (uint32_t i = 0; graph->weights != NULL && i < graph->arc_count; i++) {
            graph->weights[i] = 1;
        }
    }
    return graph->weights != NULL ? 0 : tool_fail(error, "memory is exhausted; take a smaller graph");
}

/* By how much the bound rises. More has fewer phases, less relaxes fewer arcs twice, which matters more where
 * a vertex has many arcs. */
static uint64_t delta_of(const struct net_command *command)
{
    const struct graph *graph = &command->graph;
    const uint64_t arcs = (uint64_t)graph->arc_count + 1;
    uint64_t sum = 0;

    for (uint32_t i = 0; i < graph->arc_count; i++) {
        sum += graph->weights[i];
    }
    return command->delta > 0 ? command->delta
                              : SSSP_DELTA_WEIGHTS * (sum / arcs + 1) * graph->vertex_count / arcs + 1;
}

/* For one rank with all of it. */
static uint64_t bytes(const struct net_command *command)
{
    return (uint64_t)command->graph.arc_count * 8 + (uint64_t)command->graph.vertex_count * 32 +
           (command->style->is_coprocessor ? sssp_coprocessor_bytes(command) : 0);
}

/* In the order of enum sssp_array. */
static int make_arrays(struct rank *rank, const struct net_command *command, struct sssp_own *search)
{
    const uint64_t vertices = command->graph.vertex_count;
    const uint64_t ranks = rank->report.ranks;
    const uint64_t block = (vertices + ranks - 1) / ranks;

    return rank_array(rank, vertices, 8, &search->distances) != 0 ||
                   rank_array(rank, vertices, 4, &search->states) != 0 ||
                   rank_array(rank, 2 * block * ranks, 4, &search->queue) != 0 ||
                   rank_array(rank, 2 * block * ranks, 4, &search->far) != 0
               ? -1
               : rank_array(rank, SSSP_WORDS * ranks, 8, &search->words);
}

/* No distance is known but that of the source, which is in its rank's queue. */
static int fill(struct rank *rank, const struct net_command *command, const struct sssp_own *search)
{
    const uint64_t place = command->source - search->distances.first;
    const uint32_t item = (uint32_t)place;
    const uint32_t is_queued = SSSP_QUEUED;
    const uint64_t zero = 0;
    const uint64_t tail = 1;
    const uint64_t of_the_phase[] = {search->below, 0, SSSP_FAR};

    if (rank_check(rank, coop_buffer_write(search->words.buffer, SSSP_BELOW * sizeof *of_the_phase,
                                           of_the_phase, sizeof of_the_phase)) != 0 ||
        rank_check(rank, coop_buffer_fill(search->queue.buffer, 0, 0xff,
                                          search->queue.count * sizeof(uint32_t))) != 0 ||
        (search->distances.count > 0 &&
         rank_check(rank, coop_buffer_fill(search->distances.buffer, 0, 0xff,
                                           search->distances.count * sizeof(uint64_t))) != 0)) {
        return -1;
    }
    if (command->source < search->distances.first || place >= search->distances.count) {
        return 0;
    }
    return rank_check(rank, coop_buffer_write(search->distances.buffer, place * sizeof zero, &zero,
                                              sizeof zero)) != 0 ||
                   rank_check(rank, coop_buffer_write(search->states.buffer, place * sizeof is_queued,
                                                      &is_queued, sizeof is_queued)) != 0 ||
                   rank_check(rank, coop_buffer_write(search->queue.buffer, 0, &item, sizeof item)) != 0
               ? -1
               : rank_check(rank, coop_buffer_write(search->words.buffer, SSSP_TAIL * sizeof tail, &tail,
                                                    sizeof tail));
}

static int begin(struct rank *rank, const struct net_command *command, struct sssp_own *search)
{
    const struct graph *graph = &command->graph;
    uint32_t arc;
    uint64_t arcs;

    search->delta = delta_of(command);
    search->below = search->delta;
    if (make_arrays(rank, command, search) != 0 || net_style_start(rank, command->style) != 0) {
        return -1;
    }
    arc = graph->rows[search->distances.first];
    arcs = graph->rows[search->distances.first + search->distances.count] - arc;
    if (rank_buffer(rank, graph->rows + search->distances.first, (search->distances.count + 1) * 4,
                    &search->rows) != 0 ||
        rank_buffer(rank, graph->arcs + arc, arcs * 4, &search->heads) != 0 ||
        rank_buffer(rank, graph->weights + arc, arcs * 4, &search->weights) != 0) {
        return -1;
    }
    if (command->style->is_coprocessor && sssp_coprocessor_begin(rank, command, search) != 0) {
        return -1;
    }
    return fill(rank, command, search);
}

static int launch(struct rank *rank, const struct net_command *command, const struct sssp_own *search)
{
    const struct sssp_round_args args = {.net = coop_net_address(rank->net),
                                         .chunk = SSSP_CHUNK,
                                         .rows = coop_buffer_address(search->rows),
                                         .heads = coop_buffer_address(search->heads),
                                         .weights = coop_buffer_address(search->weights)};
    const struct coop_launch_options options = {.groups = (uint32_t)command->rank.groups};
    coop_launch *handle = NULL;
    const coop_status posted = sssp_round_launch(rank->run, &args, &options, &handle);

    return rank_await(rank, posted, handle);
}

/* What the ranks had when a round began: the most in a queue, the most in a list of far vertices, and how
 * far the least of these lies below SSSP_FAR. */
enum { QUEUED_MOST, FAR_MOST, FAR_LEAST, LEFT_VALUES };

/* One round of all ranks, for what was in their queues. words: out, those of this rank; left: out, of all. */
static int go_round(struct rank *rank, const struct net_command *command, struct sssp_own *search,
                    uint64_t words[SSSP_WORDS], uint64_t left[LEFT_VALUES])
{
    if (rank_check(rank, coop_buffer_read(search->words.buffer, 0, words, SSSP_WORDS * sizeof *words)) != 0) {
        return -1;
    }
    left[QUEUED_MOST] = words[SSSP_TAIL] - words[SSSP_TO];
    left[FAR_MOST] = words[SSSP_FAR_0 + search->list];
    left[FAR_LEAST] = SSSP_FAR - words[SSSP_LEAST];
    if (command->style->is_coprocessor ? sssp_coprocessor_round(rank, command, search, words) != 0
                                       : left[QUEUED_MOST] > 0 && launch(rank, command, search) != 0) {
        return -1;
    }
    return rank_check(rank, coop_net_reduce(rank->net, COOP_NET_MAX, left, LEFT_VALUES, RANK_WAIT_NS));
}

static int launch_sort(struct rank *rank, const struct net_command *command, uint64_t count, uint64_t before)
{
    const struct sssp_sort_args args = {.net = coop_net_address(rank->net), .count = count, .before = before};
    const struct coop_launch_options options = {.groups = (uint32_t)command->rank.groups};
    const struct coop_ndrange range = rank_range(rank, count);
    coop_launch *handle = NULL;
    const coop_status posted = sssp_sort_launch(rank->run, &args, &range, &options, &handle);

    return rank_await(rank, posted, handle);
}

/* The bound rises, for all ranks, above the least of their far vertices (S5), of which this rank has
 * `count`. */
static int begin_phase(struct rank *rank, const struct net_command *command, struct sssp_own *search,
                       uint64_t count, uint64_t least)
{
    const uint64_t before = search->below;
    const uint64_t next[] = {(least > before ? least : before) + search->delta, 1 - search->list, SSSP_FAR, 0,
                             0};
    int status = rank_check(
        rank, coop_buffer_write(search->words.buffer, SSSP_BELOW * sizeof *next, next, sizeof next));

    search->below = next[0];
    search->list = next[1];
    if (status == 0 && count > 0) {
        status = command->style->is_coprocessor ? sssp_coprocessor_sort(rank, command, search, count, before)
                                                : launch_sort(rank, command, count, before);
    }
    return status == 0 ? rank_check(rank, coop_net_barrier(rank->net, RANK_WAIT_NS)) : status;
}

static int go_all_rounds(struct rank *rank, const struct net_command *command, struct sssp_own *search,
                         struct rank_result *result)
{
    uint64_t words[SSSP_WORDS];
    uint64_t left[LEFT_VALUES] = {1};
    uint64_t rounds = 0;
    uint64_t phases = 1;
    int status = rank_begin(rank);

    while (status == 0 && left[QUEUED_MOST] + left[FAR_MOST] > 0) {
        status = go_round(rank, command, search, words, left);
        rounds += left[QUEUED_MOST] > 0;
        if (status == 0 && left[QUEUED_MOST] == 0 && left[FAR_MOST] > 0) {
            status = begin_phase(rank, command, search, words[SSSP_FAR_0 + search->list],
                                 SSSP_FAR - left[FAR_LEAST]);
            phases++;
        }
    }
    result->numbers[ROUNDS] = rounds;
    result->numbers[PHASES] = phases;
    return status != 0 ? status : rank_end(rank, result);
}

/* Reads the distances, and says how far they reach. */
static int look(struct rank *rank, struct sssp_own *search, struct rank_result *result)
{
    uint64_t reached = 0;
    uint64_t farthest = 0;

    search->found = malloc((search->distances.count + 1) * sizeof *search->found);
    if (search->found == NULL) {
        return tool_fail(rank->error, "the host has no memory left");
    }
    if (search->distances.count > 0 &&
        rank_check(rank, coop_buffer_read(search->distances.buffer, 0, search->found,
                                          search->distances.count * sizeof(uint64_t))) != 0) {
        return -1;
    }
    for (uint64_t i = 0; i < search->distances.count; i++) {
        reached += search->found[i] != SSSP_FAR;
        farthest = search->found[i] != SSSP_FAR && search->found[i] > farthest ? search->found[i] : farthest;
    }
    result->numbers[REACHED] = reached;
    result->numbers[FARTHEST] = farthest;
    return rank_check(rank, coop_net_reduce(rank->net, COOP_NET_SUM, &result->numbers[REACHED], 1, 0)) != 0
               ? -1
               : rank_check(rank, coop_net_reduce(rank->net, COOP_NET_MAX, &result->numbers[FARTHEST], 1, 0));
}

/* Counts own vertices whose distance is not that of Dijkstra's algorithm. */
static int verify(struct rank *rank, const struct net_command *command, const struct sssp_own *search,
                  struct rank_result *result)
{
    uint64_t *wanted = malloc(((size_t)command->graph.vertex_count + 1) * sizeof *wanted);
    int status = wanted != NULL && dijkstra(&command->graph, (uint32_t)command->source, wanted) == 0
                     ? 0
                     : tool_fail(rank->error, "the host has no memory left");

    for (uint64_t i = 0; status == 0 && i < search->distances.count; i++) {
        result->wrong_elements += search->found[i] != wanted[search->distances.first + i];
    }
    free(wanted);
    return status;
}

struct listing {
    const uint64_t *distances;
    uint64_t count;
};

static void write_distances(FILE *file, const void *what)
{
    const struct listing *listing = what;

    for (uint64_t i = 0; i < listing->count; i++) {
        if (listing->distances[i] == SSSP_FAR) {
            fprintf(file, "%" PRIu64 " unreached\n", i);
        } else {
            fprintf(file, "%" PRIu64 " %" PRIu64 "\n", i, listing->distances[i]);
        }
    }
}

static int output(struct rank *rank, const struct net_command *command, const struct sssp_own *search)
{
    uint64_t *all;
    struct listing listing;
    int status = gather(rank, search->found, search->distances.count, &all, &listing.count);

    if (status == 0) {
        listing.distances = all;
        status = gather_write(rank, command->output, write_distances, &listing);
    }
    free(all);
    return status;
}

static int work(struct rank *rank, const struct net_command *command, struct rank_result *result)
{
    struct sssp_own search = {0};
    int status = begin(rank, command, &search);

    status = status == 0 ? go_all_rounds(rank, command, &search, result) : status;
    status = status == 0 ? look(rank, &search, result) : status;
    if (status == 0 && command->verifies) {
        status = verify(rank, command, &search, result);
    }
    if (status == 0 && command->output != NULL) {
        status = output(rank, command, &search);
    }
    queues_clear(&search.queues);
    free(search.found);
    return status;
}

static void members(const struct net_command *command, const struct rank_result *result, struct json *json)
{
    graph_options_members(command, json);
    json_count(json, "source", command->source);
    json_count(json, "reached", result->numbers[REACHED]);
    json_count(json, "farthest", result->numbers[FARTHEST]);
    json_count(json, "rounds", result->numbers[ROUNDS]);
    json_count(json, "phases", result->numbers[PHASES]);
}

static void print(const struct net_command *command, const struct rank_result *result)
{
    graph_options_print(command, result);
    printf("  %" PRIu64 " vertices reached from %" PRIu64 ", the farthest over %" PRIu64 "; %" PRIu64
           " rounds in %" PRIu64 " phases\n",
           result->numbers[REACHED], command->source, result->numbers[FARTHEST], result->numbers[ROUNDS],
           result->numbers[PHASES]);
}

const struct net_application net_sssp = {.name = "sssp",
                                         .wrong = "vertices",
                                         .styles = styles,
                                         .style_count = sizeof styles / sizeof styles[0],
                                         .verifies_if_asked = 1,
                                         .rows = rows,
                                         .prepare = prepare,
                                         .bytes = bytes,
                                         .work = work,
                                         .members = members,
                                         .print = print};
