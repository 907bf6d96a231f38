/* How many work-groups of a megakernel are resident at once: found by runs, at several local sizes. */
#ifndef TOOLS_INFO_OCCUPANCY_H
#define TOOLS_INFO_OCCUPANCY_H

#include "tools/report/table.h"

#include <stdint.h>

struct occupancy_options {
    const char *device;
    uint32_t groups;     /* the most to ask for; 0: as many as there are */
    uint32_t iterations; /* runs at each local size */
    enum report_form form;
};

/* Prints the table. The exit status of the program: 0, or 1 when the device cannot be used. */
int occupancy_command(const struct occupancy_options *options);

#endif
