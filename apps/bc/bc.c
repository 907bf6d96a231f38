/* The command: betweenness, the sum of each vertex's dependencies over a sample of sources. */
#include "bc_sequential.h"
#include "bc_source.h"
#include "bc_sources.h"
#include "tools/kernel/shares.h"
#include "tools/runner/graph_command.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of bc.cl. */
#define PIECE 64
#define PIECES_MAX 1024
#define BLOCK 32
#define PIECE_BYTES 32
#define PATHS_BYTES 16
#define COUNTS_BYTES (9 * LIST_COUNT_BYTES)

/* Of bc_phases.cl: parameters that change. */
enum { CLEAR_SOURCE = 14, PHASE_LEVEL = 13 };

/* A sweep's phases: a level's vertices, its hubs' pieces, the blocks of these, its hubs. */
enum { FORWARD, BACKWARD };
enum { VERTICES, HUB_PIECES, HUB_BLOCKS, HUBS, SWEEP_PHASES };

/* What a result may differ by from the reference, relatively. */
#define TOLERANCE 1e-5

/* What bc.cl calls struct task, in the order of its members, by the buffers' numbers. */
struct task {
    unsigned rows, arcs, in_rows, in_arcs, levels, paths, dependencies, sums, result, order, starts, counts,
        pieces;
};

struct bc {
    uint64_t source_count;
    uint64_t sample_seed;
    uint32_t *sources;
    struct graph in;    /* of a directed graph: its arcs turned */
    uint64_t hub_parts; /* pieces of all hubs */
    int has_wide_hubs;  /* of more than BLOCK pieces */

    /* Of --multikernel: the phases, and where their last round with work is. */
    unsigned clear;
    unsigned sweeps[2][SWEEP_PHASES]; /* forward and backward */
    unsigned last_level;
};

static void rows(void *own, struct option *table)
{
    struct bc *bc = own;

    bc->source_count = BC_SOURCES;
    bc->sample_seed = BC_SAMPLE_SEED;
    option_add(table, (struct option){"--sources", OPTION_NUMBER, &bc->source_count, 1, GRAPH_VERTICES_MAX});
    option_add(table, (struct option){"--sample-seed", OPTION_NUMBER, &bc->sample_seed, 0, UINT64_MAX});
}

static int is_directed(const struct graph_command *command)
{
    return command->choice.is_directed;
}

static int draw_sources(struct bc *bc, uint32_t vertex_count, struct tool_error *error)
{
    bc->sources = malloc((size_t)vertex_count * sizeof *bc->sources);
    if (bc->sources == NULL) {
        return tool_fail(error, "memory is exhausted; take a smaller graph");
    }
    bc_sources_draw(bc->sources, vertex_count, bc->sample_seed, &bc->source_count);
    return 0;
}

static int prepare(struct graph_command *command, struct tool_error *error)
{
    struct bc *bc = command->own;
    struct graph_error reason;

    if (is_directed(command) && graph_transpose(&command->graph, &bc->in, &reason) != 0) {
        return tool_fail(error, "%s", reason.text);
    }
    return draw_sources(bc, command->graph.vertex_count, error);
}

static float as_float(uint32_t word)
{
    float number;

    memcpy(&number, &word, sizeof number);
    return number;
}

static int solve(struct graph_command *command, struct tool_error *error)
{
    const struct bc *bc = command->own;
    uint32_t count = command->graph.vertex_count;
    double *sums = malloc((size_t)count * sizeof *sums);
    uint32_t i;

    if (sums == NULL || bc_sequential(&command->graph, bc->sources, (uint32_t)bc->source_count, sums) != 0) {
        free(sums);
        return tool_fail(error, "memory is exhausted; take a smaller graph");
    }
    for (i = 0; i < count; i++) {
        float sum = (float)sums[i];

        memcpy(&command->reference[i], &sum, sizeof sum);
    }
    free(sums);
    return 0;
}

static int compare(struct graph_command *command, int *is_wrong, struct tool_error *error)
{
    uint32_t i;

    (void)error;
    *is_wrong = 0;
    for (i = 0; i < command->graph.vertex_count; i++) {
        double right = as_float(command->reference[i]);

        /* Not greater is false of what is no number. */
        *is_wrong |= !(fabs(as_float(command->words[i]) - right) <= TOLERANCE * right + FLT_MIN);
    }
    return 0;
}

static uint32_t degree(const struct graph *graph, uint32_t vertex)
{
    return graph->rows[vertex + 1] - graph->rows[vertex];
}

