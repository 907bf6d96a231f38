#include "tools/net/graph_options.h"

#include <stdio.h>

#define NAME_BYTES 200

void graph_options_rows(struct net_command *command, struct option *table)
{
    const struct option rows[] = {GRAPH_CHOICE_ROWS(&command->choice)};

    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        option_add(table, rows[i]);
    }
}

int graph_options_make(struct net_command *command, struct tool_error *error)
{
    graph_choice_default(&command->choice);
    if (graph_choice_check(&command->choice, error) != 0 ||
        graph_choice_make(&command->choice, &command->graph, error) != 0) {
        return -1;
    }
    return command->graph.vertex_count > 0 ? 0 : tool_fail(error, "the graph has no vertices");
}

void graph_options_members(const struct net_command *command, struct json *json)
{
    char name[NAME_BYTES];

    graph_choice_name(&command->choice, name, sizeof name);
    json_text(json, "graph", name);
    json_count(json, "vertices", command->graph.vertex_count);
    json_count(json, "arcs", command->graph.arc_count);
}

void graph_options_print(const struct net_command *command, const struct rank_result *result)
{
    char name[NAME_BYTES];

    graph_choice_name(&command->choice, name, sizeof name);
    printf("%s: %u ranks, %s of %u vertices and %u arcs: %.1f ms\n", command->application->name,
           result->ranks, name, command->graph.vertex_count, command->graph.arc_count, result->time_ms);
}
