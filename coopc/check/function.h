/* What coopc refuses of a function: calls, parameters, transmitted variables. */
#ifndef COOPC_CHECK_FUNCTION_H
#define COOPC_CHECK_FUNCTION_H

#include "coopc/model/model.h"

void check_function(const struct model *model, const struct unit *unit, const struct function *function);

/* Whether the parameters stand between the parentheses behind the name, and not, as in C's first form, behind
 * them. */
bool has_usual_form(const struct function *function);

#endif
