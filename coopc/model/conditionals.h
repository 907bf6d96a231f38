/* Conditional groups that a function's text cuts through. */
#ifndef COOPC_CONDITIONALS_H
#define COOPC_CONDITIONALS_H

#include "coopc/model/model.h"

/* Takes the groups out of the unit's text whose directives stand partly inside a function that the module
 * holds in another form, its attributes included, and partly outside. What the compiler skipped goes with
 * them: as in a kernel's body, the module has the branches that the translator took. */
void conditionals_resolve(struct unit *unit);

#endif
