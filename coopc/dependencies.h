/* The make rules of the files that were read. */
#ifndef COOPC_DEPENDENCIES_H
#define COOPC_DEPENDENCIES_H

#include "coopc/command.h"
#include "coopc/text/text.h"

/* One rule, whose target is the first output. Build systems read it. */
void dependencies_emit(struct text *out, const struct command *command);

/* A rule whose targets are all outputs, and an empty one for each file read, so that one which is no longer
 * there makes all anew instead of ending make. A Makefile includes them. */
void dependencies_emit_rules(struct text *out, const struct command *command);

#endif
