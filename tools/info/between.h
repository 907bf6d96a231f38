/* Which devices share memory and atomics: tried by a run on both, for each pair. */
#ifndef TOOLS_INFO_BETWEEN_H
#define TOOLS_INFO_BETWEEN_H

#include "tools/report/table.h"

#include <stdint.h>

struct between_options {
    uint32_t rounds; /* additions, messages and locks of each device; 0: 20000 */
    enum report_form form;
};

/* Prints the table. The exit status of the program: 0 when some pair shares, 1 when none does
 * or, with a message, there is no pair. */
int between_command(const struct between_options *options);

#endif
