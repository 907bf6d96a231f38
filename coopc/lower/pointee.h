/* What private pointers lead to that live across a barrier. */
#ifndef COOPC_LOWER_POINTEE_H
#define COOPC_LOWER_POINTEE_H

#include "coopc/model/kernel.h"

/* Gives every variable that such a pointer may lead to a place of its own, once the variables have their
 * homes; refuses literals that it may lead to. */
void pointee_place(struct kernel *kernel);

#endif
