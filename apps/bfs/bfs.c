/* The command: breadth-first search, a level for each vertex. */
#include "bfs_plain.h"

#include "bfs_kernels_text.h"
#include "bfs_sequential.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static void rows(void *own, struct option *table)
{
    struct bfs *bfs = own;

    option_add(table, (struct option){"--source", OPTION_NUMBER, &bfs->source, 0, GRAPH_VERTICES_MAX - 1});
    option_add(table, (struct option){"--hub-arcs", OPTION_NUMBER, &bfs->hub_arcs, 1, UINT32_MAX});
}

static int prepare(struct graph_command *command, struct tool_error *error)
{
    const struct bfs *bfs = command->own;

    if (bfs->source >= command->graph.vertex_count) {
        return tool_fail(error, "--source %llu is no vertex: the graph's are 0..%u",
                         (unsigned long long)bfs->source, command->graph.vertex_count - 1);
    }
    return 0;
}

static int solve(struct graph_command *command, struct tool_error *error)
{
    const struct bfs *bfs = command->own;

    /* The words of the next launch serve as the queue. */
    (void)error;
    graph_bfs_sequential(&command->graph, (uint32_t)bfs->source, (int32_t *)command->reference,
                         (int32_t *)command->words);
    return 0;
}

static uint64_t memory_bytes(const struct graph_command *command)
{
    const struct bfs *bfs = command->own;

    return bfs_device_bytes(&command->graph, (uint32_t)bfs->hub_arcs);
}

static int init(struct graph_command *command, const struct session *session, struct tool_error *error)
{
    struct bfs *bfs = command->own;

    return bfs_device_init(&bfs->device, session, &command->graph, (uint32_t)bfs->hub_arcs, error);
}

static int reset(struct graph_command *command, struct tool_error *error)
{
    struct bfs *bfs = command->own;

    return bfs_device_reset(&bfs->device, (uint32_t)bfs->source, error);
}

static int launch(struct graph_command *command, const struct coop_launch_options *options,
                  coop_launch **launch, struct tool_error *error)
{
    struct bfs *bfs = command->own;

    return bfs_device_launch(&bfs->device, options, launch, error);
}

static int read_levels(struct graph_command *command, uint32_t *words, struct tool_error *error)
{
    struct bfs *bfs = command->own;

    return bfs_device_levels(&bfs->device, (int32_t *)words, error);
}

static void clear(struct graph_command *command)
{
    struct bfs *bfs = command->own;

    bfs_device_clear(&bfs->device);
}

static void count_levels(const struct graph_command *command, uint32_t *reached, uint32_t *level_count)
{
    const int32_t *levels = (const int32_t *)command->words;
    int32_t last = -1;
    uint32_t i;

    *reached = 0;
    for (i = 0; i < command->graph.vertex_count; i++) {
        *reached += levels[i] >= 0;
        last = levels[i] > last ? levels[i] : last;
    }
    *level_count = (uint32_t)(last + 1);
}

static void report(struct graph_command *command)
{
    const struct bfs *bfs = command->own;
    uint32_t reached, level_count;

    count_levels(command, &reached, &level_count);
    printf("Search    from %" PRIu64 ": %s vertices reached, %u levels\n", bfs->source,
           app_group_digits(reached).text, level_count);
    if (bfs->barrier != NULL) {
        printf("Barrier   %s: %.2f us, the fastest that was tried\n", bfs->barrier, bfs->barrier_ns / 1e3);
    }
}

static void write_json(struct graph_command *command, struct json *json)
{
    const struct bfs *bfs = command->own;
    uint32_t reached, level_count;

    count_levels(command, &reached, &level_count);
    json_count(json, "source", bfs->source);
    json_count(json, "reached", reached);
    json_count(json, "levels", level_count);
    if (bfs->barrier != NULL) {
        json_text(json, "barrier", bfs->barrier);
        json_number(json, "barrier_ns", bfs->barrier_ns);
    }
}

static const struct graph_form form = {
    .about = "Finds every vertex's distance from a source by a level-synchronous search on an OpenCL device, "
             "as a\n"
             "cooperative kernel that shrinks and grows around other work.\n",
    .options = "  --source V            vertex to begin at, from 0 (default 0)\n"
               "  --hub-arcs N          vertices of more arcs are expanded by all work-items (default 64)\n",
    .words = "levels, -1 where unreached",
    .number = GRAPH_SIGNED,
    .noun = {"search", "searches"},
    .module_text = bfs_kernels_module_text,
    .module_bytes = &bfs_kernels_module_bytes,
    .own_bytes = sizeof(struct bfs),
    .rows = rows,
    .prepare = prepare,
    .solve = solve,
    .memory_bytes = memory_bytes,
    .init = init,
    .reset = reset,
    .launch = launch,
    .read = read_levels,
    .clear = clear,
    .run_plain = bfs_run_plain,
    .report = report,
    .json = write_json};

const struct application application_bfs = {"bfs", "breadth-first search of a graph", graph_command, &form};
