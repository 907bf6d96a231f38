/* Facts for people, and as JSON or CSV. */
#ifndef TOOLS_COOP_GRAPH_FACTS_PRINT_H
#define TOOLS_COOP_GRAPH_FACTS_PRINT_H

#include "facts.h"

void facts_print(const char *name, const struct facts *facts);

/* One object with a member for each fact; is_csv: a line `name,value` for each. */
void facts_print_members(const char *name, const struct facts *facts, int is_csv);

#endif
