/* Conditional directives inside kernels. */
#ifndef COOPC_PARSE_CONDITIONALS_H
#define COOPC_PARSE_CONDITIONALS_H

#include "coopc/text/source.h"

/* The states follow the branch of each #if that the translator took; the others leave the text, in which the
 * source's range begins at `to`. */
void conditionals_blank(const struct source *source, size_t begin, size_t end, char *text, size_t to);

#endif
