/* A collective's call in its expression: where it stands, and whether it is always evaluated. */
#ifndef COOPC_COLLECTIVE_SITE_H
#define COOPC_COLLECTIVE_SITE_H

#include "coopc/model/collective.h"
#include "coopc/model/kernel.h"

/* From the name to the closing parenthesis; empty where none is behind the name. */
struct range collective_extent(const struct tokens *tokens, const struct call *call);

/* What keeps the call from being made in front of the expression, which begins at `begin`: it is evaluated
 * sometimes only, or behind something else. NULL: nothing does. */
const char *collective_obstacle(const struct tokens *tokens, size_t begin, const struct call *call);

/* The steps of one collective, as text of the kernel. */

/* The variable that has what the collective gives. `number` is one of the function's own. */
const char *collective_value(size_t number);

/* Statements that leave it there. arguments: their text, with commas between them. */
const char *collective_steps(const struct call *call, const struct collective *collective, size_t number,
                             const char *arguments);

#endif
