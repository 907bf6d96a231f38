/* What a node of a graph costs that does next to nothing: a chain of them, and 2 x 2 small blocks with
 * borders, beside the same by bare enqueues with events (lab/bench/graph/nodes_by_hand.h). */
#include "graph_nodes_elements.h"
#include "graph_nodes_kernels.h"
#include "graph_nodes_nodes.h"
#include "graph_parts.h"
#include "graph_process.h"
#include "graph_race.h"
#include "nodes_by_hand.h"
#include "tools/measure/clock.h"

#include <coop/coop.h>
#include <coop/devices.h>
#include <string.h>

#define CHAIN 256u /* nodes, of a graph that runs ROUNDS times in a turn */
#define ROUNDS 8u
#define SIDE 8u /* cells of a block in x and y */
#define WHOLE (2 * SIDE)
#define STEPS 128u

struct nodes {
    const struct bench_options *options;
    coop_devices *devices;
    coop_tensor *counter;
    coop_tensor *now;
    coop_tensor *next;
    coop_graph *chain;
    coop_graph *blocks;
    struct nodes_by_hand by_hand;
    uint32_t cells[WHOLE * WHOLE]; /* that are right after the steps of so many turns */
    uint32_t turns[2];             /* of the chain: by the graph, by hand */
    uint64_t steps[2];             /* of the blocks */
};

static int check(coop_status status, struct tool_error *error)
{
    const struct coop_error *last = coop_last_error();

    return status == COOP_OK ? 0
                             : tool_fail(error, "%s: %s%s%s", last->doing, last->message,
                                         last->details[0] != '\0' ? "\n" : "", last->details);
}

/* ---- the graphs ---- */

static coop_status open_tensors(struct nodes *nodes)
{
    const struct coop_devices_options devices = {.devices = nodes->options->device};
    struct coop_tensor_options tensor = {
        .element = &coop_element_probe, .layout = COOP_SOA_BLOCK, .dimensions = 2, .cells = {1, 1}};
    coop_status status = coop_devices_open(&devices, &nodes->devices);

    status = status == COOP_OK ? coop_tensor_create(nodes->devices, &tensor, &nodes->counter) : status;
    tensor.cells[0] = tensor.cells[1] = WHOLE;
    tensor.partitions[0] = tensor.partitions[1] = 2;
    tensor.padding = 1;
    tensor.border.kinds[0] = tensor.border.kinds[1] = COOP_BORDER_PERIODIC;
    status = status == COOP_OK ? coop_tensor_create(nodes->devices, &tensor, &nodes->now) : status;
    return status == COOP_OK ? coop_tensor_create(nodes->devices, &tensor, &nodes->next) : status;
}

static coop_status make_graphs(struct nodes *nodes)
{
    const struct coop_graph_options options = {.text = graph_nodes_kernels_text};
    coop_status status = coop_graph_create(nodes->devices, &options, &nodes->chain);

    for (unsigned i = 0; i < CHAIN && status == COOP_OK; i++) {
        char name[16];

        snprintf(name, sizeof name, "%u", i);
        status = count_then_split(nodes->chain, &(struct count_node){.at = coop_updates(nodes->counter)},
                                  name, NULL);
    }
    status = status == COOP_OK ? coop_graph_repeat(nodes->chain, ROUNDS) : status;
    status = status == COOP_OK ? coop_graph_create(nodes->devices, &options, &nodes->blocks) : status;
    if (status == COOP_OK) {
        status = around_then_split(
            nodes->blocks,
            &(struct around_node){.from = coop_reads_padded(nodes->now), .to = coop_writes(nodes->next)},
            NULL, NULL);
    }
    status = status == COOP_OK ? coop_graph_swap(nodes->blocks, nodes->now, nodes->next) : status;
    return status == COOP_OK ? coop_graph_repeat(nodes->blocks, STEPS) : status;
}

static coop_status run(const struct nodes *nodes, coop_graph *graph)
{
    coop_status status = coop_graph_start(graph);

    return status == COOP_OK ? coop_graph_wait(graph, bench_timeout_ns(nodes->options)) : status;
}

/* ---- what is right ---- */

/* The cells after STEPS more than `nodes->cells` has had. */
static void advance(uint32_t cells[WHOLE * WHOLE])
{
    uint32_t before[WHOLE * WHOLE];

    for (unsigned step = 0; step < STEPS; step++) {
        memcpy(before, cells, sizeof before);
        for (unsigned i = 0; i < WHOLE * WHOLE; i++) {
            unsigned x = i % WHOLE;
            unsigned row = i - x;

            cells[i] = 1 + before[row + (x + WHOLE - 1) % WHOLE] + before[row + (x + 1) % WHOLE] +
                       before[(i + WHOLE * WHOLE - WHOLE) % (WHOLE * WHOLE)] +
                       before[(i + WHOLE) % (WHOLE * WHOLE)];
        }
    }
}

static void wanted_of(const struct nodes *nodes, unsigned side, uint32_t cells[WHOLE * WHOLE])
{
    memset(cells, 0, WHOLE * WHOLE * sizeof *cells);
    for (uint64_t i = 0; i < nodes->steps[side]; i += STEPS) {
        advance(cells);
    }
}

