/* The command: graph colouring, for each vertex a colour that no neighbour has. */
#include "color_check.h"
#include "color_source.h"

#include "tools/runner/graph_command.h"
#include "tools/runner/greedy.h"

#include <stdio.h>

/* A vertex that is no hub finds its colour in a word of 64 bits. */
#define HUB_ARCS_MAX 63

/* As the kernel has it. */
struct hub {
    uint32_t vertex;
    uint32_t unfinished;
    uint32_t first_word;
    uint32_t word_count;
};

static void rows(void *own, struct option *table)
{
    greedy_rows(own, table, HUB_ARCS_MAX, HUB_ARCS_MAX);
}

static int prepare(struct graph_command *command, struct tool_error *error)
{
    return greedy_prepare(command, sizeof(struct hub), error);
}

/* A hub has a bit for each colour below a number that is not less than that of its arcs. Returns the words
 * of all hubs. */
static uint64_t fill_hubs(struct greedy *greedy, const struct graph *graph)
{
    const struct graph_hubs *hubs = &greedy->hubs;
    struct hub *table = greedy->hub_table;
    uint64_t words = 0;
    uint32_t i;

    for (i = 0; i < hubs->hub_count; i++) {
        uint32_t vertex = hubs->hubs[i].vertex;
        uint32_t count = (graph->rows[vertex + 1] - graph->rows[vertex] + 31) / 32;

        table[i] = (struct hub){vertex, hubs->hubs[i].piece_count, (uint32_t)words, count};
        words += count;
    }
    return words;
}

/* What vertices begin with is no colour, so one that the kernel leaves unwritten is detected. */
static int plan(struct graph_command *command, struct kernel_plan *plan, struct tool_error *error)
{
    const uint64_t used_bytes = fill_hubs(command->own, &command->graph) * sizeof(uint32_t);
    const unsigned used = kernel_plan_buffer(plan, used_bytes);

    (void)error;
    kernel_plan_fill(plan, used, 0, used_bytes, 0);
    greedy_plan(command, plan, UINT32_MAX);
    kernel_plan_pass(plan, used);
    greedy_plan_phase(command, plan, 0, "color_look");
    kernel_plan_pass(plan, used);
    greedy_plan_phase(command, plan, 1, "color_take");
    kernel_plan_pass(plan, used);
    return 0;
}

static int solve(struct graph_command *command, struct tool_error *error)
{
    return greedy_solve(command, color_in_order, error);
}

/* The colouring is a right one, and it is the sequential algorithm's. */
static int compare(struct graph_command *command, int *is_wrong, struct tool_error *error)
{
    (void)error;
    *is_wrong = !color_is_proper(&command->graph, command->words) || !greedy_is_reference(command);
    return 0;
}

/* Colours are numbered from 0, without gaps. */
static uint32_t count_colors(const struct graph_command *command)
{
    uint32_t count = 0;
    uint32_t i;

    for (i = 0; i < command->graph.vertex_count; i++) {
        count = command->words[i] >= count ? command->words[i] + 1 : count;
    }
    return count;
}

static void report(struct graph_command *command)
{
    printf("Found     colours %s, rounds %s\n", app_group_digits(count_colors(command)).text,
           app_group_digits(greedy_rounds(command)).text);
}

static void write_json(struct graph_command *command, struct json *json)
{
    const struct greedy *greedy = command->own;

    json_count(json, "colours", count_colors(command));
    json_count(json, "rounds", greedy_rounds(command));
    json_text(json, "order", greedy->order_name);
}

static const struct graph_form form = {
    .about =
        "Colours a graph so that no two neighbours have the same colour, by the algorithm of Jones and\n"
        "Plassmann on an OpenCL device, as a cooperative kernel that shrinks and grows around other work.\n"
        "Arcs are taken as edges.\n",
    .options = GREEDY_USAGE("and most 63"),
    .words = "colours, from 0",
    .note_words = 1,
    .noun = {"colouring", "colourings"},
    .kernel = &color_source,
    .own_bytes = sizeof(struct greedy),
    .rows = rows,
    .check = greedy_check,
    .prepare = prepare,
    .plan = plan,
    .multikernel = greedy_multikernel,
    .solve = solve,
    .compare = compare,
    .report = report,
    .json = write_json,
    .free_own = greedy_free_own};

const struct application application_color = {.name = "color",
                                              .summary = "colouring of a graph",
                                              .command = graph_command,
                                              .form = &form,
                                              .source = "Jones and Plassmann 1993; Pannotia",
                                              .primitives = "resizing_global_barrier",
                                              .input = "a graph"};
