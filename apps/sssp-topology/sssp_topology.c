/* The command: shortest paths from one source, by rounds over all arcs. */
#include "sssp_topology_source.h"

#include "tools/graph/graph_order.h"
#include "tools/kernel/shares.h"
#include "tools/paths/paths_command.h"
#include "tools/runner/graph_command.h"

#include <stdlib.h>

/* Of sssp_topology_phases.cl: the parameter that changes. */
#define ROUND_NUMBER 11

/* A vertex that more arcs lead to is a hub, and a piece of its arcs is not longer. */
#define HUB_ARCS 64

/* A unit is as many vertices, unless there are fewer than that for each work-item: then it is one. On an H200
 * the road map takes half of the time with one, and a grid of 1000 x 1000 that of 2.4 times, on 131
 * work-groups of 256; on 527 of them the grid, too, takes half. */
#define RUN 16

/* Arcs that a work-item takes in a round before shares are drawn. */
#define ARCS_AT_ONCE 128

struct sssp {
    struct paths paths;
    struct graph in; /* of a directed graph: its arcs turned */
    struct graph_hubs hubs;
    uint32_t *hub_vertices;
    unsigned round;
    unsigned last_change;
};

/* The graph by the vertices that arcs lead to. */
static const struct graph *pulled(const struct graph_command *command)
{
    const struct sssp *sssp = command->own;

    return command->choice.is_directed ? &sssp->in : &command->graph;
}

static int prepare(struct graph_command *command, struct tool_error *error)
{
    struct sssp *sssp = command->own;
    struct graph_error reason;
    uint32_t i;

    if (paths_prepare(command, error) != 0) {
        return -1;
    }
    if ((command->choice.is_directed && graph_transpose(&command->graph, &sssp->in, &reason) != 0) ||
        graph_hubs_make(pulled(command), HUB_ARCS, &sssp->hubs, &reason) != 0) {
        return tool_fail(error, "%s", reason.text);
    }
    sssp->hub_vertices = malloc(((size_t)sssp->hubs.hub_count + 1) * sizeof *sssp->hub_vertices);
    if (sssp->hub_vertices == NULL) {
        return tool_fail(error, "memory is exhausted; take a smaller graph");
    }
    for (i = 0; i < sssp->hubs.hub_count; i++) {
        sssp->hub_vertices[i] = sssp->hubs.hubs[i].vertex;
    }
    return 0;
}

static uint32_t run_of(const struct graph_command *command)
{
    return pulled(command)->vertex_count >= command->app.groups * command->app.local_items * RUN ? RUN : 1;
}

/* To come to a vertex costs about as much as an arc. */
static uint32_t at_once(const struct graph_command *command)
{
    const struct sssp *sssp = command->own;
    uint64_t vertices = (uint64_t)pulled(command)->vertex_count + sssp->hubs.piece_count;
    uint64_t units = vertices / run_of(command) + 1;
    uint64_t arcs = pulled(command)->arc_count + vertices;
    uint64_t most = command->app.groups * command->app.local_items * ARCS_AT_ONCE * units / arcs;

    return most < UINT32_MAX ? (uint32_t)most : UINT32_MAX;
}

/* Arguments that the blocking kernel and the round have in common. */
struct common {
    unsigned rows, tails, weights, pieces, hubs, distances, last_change;
};

static void pass_common(const struct graph_command *command, struct kernel_plan *plan,
                        const struct common *common, uint32_t run)
{
    const struct sssp *sssp = command->own;

    kernel_plan_pass(plan, common->rows);
    kernel_plan_pass(plan, common->tails);
    kernel_plan_pass(plan, common->weights);
    kernel_plan_pass_word(plan, pulled(command)->vertex_count);
    kernel_plan_pass_word(plan, sssp->hubs.hub_arcs);
    kernel_plan_pass(plan, common->pieces);
    kernel_plan_pass(plan, common->hubs);
    kernel_plan_pass_word(plan, sssp->hubs.piece_count);
    kernel_plan_pass_word(plan, run);
    kernel_plan_pass(plan, common->distances);
    kernel_plan_pass(plan, common->last_change);
}