/* Sets hub_parts and has_wide_hubs. */
static void count_pieces(const struct graph_command *command)
{
    struct bc *bc = command->own;
    const struct graph *in = is_directed(command) ? &bc->in : &command->graph;
    uint32_t i;

    bc->hub_parts = 0;
    bc->has_wide_hubs = 0;
    for (i = 0; i < command->graph.vertex_count; i++) {
        uint32_t out_degree = degree(&command->graph, i);
        uint32_t in_degree = degree(in, i);
        uint32_t most = out_degree > in_degree ? out_degree : in_degree;
        uint32_t parts = most / PIECE + 1 < PIECES_MAX ? most / PIECE + 1 : PIECES_MAX;

        bc->hub_parts += most <= PIECE ? 0 : parts;
        bc->has_wide_hubs |= most > PIECE && parts > BLOCK;
    }
}

static void pass_task(struct kernel_plan *plan, const struct task *task)
{
    const unsigned buffers[] = {task->rows,   task->arcs,         task->in_rows, task->in_arcs, task->levels,
                                task->paths,  task->dependencies, task->sums,    task->result,  task->order,
                                task->starts, task->counts,       task->pieces};
    size_t i;

    for (i = 0; i < sizeof buffers / sizeof *buffers; i++) {
        kernel_plan_pass(plan, buffers[i]);
    }
}

static void plan_phases(struct bc *bc, struct kernel_plan *plan, const struct task *task,
                        uint32_t vertex_count)
{
    static const char *const names[2][SWEEP_PHASES] = {
        {"bc_forward", "bc_forward_pieces", "bc_forward_blocks", "bc_forward_hubs"},
        {"bc_backward", "bc_backward_pieces", "bc_backward_blocks", "bc_backward_hubs"}};
    int sweep, phase;

    bc->clear = kernel_plan_phase(plan, "bc_clear");
    pass_task(plan, task);
    kernel_plan_pass_word(plan, vertex_count);
    kernel_plan_pass_word(plan, 0);
    kernel_plan_pass(plan, bc->last_level);
    for (sweep = FORWARD; sweep <= BACKWARD; sweep++) {
        for (phase = VERTICES; phase <= HUBS; phase++) {
            bc->sweeps[sweep][phase] = kernel_plan_phase(plan, names[sweep][phase]);
            pass_task(plan, task);
            kernel_plan_pass_word(plan, 0);
            kernel_plan_pass(plan, bc->last_level);
        }
    }
}

static int plan(struct graph_command *command, struct kernel_plan *plan, struct tool_error *error)
{
    const struct graph *graph = &command->graph;
    struct bc *bc = command->own;
    uint64_t vertices = graph->vertex_count;
    uint64_t rows_bytes = (vertices + 1) * 4;
    uint64_t arcs_bytes = (uint64_t)graph->arc_count * 4;
    struct task task;
    unsigned sources = kernel_plan_upload(plan, bc->sources, bc->source_count * 4);
    unsigned shares = kernel_plan_buffer(plan, SHARES_BYTES);

    (void)error;
    count_pieces(command);
    task.rows = kernel_plan_upload(plan, graph->rows, rows_bytes);
    task.arcs = kernel_plan_upload(plan, graph->arcs, arcs_bytes);
    task.in_rows = is_directed(command) ? kernel_plan_upload(plan, bc->in.rows, rows_bytes) : task.rows;
    task.in_arcs = is_directed(command) ? kernel_plan_upload(plan, bc->in.arcs, arcs_bytes) : task.arcs;
    task.levels = kernel_plan_buffer(plan, vertices * 4);
    task.paths = kernel_plan_buffer(plan, vertices * PATHS_BYTES);
    task.dependencies = kernel_plan_buffer(plan, vertices * sizeof(double));
    task.sums = kernel_plan_buffer(plan, vertices * sizeof(double));
    task.result = kernel_plan_buffer(plan, vertices * 4);
    task.order = kernel_plan_buffer(plan, vertices * 4);
    task.starts = kernel_plan_buffer(plan, (vertices + 3) * 4);
    task.counts = kernel_plan_buffer(plan, COUNTS_BYTES);
    task.pieces = kernel_plan_buffer(plan, bc->hub_parts * PIECE_BYTES);
    bc->last_level = kernel_plan_buffer(plan, 4);

    kernel_plan_fill(plan, task.sums, 0, vertices * sizeof(double), 0);
    kernel_plan_fill(plan, task.result, 0, vertices * 4, 0);
    kernel_plan_fill(plan, task.counts, 0, COUNTS_BYTES, 0);
    kernel_plan_fill(plan, shares, 0, SHARES_BYTES, 0);
    plan->result = task.result;

    pass_task(plan, &task);
    kernel_plan_pass_word(plan, graph->vertex_count);
    kernel_plan_pass(plan, sources);
    kernel_plan_pass_word(plan, (uint32_t)bc->source_count);
    kernel_plan_pass(plan, shares);
    kernel_plan_pass_word(plan, shares_at_once(command->app.groups, command->app.local_items));
    plan_phases(bc, plan, &task, graph->vertex_count);
    return 0;
}

