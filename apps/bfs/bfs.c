/* The command: breadth-first search, a level for each vertex. */
#include "bfs_channel_plan.h"
#include "bfs_phases.h"
#include "bfs_source.h"
#include "tools/runner/graph_command.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

struct bfs {
    uint64_t source;
    uint64_t hub_arcs; /* 0: the default */
    uint64_t near_small;
    struct bfs_phases phases;
    struct bfs_channel channel;
};

static void rows(void *own, struct option *table)
{
    struct bfs *bfs = own;

    option_add(table, (struct option){"--source", OPTION_NUMBER, &bfs->source, 0, GRAPH_VERTICES_MAX - 1});
    option_add(table, (struct option){"--hub-arcs", OPTION_NUMBER, &bfs->hub_arcs, 1, UINT32_MAX});
    bfs->near_small = BFS_NEAR_BY_DEVICE;
    option_add(table, (struct option){"--small-frontier", OPTION_NUMBER, &bfs->near_small, 0, BFS_NEAR_MOST});
}

static int check(struct graph_command *command, struct tool_error *error)
{
    const struct bfs *bfs = command->own;

    if (command->is_multikernel && bfs->near_small != BFS_NEAR_BY_DEVICE) {
        return tool_fail(error, "--multikernel launches every round: no --small-frontier");
    }
    if (command->is_channel && (bfs->hub_arcs > 0 || bfs->near_small != BFS_NEAR_BY_DEVICE)) {
        return tool_fail(error,
                         "--channel has neither hubs nor rounds: no --hub-arcs and no --small-frontier");
    }
    return 0;
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

static int plan(struct graph_command *command, struct kernel_plan *plan, struct tool_error *error)
{
    struct bfs *bfs = command->own;

    (void)error;
    if (command->is_channel) {
        bfs_channel_plan_make(&bfs->channel, plan, &command->graph, (uint32_t)bfs->source,
                              (uint32_t)command->app.groups);
        return 0;
    }
    bfs_plan_make(plan, &command->graph, (uint32_t)bfs->source, (uint32_t)bfs->hub_arcs,
                  (uint32_t)bfs->near_small);
    bfs_phases_declare(&bfs->phases, plan, &command->graph, (uint32_t)bfs->hub_arcs);
    return 0;
}

static int multikernel(void *self, struct kernel_phases *phases, struct tool_error *error)
{
    const struct graph_command *command = self;
    const struct bfs *bfs = command->own;

    return bfs_phases_launch(&bfs->phases, phases, error);
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
}

static void write_json(struct graph_command *command, struct json *json)
{
    const struct bfs *bfs = command->own;
    uint32_t reached, level_count;

    count_levels(command, &reached, &level_count);
    json_count(json, "source", bfs->source);
    json_count(json, "reached", reached);
    json_count(json, "levels", level_count);
}

static const struct graph_form form = {
    .about = "Finds every vertex's distance from a source by a level-synchronous search on an OpenCL device, "
             "as a\n"
             "cooperative kernel that shrinks and grows around other work.\n",
    .options =
        "  --source V            vertex to begin at, from 0 (default 0)\n"
        "  --hub-arcs N          vertices of more arcs are expanded by all work-items (default 64)\n"
        "  --small-frontier N    one work-group alone takes frontiers of up to N vertices for each of its\n"
        "                        work-items (default 2 on a GPU, 0 on a CPU: none)\n",
    .words = "levels, -1 where unreached",
    .number = GRAPH_SIGNED,
    .noun = {"search", "searches"},
    .kernel = &bfs_source,
    .by_channel = &bfs_channel_source,
    .own_bytes = sizeof(struct bfs),
    .rows = rows,
    .check = check,
    .prepare = prepare,
    .plan = plan,
    .multikernel = multikernel,
    .solve = solve,
    .report = report,
    .json = write_json};

const struct application application_bfs = {.name = "bfs",
                                            .summary = "breadth-first search of a graph",
                                            .command = graph_command,
                                            .form = &form,
                                            .source = "Sorensen et al. 2017, Fig. 4",
                                            .primitives = "resizing_global_barrier, global_barrier",
                                            .input = "a graph"};
