/* The command: shortest paths from one source, by rounds over the vertices whose distance fell. */
#include "sssp_worklist_source.h"

#include "tools/kernel/shares.h"
#include "tools/paths/paths_command.h"
#include "tools/runner/graph_command.h"

/* Of sssp_worklist.cl. */
#define PIECE_BYTES 12
#define NEAR_COUNT 0 /* the words of struct counts that are not 0 at first: near[0], */
#define FAR_LEAST 9  /* and three from here, by their place among the counts */
#define COUNTS 12

/* Of sssp_worklist_phases.cl: the parameter that changes, the threshold's place in struct progress. */
#define PHASE_ROUND 15
#define PROGRESS_BYTES 16
#define PROGRESS_THRESHOLD 3

#define HUB_ARCS 64

/* The threshold rises by that many times the mean weight of an arc, divided by the mean degree: Davidson et
 * al., section 5, for groups of 32 work-items in step. */
#define DELTA_FACTOR 32

enum { NEAR, PIECES, SPLIT, NEXT, PHASES };

struct sssp {
    struct paths paths;
    uint64_t hub_arcs;
    uint64_t delta;
    uint64_t pieces;
    unsigned phases[PHASES];
    unsigned progress;
};

static void rows(void *own, struct option *table)
{
    struct sssp *sssp = own;

    sssp->hub_arcs = HUB_ARCS;
    paths_rows(own, table);
    option_add(table, (struct option){"--hub-arcs", OPTION_NUMBER, &sssp->hub_arcs, 1, UINT32_MAX});
    option_add(table, (struct option){"--delta", OPTION_NUMBER, &sssp->delta, 1, UINT32_MAX});
}

/* mean weight / mean degree = (sum / arcs) / (arcs / vertices) */
static uint64_t default_delta(const struct graph *graph)
{
    double arcs = graph->arc_count;
    double sum = 0;
    double delta;
    uint32_t i;

    for (i = 0; i < graph->arc_count; i++) {
        sum += graph->weights[i];
    }
    delta = arcs > 0 ? DELTA_FACTOR * (sum / arcs) * (graph->vertex_count / arcs) : 1;
    return delta < 1 ? 1 : delta < UINT32_MAX ? (uint64_t)delta : UINT32_MAX;
}

static int prepare(struct graph_command *command, struct tool_error *error)
{
    struct sssp *sssp = command->own;

    if (paths_prepare(command, error) != 0) {
        return -1;
    }
    sssp->delta = sssp->delta > 0 ? sssp->delta : default_delta(&command->graph);
    sssp->pieces = graph_pieces(&command->graph, (uint32_t)sssp->hub_arcs);
    return 0;
}

/* Arguments that the blocking kernel and the phases have in common. */
struct common {
    unsigned rows, arcs, weights, distances, is_near, is_far, near[2], far[2], pieces, counts;
};

static void pass_common(const struct sssp *sssp, struct kernel_plan *plan, const struct common *common)
{
    const unsigned buffers[] = {common->rows,    common->arcs,   common->weights, common->distances,
                                common->is_near, common->is_far, common->near[0], common->near[1],
                                common->far[0],  common->far[1], common->pieces,  common->counts};
    size_t i;

    for (i = 0; i < sizeof buffers / sizeof *buffers; i++) {
        kernel_plan_pass(plan, buffers[i]);
    }
    kernel_plan_pass_word(plan, (uint32_t)sssp->hub_arcs);
    kernel_plan_pass_word(plan, (uint32_t)sssp->delta);
}

static struct common plan_memory(struct graph_command *command, struct kernel_plan *plan)
{
    const struct graph *graph = &command->graph;
    const struct sssp *sssp = command->own;
    uint64_t vertices_bytes = (uint64_t)graph->vertex_count * 4;
    uint64_t arcs_bytes = (uint64_t)graph->arc_count * 4;

    return (struct common){
        .rows = kernel_plan_upload(plan, graph->rows, vertices_bytes + 4),
        .arcs = kernel_plan_upload(plan, graph->arcs, arcs_bytes),
        .weights = kernel_plan_upload(plan, graph->weights, arcs_bytes),
        .distances = paths_plan_distances(command, plan),
        .is_near = kernel_plan_buffer(plan, vertices_bytes),
        .is_far = kernel_plan_buffer(plan, vertices_bytes),
        .near = {kernel_plan_buffer(plan, vertices_bytes), kernel_plan_buffer(plan, vertices_bytes)},
        .far = {kernel_plan_buffer(plan, vertices_bytes), kernel_plan_buffer(plan, vertices_bytes)},
        .pieces = kernel_plan_buffer(plan, sssp->pieces * PIECE_BYTES),
        .counts = kernel_plan_buffer(plan, COUNTS * LIST_COUNT_BYTES)};
}

