/* The paper's graph traversal (tests/translate/golden/figure_4.cl) finds the levels of a sequential search
 * while another kernel takes its work-groups away and gives them back. */
#include "figure_4.h"
#include "device.h"
#include "figure_4_text.h"

#include <stdlib.h>
#include <string.h>

enum { NODES = 1024, ARCS_EACH = 3, PIXELS = 4096, TRAVERSALS_MAX = 400, WANTED = 12 };

struct graph {
    uint32_t rows[NODES + 1];
    uint32_t arcs[4096];
    int32_t levels[NODES];
};

/* A ring with chords: some hundred levels. */
static void make_graph(struct graph *graph, uint64_t *random)
{
    uint32_t at = 0;

    for (uint32_t i = 0; i < NODES; i++) {
        graph->rows[i] = at;
        graph->arcs[at++] = (i + 1) % NODES;
        for (uint32_t k = 1; k < ARCS_EACH; k++) {
            graph->arcs[at++] = (i + 1 + (uint32_t)test_random_below(random, 6)) % NODES;
        }
        graph->levels[i] = -1;
    }
    graph->rows[NODES] = at;
    graph->levels[0] = 0;
}

static void search(struct graph *graph)
{
    uint32_t queue[NODES] = {0};
    uint32_t end = 1;

    for (uint32_t i = 0; i < end; i++) {
        uint32_t node = queue[i];
        for (uint32_t arc = graph->rows[node]; arc < graph->rows[node + 1]; arc++) {
            if (graph->levels[graph->arcs[arc]] < 0) {
                graph->levels[graph->arcs[arc]] = graph->levels[node] + 1;
                queue[end++] = graph->arcs[arc];
            }
        }
    }
}

struct memory {
    coop_buffer *graph, *lists[2], *pixels;
};

static coop_launch *start_traversal(struct device *device, const struct memory *memory,
                                    const struct graph *graph)
{
    static const uint32_t first[2] = {1, 0}; /* one node: the source */
    struct graph_traversal_args args = {coop_buffer_address(memory->graph),
                                        coop_buffer_address(memory->lists[0]),
                                        coop_buffer_address(memory->lists[1])};
    struct coop_launch_options options = {.groups = device->workers};
    coop_launch *launch = NULL;

    OK(device, coop_buffer_write(memory->graph, 0, graph, sizeof *graph));
    OK(device, coop_buffer_write(memory->lists[0], 0, first, sizeof first));
    OK(device, coop_buffer_fill(memory->lists[1], 0, 0, sizeof first));
    OK(device, graph_traversal_launch(device->run, &args, &options, &launch));
    return launch;
}

static void paint_until_end(struct device *device, const struct memory *memory, coop_launch *launch,
                            uint64_t *random)
{
    struct coop_ndrange range = {.global_items = {PIXELS}};

    while (test_failures() == 0 && coop_launch_wait(launch, 0, NULL) == COOP_TIMED_OUT) {
        struct paint_args args = {.pixels = coop_buffer_address(memory->pixels), .colour = 7};
        struct coop_launch_options options = {.groups =
                                                  1 + (uint32_t)test_random_below(random, device->workers)};
        coop_launch *frame = NULL;
        OK(device, paint_launch(device->run, &args, &range, &options, &frame));
        device_finish(device, frame, NULL);
    }
}

TEST(levels_are_those_of_a_sequential_search)
{
    struct device *device = device_open(figure_4_module_text, figure_4_module_bytes);
    uint64_t random = test_seed();
    struct graph *graph = malloc(sizeof *graph);
    struct graph *expected = malloc(sizeof *expected);
    int32_t *levels = malloc(sizeof graph->levels);
    struct memory memory = {device_buffer(device, sizeof *graph),
                            {device_buffer(device, (NODES + 1) * 8), device_buffer(device, (NODES + 1) * 8)},
                            device_buffer(device, PIXELS * 4)};
    uint32_t ends = 0;
    uint32_t beginnings = 0;

    for (int i = 0; i < TRAVERSALS_MAX && (ends < WANTED || beginnings < WANTED) && test_failures() == 0;
         i++) {
        struct coop_launch_stats stats = {0};
        coop_launch *launch;
        make_graph(graph, &random);
        memcpy(expected, graph, sizeof *graph);
        search(expected);
        launch = start_traversal(device, &memory, graph);
        paint_until_end(device, &memory, launch, &random);
        device_finish(device, launch, &stats);
        ends += stats.barrier_kills;
        beginnings += stats.barrier_forks;
        OK(device,
           coop_buffer_read(memory.graph, offsetof(struct graph, levels), levels, sizeof graph->levels));
        for (int node = 0; node < NODES && test_failures() == 0; node++) {
            TEST_EQUAL(levels[node], expected->levels[node]);
        }
    }
    TEST_NOTE("%u work-groups ended, %u begun at the two barriers", ends, beginnings);
    TEST_AT_LEAST(ends, WANTED);
    TEST_AT_LEAST(beginnings, WANTED);
    coop_buffer_destroy(memory.graph);
    coop_buffer_destroy(memory.lists[0]);
    coop_buffer_destroy(memory.lists[1]);
    coop_buffer_destroy(memory.pixels);
    free(levels);
    free(expected);
    free(graph);
}
