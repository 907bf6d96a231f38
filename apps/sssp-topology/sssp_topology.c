/* The command: shortest paths from one source, by rounds over all arcs. */
#include "sssp_topology_source.h"

#include "tools/kernel/shares.h"
#include "tools/paths/paths_command.h"
#include "tools/runner/graph_command.h"

/* Of sssp_topology_phases.cl: the parameter that changes. */
#define ROUND_NUMBER 7

struct sssp {
    uint64_t source;
    struct graph in; /* of a directed graph: its arcs turned */
    unsigned round;
    unsigned last_change;
};

static void rows(void *own, struct option *table)
{
    struct sssp *sssp = own;

    paths_rows(&sssp->source, table);
}

static int prepare(struct graph_command *command, struct tool_error *error)
{
    struct sssp *sssp = command->own;
    struct graph_error reason;

    if (paths_prepare(command, sssp->source, error) != 0) {
        return -1;
    }
    return command->choice.is_directed && graph_transpose(&command->graph, &sssp->in, &reason) != 0
               ? tool_fail(error, "%s", reason.text)
               : 0;
}

/* Arguments that the blocking kernel and the round have in common. */
struct common {
    unsigned rows, tails, weights, distances, last_change;
};

static void pass_common(const struct graph *graph, struct kernel_plan *plan, const struct common *common)
{
    kernel_plan_pass(plan, common->rows);
    kernel_plan_pass(plan, common->tails);
    kernel_plan_pass(plan, common->weights);
    kernel_plan_pass_word(plan, graph->vertex_count);
    kernel_plan_pass_word(plan, graph->arc_count);
    kernel_plan_pass(plan, common->distances);
    kernel_plan_pass(plan, common->last_change);
}

static int plan(struct graph_command *command, struct kernel_plan *plan, struct tool_error *error)
{
    struct sssp *sssp = command->own;
    const struct graph *in = command->choice.is_directed ? &sssp->in : &command->graph;
    uint64_t vertices = in->vertex_count;
    uint64_t arcs_bytes = (uint64_t)in->arc_count * 4;
    const struct common common = {.rows = kernel_plan_upload(plan, in->rows, (vertices + 1) * 4),
                                  .tails = kernel_plan_upload(plan, in->arcs, arcs_bytes),
                                  .weights = kernel_plan_upload(plan, in->weights, arcs_bytes),
                                  .distances = kernel_plan_buffer(plan, vertices * 4),
                                  .last_change = kernel_plan_buffer(plan, 4)};
    unsigned shares = kernel_plan_buffer(plan, SHARES_BYTES);

    (void)error;
    kernel_plan_fill(plan, common.distances, 0, vertices * 4, PATHS_UNREACHED);
    kernel_plan_set(plan, common.distances, sssp->source, 0);
    kernel_plan_set(plan, common.last_change, 0, 0);
    kernel_plan_fill(plan, shares, 0, SHARES_BYTES, 0);
    plan->result = common.distances;

    pass_common(in, plan, &common);
    kernel_plan_pass(plan, shares);
    kernel_plan_pass_word(plan, shares_at_once(command->app.groups, command->app.local_items));

    sssp->last_change = common.last_change;
    sssp->round = kernel_plan_phase(plan, "sssp_topology_round");
    pass_common(in, plan, &common);
    kernel_plan_pass_word(plan, 0);
    return 0;
}

static void launch_round(void *self, struct kernel_phases *phases, uint32_t round)
{
    const struct graph_command *command = self;
    const struct sssp *sssp = command->own;

    kernel_phases_set_word(phases, sssp->round, ROUND_NUMBER, round);
    kernel_phases_launch(phases, sssp->round, command->graph.arc_count / 64 + 1);
}

static int multikernel(void *self, struct kernel_phases *phases, struct tool_error *error)
{
    const struct graph_command *command = self;
    const struct sssp *sssp = command->own;

    return kernel_phases_repeat(phases, launch_round, self, sssp->last_change, 0, NULL, error);
}

static int solve(struct graph_command *command, struct tool_error *error)
{
    const struct sssp *sssp = command->own;

    return paths_solve(command, sssp->source, error);
}

static void free_own(struct graph_command *command)
{
    struct sssp *sssp = command->own;

    graph_clear(&sssp->in);
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
    .rows = rows,
    .prepare = prepare,
    .plan = plan,
    .multikernel = multikernel,
    .solve = solve,
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
