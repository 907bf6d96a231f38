/* What is known of a function, moved to a copy of its text. */
#ifndef COOPC_LOWER_COPY_H
#define COOPC_LOWER_COPY_H

#include "coopc/model/function.h"

/* Adds to a function what is known of another's text, which begins at `copy`; variables first. */
void function_copy(struct function *to, const struct function *from, size_t copy,
                   const struct inlining *inlining);

#endif
