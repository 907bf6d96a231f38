/* What the applications of graphs have in common: which graph. */
#ifndef TOOLS_NET_GRAPH_OPTIONS_H
#define TOOLS_NET_GRAPH_OPTIONS_H

#include "tools/net/command.h"

void graph_options_rows(struct net_command *command, struct option *table);

/* Reads or makes the graph. */
int graph_options_make(struct net_command *command, struct tool_error *error);

/* Says which graph it is. */
void graph_options_members(const struct net_command *command, struct json *json);
void graph_options_print(const struct net_command *command, const struct rank_result *result);

#endif