static int plan(struct graph_command *command, struct kernel_plan *plan, struct tool_error *error)
{
    struct sssp *sssp = command->own;
    const struct graph *in = pulled(command);
    const struct graph_hubs *hubs = &sssp->hubs;
    uint64_t vertices = in->vertex_count;
    uint64_t arcs_bytes = (uint64_t)in->arc_count * 4;
    const struct common common = {
        .rows = kernel_plan_upload(plan, in->rows, (vertices + 1) * 4),
        .tails = kernel_plan_upload(plan, in->arcs, arcs_bytes),
        .weights = kernel_plan_upload(plan, in->weights, arcs_bytes),
        .pieces = kernel_plan_upload(plan, hubs->pieces, (uint64_t)hubs->piece_count * sizeof *hubs->pieces),
        .hubs = kernel_plan_upload(plan, sssp->hub_vertices, (uint64_t)hubs->hub_count * 4),
        .distances = paths_plan_distances(command, plan),
        .last_change = kernel_plan_buffer(plan, 4)};
    unsigned shares = kernel_plan_buffer(plan, SHARES_BYTES);

    (void)error;
    kernel_plan_set(plan, common.last_change, 0, 0);
    kernel_plan_fill(plan, shares, 0, SHARES_BYTES, 0);

    pass_common(command, plan, &common, run_of(command));
    kernel_plan_pass(plan, shares);
    kernel_plan_pass_word(plan, at_once(command));

    sssp->last_change = common.last_change;
    sssp->round = kernel_plan_phase(plan, "sssp_topology_round");
    pass_common(command, plan, &common, 1); /* a launch has work-items for all */
    kernel_plan_pass_word(plan, 0);
    return 0;
}

static void launch_round(void *self, struct kernel_phases *phases, uint32_t round)
{
    const struct graph_command *command = self;
    const struct sssp *sssp = command->own;

    kernel_phases_set_word(phases, sssp->round, ROUND_NUMBER, round);
    kernel_phases_launch(phases, sssp->round, (uint64_t)command->graph.vertex_count + sssp->hubs.piece_count);
}

static int multikernel(void *self, struct kernel_phases *phases, struct tool_error *error)
{
    const struct graph_command *command = self;
    const struct sssp *sssp = command->own;

    return kernel_phases_repeat(phases, launch_round, self, sssp->last_change, 0, NULL, error);
}

static void free_own(struct graph_command *command)
{
    struct sssp *sssp = command->own;

    graph_clear(&sssp->in);
    graph_hubs_clear(&sssp->hubs);
    free(sssp->hub_vertices);
}

static const struct graph_form form = {
    .about = "Finds the shortest paths from a source by rounds over all arcs (Bellman, Ford) on an OpenCL "
             "device,\n"
             "as a cooperative kernel that shrinks and grows around other work.\n",
    .options = PATHS_USAGE,
    .words = "distances, 4294967295 where unreached",
    .noun = {"run", "runs"},
    .kernel = &sssp_topology_source,
    .own_bytes = sizeof(struct sssp),
    .wants_weights = 1,
    .rows = paths_rows,
    .prepare = prepare,
    .plan = plan,
    .multikernel = multikernel,
    .solve = paths_solve,
    .accept = paths_accept,
    .report = paths_report,
    .json = paths_json,
    .free_own = free_own};

const struct application application_sssp_topology = {
    .name = "sssp-topology",
    .summary = "shortest paths from a source, by rounds over all arcs",
    .command = graph_command,
    .form = &form,
    .source = "Pannotia; Bellman 1958; Ford",
    .primitives = "resizing_global_barrier, offer_kill, request_fork",
    .input = "a graph"};