static int is_wrong_by_graph(struct nodes *nodes, struct tool_error *error)
{
    uint32_t wanted[WHOLE * WHOLE];
    uint32_t seen[WHOLE * WHOLE];
    uint32_t counter = 0;

    if (check(coop_tensor_read(nodes->counter, NULL, &counter), error) != 0 ||
        check(coop_tensor_read(nodes->now, NULL, seen), error) != 0) {
        return -1;
    }
    wanted_of(nodes, 0, wanted);
    return counter != nodes->turns[0] * CHAIN * ROUNDS || memcmp(wanted, seen, sizeof seen) != 0;
}

static int is_wrong_by_hand(struct nodes *nodes, struct tool_error *error)
{
    uint32_t wanted[WHOLE * WHOLE];
    uint32_t seen[SIDE * SIDE];
    uint32_t counter = 0;
    int is_wrong = 0;

    wanted_of(nodes, 1, wanted);
    for (unsigned block = 0; block < 4; block++) {
        if (nodes_by_hand_read(&nodes->by_hand, &counter, block, seen, error) != 0) {
            return -1;
        }
        for (unsigned i = 0; i < SIDE * SIDE; i++) {
            unsigned x = block % 2 * SIDE + i % SIDE;
            unsigned y = block / 2 * SIDE + i / SIDE;

            is_wrong |= seen[i] != wanted[y * WHOLE + x];
        }
    }
    return is_wrong || counter != nodes->turns[1] * CHAIN * ROUNDS;
}

/* ---- turns ---- */

static int chain_by_graph(void *state, double *us, struct tool_error *error)
{
    struct nodes *nodes = state;
    uint64_t begin_ns = clock_now_ns();
    coop_status status = run(nodes, nodes->chain);

    *us = (double)(clock_now_ns() - begin_ns) / 1e3 / (CHAIN * ROUNDS);
    nodes->turns[0]++;
    return check(status, error) != 0 ? -1 : is_wrong_by_graph(nodes, error);
}

static int chain_by_hand(void *state, double *us, struct tool_error *error)
{
    struct nodes *nodes = state;
    uint64_t begin_ns = clock_now_ns();
    int code = nodes_by_hand_chain(&nodes->by_hand, (uint64_t)CHAIN * ROUNDS, error);

    *us = (double)(clock_now_ns() - begin_ns) / 1e3 / (CHAIN * ROUNDS);
    nodes->turns[1]++;
    return code != 0 ? -1 : is_wrong_by_hand(nodes, error);
}

static int blocks_by_graph(void *state, double *us, struct tool_error *error)
{
    struct nodes *nodes = state;
    uint64_t begin_ns = clock_now_ns();
    coop_status status = run(nodes, nodes->blocks);

    *us = (double)(clock_now_ns() - begin_ns) / 1e3 / STEPS;
    nodes->steps[0] += STEPS;
    return check(status, error) != 0 ? -1 : is_wrong_by_graph(nodes, error);
}

static int blocks_by_hand(void *state, double *us, struct tool_error *error)
{
    struct nodes *nodes = state;
    uint64_t begin_ns = clock_now_ns();
    int code = nodes_by_hand_steps(&nodes->by_hand, STEPS, error);

    *us = (double)(clock_now_ns() - begin_ns) / 1e3 / STEPS;
    nodes->steps[1] += STEPS;
    return code != 0 ? -1 : is_wrong_by_hand(nodes, error);
}

static int race(struct nodes *nodes, const struct plain_device *device, struct tool_error *error)
{
    struct process_side starpu = {.timeout_ns = bench_timeout_ns(nodes->options)};
    struct race_side chain[] = {{.name = "graph", .state = nodes, .turn = chain_by_graph},
                                {.name = "bare enqueues", .state = nodes, .turn = chain_by_hand},
                                {.name = "StarPU", .state = &starpu, .turn = process_side_turn}};
    struct race_side blocks[] = {{.name = "graph", .state = nodes, .turn = blocks_by_graph},
                                 {.name = "bare enqueues", .state = nodes, .turn = blocks_by_hand}};
    struct table table;
    int is_missing = process_side_takes("StarPU", device->index, 1)
                         ? process_side_start_empty(&starpu, (uint64_t)CHAIN * ROUNDS, error)
                         : 1;
    int status = is_missing < 0 ? -1 : 0;
    int next;

    race_table_begin(&table, nodes->options->report, "nodes");
    if (status == 0) {
        status =
            race_run(&table, "a node of a chain", chain, is_missing ? 2 : 3, nodes->options->pairs, error);
    }
    process_side_stop(&starpu);
    next = status < 0 ? status : race_run(&table, "a step of 2 x 2", blocks, 2, nodes->options->pairs, error);
    table_end(&table);
    return next < 0 ? next : status | next;
}

int graph_nodes(const struct bench_options *options, struct tool_error *error)
{
    struct nodes nodes = {.options = options};
    struct plain_device device;
    int status = plain_device_choose(options->device, 0, 64, &device, error);

    if (status == 0) {
        status = nodes_by_hand_open(&nodes.by_hand, &device, SIDE, error);
    }
    if (status == 0 && (check(open_tensors(&nodes), error) != 0 || check(make_graphs(&nodes), error) != 0)) {
        status = -1;
    }
    status = status == 0 ? race(&nodes, &device, error) : status;
    coop_graph_destroy(nodes.chain);
    coop_graph_destroy(nodes.blocks);
    coop_tensor_destroy(nodes.counter);
    coop_tensor_destroy(nodes.now);
    coop_tensor_destroy(nodes.next);
    coop_devices_close(nodes.devices);
    nodes_by_hand_close(&nodes.by_hand);
    return status;
}
