#include "graph_scenario.h"

#include "coop/graph_write.h"
#include "heights.h"
#include "sink_kernels.h"
#include "sink_runs_text.h"
#include "test.h"
#include <stdio.h>
#include <string.h>

enum { WIDTH = 9, HEIGHT = 6, ROUNDS = 4 };

#define MINUTE UINT64_C(60000000000)

struct things {
    coop_devices *devices;
    coop_tensor *now;
    coop_tensor *next;
    coop_scalar *sum;
    coop_scalar *rounds;
    coop_graph *part; /* a node of the graph: the sum and the count; in runs the graph itself */
    coop_graph *graph;
};

static int is_in_runs(void)
{
    return test_option("in_runs", 0) != 0;
}

static coop_status is_above(void *data, const void *value, int *again)
{
    int sum = 0;

    (void)data;
    memcpy(&sum, value, sizeof sum);
    *again = sum > 0;
    return COOP_OK;
}

static uint32_t kept;

void graph_scenario_keep(uint32_t commands)
{
    kept = commands;
}

static uint32_t timeline_commands(void)
{
    return kept != 0 ? kept : (uint32_t)test_option("timeline", 0);
}

/* Goes on where all before was right. */
#define STEP(call)                        \
    do {                                  \
        if (outcome->status == COOP_OK) { \
            outcome->step = #call;        \
            outcome->status = (call);     \
        }                                 \
    } while (0)

static void make(struct things *things, struct graph_outcome *outcome)
{
    const struct coop_devices_options devices = {.split = 2,
                                                 .groups = "1",
                                                 .domains = test_option("apart", 0) != 0 ? "separate" : NULL,
                                                 .memory_bytes = 1 << 20};
    const struct coop_tensor_options tensor = {
        .element = &coop_element_height,
        .cells = {WIDTH - 2, HEIGHT - 2}, /* until both are resized */
        .partitions = {1, 2},
        .padding = 1,
        .border = {.kinds = {COOP_BORDER_PERIODIC, COOP_BORDER_PERIODIC}}};
    const struct coop_scalar_options sum = {.type = COOP_INT, .name = "sum"};
    const struct coop_scalar_options rounds = {.type = COOP_INT, .name = "rounds"};
    const int none = 0;

    STEP(coop_devices_open(&devices, &things->devices));
    STEP(coop_tensor_create(things->devices, &tensor, &things->now));
    STEP(coop_tensor_create(things->devices, &tensor, &things->next));
    STEP(coop_scalar_create(things->devices, &sum, &things->sum));
    STEP(coop_scalar_create(things->devices, &rounds, &things->rounds));
    STEP(coop_scalar_write(things->rounds, &none));
    if (is_in_runs()) {
        STEP(coop_graph_create(
            things->devices,
            &(struct coop_graph_options){.text = sink_runs_module_text, .executor = COOP_IN_RUNS},
            &things->graph));
        things->part = things->graph;
        return;
    }
    STEP(coop_graph_create(things->devices,
                           &(struct coop_graph_options){.text = sink_kernels_text,
                                                        .overlap = COOP_OVERLAP_ON,
                                                        .timeline_commands = timeline_commands()},
                           &things->graph));
    STEP(coop_graph_create(things->devices, &(struct coop_graph_options){.text = sink_kernels_text},
                           &things->part));
}

