/* coop_work_run of tasks that hold barriers, written out. */
#ifndef COOPC_MODEL_WORK_RUN_H
#define COOPC_MODEL_WORK_RUN_H

#include "coopc/model/rewriting.h"

/* Writes out each coop_work_run of the file that names a function which holds a barrier, and is in the text
 * itself: a switch over the task's tag, whose calls are statements that coopc can take apart. */
void work_runs_write_out(const struct unit *unit, const struct source *source, struct rewriting *rewriting);

#endif
