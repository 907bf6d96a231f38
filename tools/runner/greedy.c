#include "greedy.h"

#include "tools/kernel/shares.h"

#include <stdlib.h>
#include <string.h>

/* Places of a phase's arguments. */
enum { LIST = 8, NEXT_LIST = 9, FIRST_ROUND = 10, SECOND_ROUND = 11 };

void greedy_rows(struct greedy *greedy, struct option *table, uint64_t hub_arcs, uint64_t hub_arcs_max)
{
    greedy->hub_arcs = hub_arcs;
    greedy->order_name = "random";
    greedy->together = UINT32_MAX;
    option_add(table, (struct option){"--append-together", OPTION_NUMBER, &greedy->together, 0, 1});
    option_add(table, (struct option){"--order", OPTION_TEXT, &greedy->order_name, 0, 0});
    option_add(table, (struct option){"--hub-arcs", OPTION_NUMBER, &greedy->hub_arcs, 1, hub_arcs_max});
}

int greedy_check(struct graph_command *command, struct tool_error *error)
{
    struct greedy *greedy = command->own;

    if (command->is_multikernel && greedy->together != UINT32_MAX) {
        return tool_fail(error, "--multikernel has one way to append: no --append-together");
    }
    return graph_order_find(greedy->order_name, &greedy->order_kind) == 0
               ? 0
               : tool_fail(error, "--order wants random, largest, smallest or vertex, not \"%s\"",
                           greedy->order_name);
}

static uint64_t bookmarks_bytes(const struct graph *graph, const struct greedy *greedy)
{
    return ((uint64_t)graph->vertex_count + greedy->hubs.piece_count) * sizeof *greedy->bookmarks;
}

static void list_items(const struct graph *graph, struct greedy *greedy)
{
    const struct graph_hubs *hubs = &greedy->hubs;
    uint32_t *next = greedy->items;
    uint32_t i;

    memcpy(greedy->bookmarks, graph->rows, (size_t)graph->vertex_count * sizeof *graph->rows);
    for (i = 0; i < graph->vertex_count; i++) {
        if (graph->rows[i + 1] - graph->rows[i] <= hubs->hub_arcs) {
            *next++ = i;
        }
    }
    for (i = 0; i < hubs->piece_count; i++) {
        greedy->bookmarks[graph->vertex_count + i] = hubs->pieces[i].first;
        *next++ = graph->vertex_count + i;
    }
}

int greedy_prepare(struct graph_command *command, size_t hub_bytes, struct tool_error *error)
{
    struct greedy *greedy = command->own;
    struct graph *graph = &command->graph;
    struct graph_error graph_error;

    if ((command->choice.is_directed && graph_make_undirected(graph, &graph_error) != 0) ||
        graph_order_make(graph, greedy->order_kind, command->app.seed, &greedy->order, &graph_error) != 0 ||
        graph_hubs_make(graph, (uint32_t)greedy->hub_arcs, &greedy->hubs, &graph_error) != 0) {
        return tool_fail(error, "%s", graph_error.text);
    }
    greedy->items = malloc((size_t)greedy->hubs.item_count * sizeof *greedy->items);
    greedy->bookmarks = malloc((size_t)bookmarks_bytes(graph, greedy));
    greedy->hub_table_bytes = (uint64_t)greedy->hubs.hub_count * hub_bytes;
    greedy->hub_table = malloc((size_t)greedy->hub_table_bytes + 1);
    if (greedy->items == NULL || greedy->bookmarks == NULL || greedy->hub_table == NULL) {
        return tool_fail(error, "memory is exhausted; take a smaller graph");
    }
    list_items(graph, greedy);
    return 0;
}

void greedy_free_own(struct graph_command *command)
{
    struct greedy *greedy = command->own;

    graph_order_clear(&greedy->order);
    graph_hubs_clear(&greedy->hubs);
    free(greedy->items);
    free(greedy->bookmarks);
    free(greedy->hub_table);
}

int greedy_solve(struct graph_command *command, greedy_in_order *in_order, struct tool_error *error)
{
    struct greedy *greedy = command->own;

    return in_order(&command->graph, &greedy->order, command->reference, &greedy->reference_rounds) == 0
               ? 0
               : tool_fail(error, "memory is exhausted; take a smaller graph");
}

int greedy_is_reference(const struct graph_command *command)
{
    const struct greedy *greedy = command->own;
    const size_t bytes = (size_t)command->graph.vertex_count * sizeof *command->words;

    return memcmp(command->words, command->reference, bytes) == 0 &&
           greedy_rounds(command) == greedy->reference_rounds;
}

