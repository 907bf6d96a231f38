/* The kernels of the elastic experiment as ordinary ones that block, a process each. */
#ifndef TOOLS_APP_ELASTIC_PLAIN_H
#define TOOLS_APP_ELASTIC_PLAIN_H

#include "elastic.h"

/* Fills the results. Returns 0, or -1 with a message. To be called before the first OpenCL call. */
int elastic_run_plain(struct elastic *elastic, struct tool_error *error);

#endif