static void add(struct things *things, struct graph_outcome *outcome)
{
    const struct coop_graph_node sink = {
        .kernel = "sink", .arguments = {coop_reads_padded(things->now), coop_writes(things->next)}};
    const struct coop_graph_node count = {
        .kernel = "count",
        .arguments = {coop_reads_scalar(things->sum), coop_updates_scalar(things->rounds)}};
    const struct coop_graph_node lift = {
        .kernel = "lift", .arguments = {coop_updates(things->now), coop_reads_scalar(things->rounds)}};
    const struct coop_graph_condition condition = {
        .scalar = things->sum, .predicate = is_above, .rounds_max = 100};

    STEP(coop_graph_then_split(things->graph, &sink));
    STEP(coop_graph_then_reduce(things->part, "sum", things->next, "above", COOP_SUM, things->sum));
    STEP(coop_graph_then_split(things->part, &count));
    if (!is_in_runs()) {
        STEP(coop_graph_then_graph(things->graph, "part", things->part));
    }
    STEP(coop_graph_copy(things->graph, "back", things->next, things->now));
    STEP(coop_graph_then_split(things->graph, &lift));
    STEP(coop_graph_conditional(things->graph, &condition));
}

/* The graph was finished for the sizes of before. */
static void resize(struct things *things, struct graph_outcome *outcome)
{
    static const uint64_t cells[3] = {WIDTH, HEIGHT};
    int heights[HEIGHT][WIDTH];

    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        heights[i / WIDTH][i % WIDTH] = ROUNDS;
    }
    STEP(coop_graph_finish(things->graph));
    STEP(coop_tensor_resize(things->now, cells));
    STEP(coop_tensor_resize(things->next, cells));
    STEP(coop_tensor_write(things->now, NULL, heights));
}

static int look(const struct things *things, struct graph_outcome *outcome)
{
    int heights[HEIGHT * WIDTH];
    int rounds = 0;
    int is_right = outcome->status == COOP_OK && coop_graph_rounds(things->graph) == ROUNDS;

    memset(heights, 1, sizeof heights);
    STEP(coop_tensor_read(things->now, NULL, heights));
    STEP(coop_scalar_read(things->rounds, &rounds));
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        is_right = is_right && heights[i] == 0;
    }
    return is_right && rounds == ROUNDS;
}

/* What the timeline has; counting takes memory, too. */
static void count(const struct things *things, struct graph_outcome *outcome)
{
    struct coop_graph_times times = {.commands = 0};

    if (timeline_commands() != 0) {
        STEP(coop_graph_read_times(things->graph, &times));
        outcome->untimed = times.untimed;
        outcome->is_right = outcome->is_right && times.commands + times.untimed > 0;
    }
}

/* Each later start is of one round, which takes one from each cell. */
static void start_again(struct things *things, const struct graph_hooks *hooks, struct graph_outcome *outcome)
{
    if (hooks->before != NULL) {
        hooks->before();
    }
    for (unsigned i = 0; i < hooks->starts; i++) {
        STEP(coop_graph_start(things->graph));
        STEP(coop_graph_wait(things->graph, 2 * MINUTE));
        outcome->is_right = outcome->is_right && coop_graph_rounds(things->graph) == 1;
    }
    if (hooks->after != NULL) {
        hooks->after();
    }
}

void graph_scenario_run(const struct graph_hooks *hooks, struct graph_outcome *outcome)
{
    struct things things = {.devices = NULL};

    memset(outcome, 0, sizeof *outcome);
    make(&things, outcome);
    if (outcome->status == COOP_OK) {
        add(&things, outcome);
        resize(&things, outcome);
    }
    STEP(coop_graph_start(things.graph));
    STEP(coop_graph_wait(things.graph, 2 * MINUTE));
    outcome->is_right = look(&things, outcome);
    count(&things, outcome);
    if (outcome->is_right && hooks != NULL) {
        start_again(&things, hooks, outcome);
    }
    if (outcome->status != COOP_OK) {
        snprintf(outcome->message, sizeof outcome->message, "%.500s", coop_last_error()->message);
    }
    if (things.part != things.graph) {
        coop_graph_destroy(things.part);
    }
    coop_graph_destroy(things.graph);
    coop_scalar_destroy(things.sum);
    coop_scalar_destroy(things.rounds);
    coop_tensor_destroy(things.now);
    coop_tensor_destroy(things.next);
    coop_devices_close(things.devices);
}