/* A level of a sweep. A graph without hubs needs one launch, but going forward the last one also makes the
 * next level's begin. */
static void launch_level(const struct graph_command *command, struct kernel_phases *phases, int sweep,
                         uint32_t level)
{
    const struct bc *bc = command->own;
    const uint64_t items[SWEEP_PHASES] = {command->graph.vertex_count, bc->hub_parts,
                                          bc->has_wide_hubs ? bc->hub_parts : 0,
                                          bc->hub_parts > 0 || sweep == BACKWARD ? bc->hub_parts : 1};
    int phase;

    for (phase = VERTICES; phase <= HUBS; phase++) {
        if (items[phase] > 0) {
            kernel_phases_set_word(phases, bc->sweeps[sweep][phase], PHASE_LEVEL, level);
            kernel_phases_launch(phases, bc->sweeps[sweep][phase], items[phase]);
        }
    }
}

/* There are no more levels than vertices. */
static void launch_forward(void *self, struct kernel_phases *phases, uint32_t round)
{
    const struct graph_command *command = self;

    if (round <= command->graph.vertex_count) {
        launch_level(command, phases, FORWARD, round - 1);
    }
}

static int multikernel(void *self, struct kernel_phases *phases, struct tool_error *error)
{
    const struct graph_command *command = self;
    const struct bc *bc = command->own;
    uint32_t i, level, last;

    for (i = 0; i < bc->source_count; i++) {
        kernel_phases_set_word(phases, bc->clear, CLEAR_SOURCE, bc->sources[i]);
        kernel_phases_launch(phases, bc->clear, command->graph.vertex_count);
        if (kernel_phases_repeat(phases, launch_forward, self, bc->last_level, 0, &last, error) != 0) {
            return -1;
        }
        for (level = last - 1; level-- > 1;) {
            launch_level(command, phases, BACKWARD, level);
        }
    }
    return 0;
}

static void free_own(struct graph_command *command)
{
    struct bc *bc = command->own;

    free(bc->sources);
    graph_clear(&bc->in);
}

/* The first vertex of the greatest value. */
static uint32_t most_central(const struct graph_command *command)
{
    uint32_t most = 0;
    uint32_t i;

    for (i = 1; i < command->graph.vertex_count; i++) {
        most = as_float(command->words[i]) > as_float(command->words[most]) ? i : most;
    }
    return most;
}

static void report(struct graph_command *command)
{
    const struct bc *bc = command->own;
    uint32_t most = most_central(command);

    printf("Found     betweenness at most %.4g, of vertex %" PRIu32 "; from %s source%s\n",
           as_float(command->words[most]), most, app_group_digits(bc->source_count).text,
           app_plural(bc->source_count));
}

static void write_json(struct graph_command *command, struct json *json)
{
    const struct bc *bc = command->own;
    uint32_t most = most_central(command);

    json_count(json, "sources", bc->source_count);
    json_count(json, "most_central", most);
    json_number(json, "most_betweenness", as_float(command->words[most]));
}

static const struct graph_form form = {
    .about =
        "Finds the betweenness of a graph's vertices, the number of shortest paths that lead through each,\n"
        "weighed, from a sample of sources, on an OpenCL device, as a cooperative kernel that shrinks and\n"
        "grows around other work.\n",
    .options = "  --sources N           vertices that the paths begin at, drawn at random (default 4)\n"
               "  --sample-seed S       another seed draws others (default 1)\n",
    .words = "betweenness of each vertex",
    .number = GRAPH_FLOAT,
    .noun = {"run", "runs"},
    .kernel = &bc_source,
    .own_bytes = sizeof(struct bc),
    .rows = rows,
    .prepare = prepare,
    .solve = solve,
    .compare = compare,
    .plan = plan,
    .multikernel = multikernel,
    .report = report,
    .json = write_json,
    .free_own = free_own};

const struct application application_bc = {.name = "bc",
                                           .summary = "betweenness of a graph's vertices",
                                           .command = graph_command,
                                           .form = &form,
                                           .source = "Brandes 2001; Brandes and Pich 2007",
                                           .primitives = "resizing_global_barrier, offer_kill, request_fork",
                                           .input = "a graph"};
