/* A guarded header is in the module once, as the first file reads it. */
#ifndef COOPC_CHECK_HEADER_H
#define COOPC_CHECK_HEADER_H

#include "coopc/model/unit.h"

/* Refuses the headers of both units that macros of the units' own make different. */
void check_headers_agree(const struct unit *earlier, const struct unit *later);

#endif
