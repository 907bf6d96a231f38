/* The kernels of the elastic experiment as cooperative ones of a run, shared out by coop or split. */
#ifndef TOOLS_APP_ELASTIC_RUN_H
#define TOOLS_APP_ELASTIC_RUN_H

#include "elastic.h"

/* Fills the results. Returns 0, or -1 with a message. */
int elastic_run(struct elastic *elastic, struct tool_error *error);

#endif
