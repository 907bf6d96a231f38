/* Names of program scope and macros: reserved ones, and those that two files define. */
#ifndef COOPC_CHECK_NAMES_H
#define COOPC_CHECK_NAMES_H

#include "coopc/model/unit.h"

void check_names(const struct unit *unit);
void check_clash(const struct unit *earlier, const struct unit *later);

/* A header without a guard is in the module once for each file that includes it. */
void check_unguarded(const struct unit *earlier, const struct unit *later);

#endif
