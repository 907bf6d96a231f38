/* Reads one file of the command line with the headers it includes. */
#ifndef COOPC_PARSE_H
#define COOPC_PARSE_H

#include "coopc/model/unfold.h"
#include "coopc/model/unit.h"
#include "coopc/parse/arguments.h"

/* What `files` has is read from there. NULL when the file cannot be read. The compiler's diagnostics are
 * added to coopc's own; when there are errors among them, the unit is incomplete and must not be looked at
 * further. */
struct unit *parse_unit(const char *path, const struct parse_arguments *arguments,
                        const struct unfolded_files *files);

#endif
