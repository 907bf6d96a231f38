/* The steps of one collective, as text of the kernel. */
#ifndef COOPC_COLLECTIVE_STEPS_H
#define COOPC_COLLECTIVE_STEPS_H

#include "coopc/model/collective.h"

/* The variable that has what the collective gives. `number` is one of the function's own. */
const char *collective_value(size_t number);

/* Statements that leave it there. arguments: their text, with commas between them. */
const char *collective_steps(const struct call *call, const struct collective *collective, size_t number,
                             const char *arguments);

#endif