static int plan(struct graph_command *command, struct kernel_plan *plan, struct tool_error *error)
{
    static const char *const names[PHASES] = {"sssp_worklist_near", "sssp_worklist_pieces",
                                              "sssp_worklist_split", "sssp_worklist_next"};
    struct sssp *sssp = command->own;
    uint64_t vertices_bytes = (uint64_t)command->graph.vertex_count * 4;
    const struct common common = plan_memory(command, plan);
    unsigned shares = kernel_plan_buffer(plan, SHARES_BYTES);
    unsigned i;

    (void)error;
    sssp->progress = kernel_plan_buffer(plan, PROGRESS_BYTES);
    kernel_plan_fill(plan, common.is_near, 0, vertices_bytes, 0);
    kernel_plan_fill(plan, common.is_far, 0, vertices_bytes, 0);
    kernel_plan_set(plan, common.near[0], 0, (uint32_t)sssp->paths.source);
    kernel_plan_fill(plan, common.counts, 0, COUNTS * LIST_COUNT_BYTES, 0);
    kernel_plan_set(plan, common.counts, NEAR_COUNT, 1);
    for (i = 0; i < 3; i++) {
        kernel_plan_set(plan, common.counts, (uint64_t)(FAR_LEAST + i) * LIST_COUNT_WORDS, PATHS_UNREACHED);
    }
    kernel_plan_fill(plan, shares, 0, SHARES_BYTES, 0);
    kernel_plan_fill(plan, sssp->progress, 0, PROGRESS_BYTES, 0);
    kernel_plan_set(plan, sssp->progress, PROGRESS_THRESHOLD, (uint32_t)sssp->delta);

    pass_common(sssp, plan, &common);
    kernel_plan_pass(plan, shares);
    kernel_plan_pass_word(plan, shares_at_once(command->app.groups, command->app.local_items));
    for (i = 0; i < PHASES; i++) {
        sssp->phases[i] = kernel_plan_phase(plan, names[i]);
        pass_common(sssp, plan, &common);
        kernel_plan_pass(plan, sssp->progress);
        kernel_plan_pass_word(plan, 0);
    }
    return 0;
}

static void launch_round(void *self, struct kernel_phases *phases, uint32_t round)
{
    const struct graph_command *command = self;
    const struct sssp *sssp = command->own;
    const uint64_t items[PHASES] = {command->graph.vertex_count, sssp->pieces, command->graph.vertex_count,
                                    1};
    unsigned i;

    for (i = 0; i < PHASES; i++) {
        if (items[i] > 0) {
            kernel_phases_set_word(phases, sssp->phases[i], PHASE_ROUND, round - 1);
            kernel_phases_launch(phases, sssp->phases[i], items[i]);
        }
    }
}

static int multikernel(void *self, struct kernel_phases *phases, struct tool_error *error)
{
    const struct graph_command *command = self;
    const struct sssp *sssp = command->own;

    return kernel_phases_repeat(phases, launch_round, self, sssp->progress, 0, NULL, error);
}

static void write_json(struct graph_command *command, struct json *json)
{
    const struct sssp *sssp = command->own;

    paths_json(command, json);
    json_count(json, "delta", sssp->delta);
}

static const struct graph_form form = {
    .about =
        "Finds the shortest paths from a source by rounds over the vertices whose distance fell, near ones\n"
        "first, on an OpenCL device, as a cooperative kernel that shrinks and grows around other work.\n",
    .options = PATHS_USAGE
    "  --hub-arcs N          vertices of more arcs are expanded by all work-items (default 64)\n"
    "  --delta D             distances within which vertices count as near; unless given, 32 mean weights\n"
    "                        divided by the mean degree\n",
    .words = "distances, 4294967295 where unreached",
    .noun = {"run", "runs"},
    .kernel = &sssp_worklist_source,
    .own_bytes = sizeof(struct sssp),
    .wants_weights = 1,
    .rows = rows,
    .prepare = prepare,
    .plan = plan,
    .multikernel = multikernel,
    .solve = paths_solve,
    .accept = paths_accept,
    .report = paths_report,
    .json = write_json};

const struct application application_sssp_worklist = {
    .name = "sssp-worklist",
    .summary = "shortest paths from a source, by a worklist, near vertices first",
    .command = graph_command,
    .form = &form,
    .source = "LonestarGPU; Davidson et al. 2014",
    .primitives = "resizing_global_barrier, offer_kill, request_fork",
    .input = "a graph"};