static void declare_buffers(const struct graph *graph, struct greedy *greedy, struct kernel_plan *plan)
{
    const struct graph_hubs *hubs = &greedy->hubs;
    const uint64_t vertex_bytes = (uint64_t)graph->vertex_count * sizeof(uint32_t);
    const uint64_t items_bytes = (uint64_t)hubs->item_count * sizeof *greedy->items;

    greedy->rows = kernel_plan_upload(plan, graph->rows, vertex_bytes + sizeof *graph->rows);
    greedy->arcs = kernel_plan_upload(plan, graph->arcs, (uint64_t)graph->arc_count * sizeof *graph->arcs);
    greedy->ranks = kernel_plan_upload(plan, greedy->order.ranks, vertex_bytes);
    greedy->pieces =
        kernel_plan_upload(plan, hubs->pieces, (uint64_t)hubs->piece_count * sizeof *hubs->pieces);
    greedy->marks = kernel_plan_buffer(plan, bookmarks_bytes(graph, greedy));
    greedy->words = kernel_plan_buffer(plan, vertex_bytes + sizeof(uint32_t));
    greedy->lists[0] = kernel_plan_buffer(plan, items_bytes);
    greedy->lists[1] = kernel_plan_buffer(plan, items_bytes);
    greedy->state = kernel_plan_buffer(plan, 2 * LIST_COUNT_BYTES);
    plan->result = greedy->words;

    kernel_plan_copy(plan, greedy->marks, greedy->bookmarks, bookmarks_bytes(graph, greedy));
    kernel_plan_copy(plan, greedy->lists[0], greedy->items, items_bytes);
    kernel_plan_set(plan, greedy->words, graph->vertex_count, 0);
    kernel_plan_set(plan, greedy->state, 0, hubs->item_count);
    kernel_plan_set(plan, greedy->state, LIST_COUNT_WORDS, 0);
}

static void pass_graph(const struct graph *graph, const struct greedy *greedy, struct kernel_plan *plan)
{
    kernel_plan_pass(plan, greedy->rows);
    kernel_plan_pass(plan, greedy->arcs);
    kernel_plan_pass(plan, greedy->ranks);
    kernel_plan_pass(plan, greedy->pieces);
    kernel_plan_pass(plan, greedy->hub_items);
    kernel_plan_pass_word(plan, graph->vertex_count);
    kernel_plan_pass(plan, greedy->marks);
    kernel_plan_pass(plan, greedy->words);
}

void greedy_plan(struct graph_command *command, struct kernel_plan *plan, uint32_t word)
{
    const struct graph *graph = &command->graph;
    struct greedy *greedy = command->own;

    declare_buffers(graph, greedy, plan);
    kernel_plan_fill(plan, greedy->words, 0, (uint64_t)graph->vertex_count * sizeof word, word);
    greedy->hub_items = kernel_plan_buffer(plan, greedy->hub_table_bytes);
    kernel_plan_copy(plan, greedy->hub_items, greedy->hub_table, greedy->hub_table_bytes);

    pass_graph(graph, greedy, plan);
    kernel_plan_pass(plan, greedy->lists[0]);
    kernel_plan_pass(plan, greedy->lists[1]);
    kernel_plan_pass_word(plan, graph_hubs_slice(graph, &greedy->hubs));
    kernel_plan_pass(plan, greedy->state);
    kernel_plan_pass_word(plan, (uint32_t)greedy->together);
}

void greedy_plan_phase(struct graph_command *command, struct kernel_plan *plan, unsigned phase,
                       const char *kernel)
{
    struct greedy *greedy = command->own;

    greedy->phases[phase] = kernel_plan_phase(plan, kernel);
    pass_graph(&command->graph, greedy, plan);
    kernel_plan_pass(plan, greedy->lists[0]);
    if (phase == 1) {
        kernel_plan_pass(plan, greedy->lists[1]);
    }
    kernel_plan_pass(plan, greedy->state);
    kernel_plan_pass_word(plan, 1);
}

static void launch_round(void *self, struct kernel_phases *phases, uint32_t round)
{
    const struct graph_command *command = self;
    const struct greedy *greedy = command->own;
    const unsigned list = greedy->lists[(round + 1) % 2];

    kernel_phases_set_buffer(phases, greedy->phases[0], LIST, list);
    kernel_phases_set_word(phases, greedy->phases[0], FIRST_ROUND, round);
    kernel_phases_launch(phases, greedy->phases[0], greedy->hubs.item_count);
    kernel_phases_set_buffer(phases, greedy->phases[1], LIST, list);
    kernel_phases_set_buffer(phases, greedy->phases[1], NEXT_LIST, greedy->lists[round % 2]);
    kernel_phases_set_word(phases, greedy->phases[1], SECOND_ROUND, round);
    kernel_phases_launch(phases, greedy->phases[1], greedy->hubs.item_count);
}

int greedy_multikernel(void *self, struct kernel_phases *phases, struct tool_error *error)
{
    const struct graph_command *command = self;
    const struct greedy *greedy = command->own;

    return kernel_phases_repeat(phases, launch_round, self, greedy->words, command->graph.vertex_count, NULL,
                                error);
}

uint32_t greedy_rounds(const struct graph_command *command)
{
    return command->words[command->graph.vertex_count];
}
