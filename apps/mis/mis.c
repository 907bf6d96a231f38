/* The command: a maximal independent set, for each vertex whether it is in the set. */
#include "mis_check.h"
#include "mis_source.h"

#include "tools/runner/graph_command.h"
#include "tools/runner/greedy.h"

#include <stdio.h>

/* The default bound. */
#define HUB_ARCS 64

/* As the kernel has them; it leaves no vertex undecided. */
#define CHOSEN 1u
struct hub {
    uint32_t vertex;
    uint32_t unfinished;
};

static void rows(void *own, struct option *table)
{
    greedy_rows(own, table, HUB_ARCS, UINT32_MAX);
}

static int prepare(struct graph_command *command, struct tool_error *error)
{
    return greedy_prepare(command, sizeof(struct hub), error);
}

static int plan(struct graph_command *command, struct kernel_plan *plan, struct tool_error *error)
{
    struct greedy *greedy = command->own;
    const struct graph_hubs *hubs = &greedy->hubs;
    struct hub *table = greedy->hub_table;
    uint32_t i;

    (void)error;
    for (i = 0; i < hubs->hub_count; i++) {
        table[i] = (struct hub){hubs->hubs[i].vertex, hubs->hubs[i].piece_count};
    }
    greedy_plan(command, plan, 0);
    greedy_plan_phase(command, plan, 0, "mis_choose");
    greedy_plan_phase(command, plan, 1, "mis_exclude");
    return 0;
}

static int solve(struct graph_command *command, struct tool_error *error)
{
    return greedy_solve(command, mis_in_order, error);
}

/* The set is a right one, and it is the sequential algorithm's. */
static int compare(struct graph_command *command, int *is_wrong, struct tool_error *error)
{
    (void)error;
    *is_wrong = !mis_is_right(&command->graph, command->words) || !greedy_is_reference(command);
    return 0;
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
    const struct greedy *greedy = command->own;

    json_count(json, "chosen", count_chosen(command));
    json_count(json, "rounds", greedy_rounds(command));
    json_text(json, "order", greedy->order_name);
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

const struct application application_mis = {.name = "mis",
                                            .summary = "maximal independent set of a graph",
                                            .command = graph_command,
                                            .form = &form,
                                            .source = "Luby 1986; Pannotia",
                                            .primitives = "resizing_global_barrier",
                                            .input = "a graph"};
