/* A collective's call in its expression: where it stands, and whether it is always evaluated. */
#ifndef COOPC_COLLECTIVE_SITE_H
#define COOPC_COLLECTIVE_SITE_H

#include "coopc/model/kernel.h"

/* From the name to the closing parenthesis; empty where none is behind the name. */
struct range collective_extent(const struct tokens *tokens, const struct call *call);

/* What keeps the call from being made in front of the expression, which begins at `begin`: it is evaluated
 * sometimes only, or behind something else. NULL: nothing does. */
const char *collective_obstacle(const struct tokens *tokens, size_t begin, const struct call *call);

#endif
