/* Names of program scope and macros: reserved ones, and those that two files define. */
#ifndef COOPC_CHECK_NAMES_H
#define COOPC_CHECK_NAMES_H

#include "coopc/model/unit.h"

void check_names(const struct unit *unit);
void check_clash(const struct unit *earlier, const struct unit *later);

/* A header without a guard is in the module once for each file that includes it. */
void check_unguarded(const struct unit *earlier, const struct unit *later);

/* A guarded header is in the module once, as the first file reads it. */

/* Refuses the headers of both units that macros of the units' own make different. */
void check_headers_agree(const struct unit *earlier, const struct unit *later);

#endif
