/* Which variables each state of a kernel uses. */
#ifndef COOPC_LOWER_USES_H
#define COOPC_LOWER_USES_H

#include "coopc/model/kernel.h"

/* Fills the uses and references of the states, and what the variables' uses say of them. */
void uses_find(struct kernel *kernel);

/* Whether a parameter gets its value in another state than the text of its helper. */
bool uses_given_apart(const struct variable *variable);

/* What private pointers lead to that live across a barrier. */

/* Gives every variable that such a pointer may lead to a place of its own, once the variables have their
 * homes; refuses literals that it may lead to. */
void pointee_place(struct kernel *kernel);

#endif
