/* coop-info --progress: which model of progress a device shows. */
#ifndef TOOLS_INFO_PROGRESS_H
#define TOOLS_INFO_PROGRESS_H

#include "tools/report/table.h"

#include <stdint.h>

struct progress_options {
    const char *device;  /* NULL: the first that serves */
    uint32_t groups;     /* of the widest launches; 0: as many as the device has compute units */
    uint32_t iterations; /* launches of each program in each mapping */
    double deadline_s;   /* after which a thread that does not end gives up */
    enum report_form form;
};

/* Exit code: 0 the programs ran, 1 with a message on stderr. */
int progress_command(const struct progress_options *options);

#endif
