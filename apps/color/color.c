/* The command: graph colouring, for each vertex a colour that no neighbour has. */
#include "color_check.h"
#include "color_source.h"

#include "tools/runner/graph_command.h"
#include "tools/runner/greedy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A vertex that is no hub finds its colour in a word of 64 bits. */
#define HUB_ARCS_MAX 63

/* As the kernel has it. */
struct hub {
    uint32_t vertex;
    uint32_t unfinished;
    uint32_t first_word;
    uint32_t word_count;
};

struct color {
    struct greedy greedy;
    struct hub *hubs;
    uint32_t reference_rounds;
};

static void rows(void *own, struct option *table)
{
    struct color *color = own;

    greedy_rows(&color->greedy, table, HUB_ARCS_MAX, HUB_ARCS_MAX);
}

static int prepare(struct graph_command *command, struct tool_error *error)
{
    struct color *own = command->own;

    if (greedy_prepare(command, error) != 0) {
        return -1;
    }
    own->hubs = malloc(((size_t)own->greedy.hubs.hub_count + 1) * sizeof *own->hubs);
    return own->hubs != NULL ? 0 : tool_fail(error, "memory is exhausted; take a smaller graph");
}

/* A hub has a bit for each colour below a number that is not less than that of its arcs. Returns the words
 * of all hubs. */
static uint64_t fill_hubs(struct color *own, const struct graph *graph)
{
    const struct graph_hubs *hubs = &own->greedy.hubs;
    uint64_t words = 0;
    uint32_t i;

    for (i = 0; i < hubs->hub_count; i++) {
        uint32_t vertex = hubs->hubs[i].vertex;
        uint32_t count = (graph->rows[vertex + 1] - graph->rows[vertex] + 31) / 32;

        own->hubs[i] = (struct hub){vertex, hubs->hubs[i].piece_count, (uint32_t)words, count};
        words += count;
    }
    return words;
}

/* What vertices begin with is no colour, so one that the kernel leaves unwritten is detected. */
static int plan(struct graph_command *command, struct kernel_plan *plan, struct tool_error *error)
{
    struct color *own = command->own;
    const uint64_t used_bytes = fill_hubs(own, &command->graph) * sizeof(uint32_t);
    const unsigned used = kernel_plan_buffer(plan, used_bytes);

    (void)error;
    kernel_plan_fill(plan, used, 0, used_bytes, 0);
    greedy_plan(command, plan, own->hubs, own->greedy.hubs.hub_count * sizeof *own->hubs, UINT32_MAX);
    kernel_plan_pass(plan, used);
    greedy_plan_phase(command, plan, 0, "color_look");
    kernel_plan_pass(plan, used);
    greedy_plan_phase(command, plan, 1, "color_take");
    kernel_plan_pass(plan, used);
    return 0;
}

static int solve(struct graph_command *command, struct tool_error *error)
{
    struct color *own = command->own;

    return color_in_order(&command->graph, &own->greedy.order, command->reference, &own->reference_rounds) ==
                   0
               ? 0
               : tool_fail(error, "memory is exhausted; take a smaller graph");
}

/* The colouring is a right one, and it is the sequential algorithm's. */
static int compare(struct graph_command *command, int *is_wrong, struct tool_error *error)
{
    const struct color *own = command->own;
    const size_t bytes = (size_t)command->graph.vertex_count * sizeof *command->words;

    (void)error;
    *is_wrong = !color_is_proper(&command->graph, command->words) ||
                memcmp(command->words, command->reference, bytes) != 0 ||
                greedy_rounds(command) != own->reference_rounds;
    return 0;
}

static void free_own(struct graph_command *command)
{
    struct color *own = command->own;

    greedy_clear(&own->greedy);
    free(own->hubs);
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
    const struct color *own = command->own;

    json_count(json, "colours", count_colors(command));
    json_count(json, "rounds", greedy_rounds(command));
    json_text(json, "order", own->greedy.order_name);
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
    .own_bytes = sizeof(struct color),
    .rows = rows,
    .check = greedy_check,
    .prepare = prepare,
    .plan = plan,
    .multikernel = greedy_multikernel,
    .solve = solve,
    .compare = compare,
    .report = report,
    .json = write_json,
    .free_own = free_own};

const struct application application_color = {.name = "color",
                                              .summary = "colouring of a graph",
                                              .command = graph_command,
                                              .form = &form,
                                              .source = "Jones and Plassmann 1993; Pannotia",
                                              .primitives = "resizing_global_barrier",
                                              .input = "a graph"};
