/* The command: a maximal independent set, for each vertex whether it is in the set. */
#include "mis_check.h"
#include "mis_source.h"

#include "tools/runner/graph_command.h"
#include "tools/runner/greedy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The default bound. */
#define HUB_ARCS 64

/* As the kernel has them; it leaves no vertex undecided. */
#define CHOSEN 1u
struct hub {
    uint32_t vertex;
    uint32_t unfinished;
};

struct mis {
    struct greedy greedy;
    struct hub *hubs;
    uint32_t reference_rounds;
};

static void rows(void *own, struct option *table)
{
    struct mis *mis = own;

    greedy_rows(&mis->greedy, table, HUB_ARCS, UINT32_MAX);
}

static int prepare(struct graph_command *command, struct tool_error *error)
{
    struct mis *own = command->own;

    if (greedy_prepare(command, error) != 0) {
        return -1;
    }
    own->hubs = malloc(((size_t)own->greedy.hubs.hub_count + 1) * sizeof *own->hubs);
    return own->hubs != NULL ? 0 : tool_fail(error, "memory is exhausted; take a smaller graph");
}

static int plan(struct graph_command *command, struct kernel_plan *plan, struct tool_error *error)
{
    struct mis *own = command->own;
    const struct graph_hubs *hubs = &own->greedy.hubs;
    uint32_t i;

    (void)error;
    for (i = 0; i < hubs->hub_count; i++) {
        own->hubs[i] = (struct hub){hubs->hubs[i].vertex, hubs->hubs[i].piece_count};
    }
    greedy_plan(command, plan, own->hubs, hubs->hub_count * sizeof *own->hubs, 0);
    greedy_plan_phase(command, plan, 0, "mis_choose");
    greedy_plan_phase(command, plan, 1, "mis_exclude");
    return 0;
}

static int solve(struct graph_command *command, struct tool_error *error)
{
    struct mis *own = command->own;

    return mis_in_order(&command->graph, &own->greedy.order, command->reference, &own->reference_rounds) == 0
               ? 0
               : tool_fail(error, "memory is exhausted; take a smaller graph");
}

/* The set is a right one, and it is the sequential algorithm's. */
static int compare(struct graph_command *command, int *is_wrong, struct tool_error *error)
{
    const struct mis *own = command->own;
    const size_t bytes = (size_t)command->graph.vertex_count * sizeof *command->words;

    (void)error;
    *is_wrong = !mis_is_right(&command->graph, command->words) ||
                memcmp(command->words, command->reference, bytes) != 0 ||
                greedy_rounds(command) != own->reference_rounds;
    return 0;
}

static void free_own(struct graph_command *command)
{
    struct mis *own = command->own;

    greedy_clear(&own->greedy);
    free(own->hubs);
}

static uint32_t count_chosen(const struct graph_command *command)
{
    uint32_t count = 0;
    uint32_t i;

    for (i = 0; i < command->graph.vertex_count; i++) {
        count += command->words[i] == CHOSEN;
    }
    return count;
}

static void report(struct graph_command *command)
{
    printf("Found     vertices %s, rounds %s\n", app_group_digits(count_chosen(command)).text,
           app_group_digits(greedy_rounds(command)).text);
}

static void write_json(struct graph_command *command, struct json *json)
{
    const struct mis *own = command->own;

    json_count(json, "chosen", count_chosen(command));
    json_count(json, "rounds", greedy_rounds(command));
    json_text(json, "order", own->greedy.order_name);
}

static const struct graph_form form = {
    .about =
        "Finds a maximal set of vertices no two of which are neighbours, by Luby's algorithm on an OpenCL\n"
        "device, as a cooperative kernel that shrinks and grows around other work. Arcs are taken as "
        "edges.\n",
    .options = GREEDY_USAGE("64"),
    .words = "states, 1 in the set and 2 outside",
    .note_words = 1,
    .noun = {"set", "sets"},
    .kernel = &mis_source,
    .own_bytes = sizeof(struct mis),
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

const struct application application_mis = {.name = "mis",
                                            .summary = "maximal independent set of a graph",
                                            .command = graph_command,
                                            .form = &form,
                                            .source = "Luby 1986; Pannotia",
                                            .primitives = "resizing_global_barrier",
                                            .input = "a graph"};
