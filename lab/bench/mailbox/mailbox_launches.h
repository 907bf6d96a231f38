/* coop-bench mailbox: launches. */
#ifndef LAB_BENCH_MAILBOX_LAUNCHES_H
#define LAB_BENCH_MAILBOX_LAUNCHES_H

#include "mailbox_table.h"

/* Launches of an empty kernel, 1, 4 and 16 at once, and a line for each of their times. */
int mailbox_measure_launches(struct mailbox_bench *bench, struct tool_error *error);

#endif
