/* Another program, as a process of its own, beside an MPI program: it may be one of MPI itself. */
#ifndef TOOLS_NET_CHILD_H
#define TOOLS_NET_CHILD_H

#include "tools/error/tool_error.h"

#include <stddef.h>
#include <stdint.h>

struct child_answer {
    char text[4096]; /* what it has written to its standard output; cut where that is longer */
    uint64_t cpu_ns; /* of the process and those of its children that it has waited for */
};

/* Runs a program, found as a shell finds it, until it ends. It gets this process's environment without what
 * mpirun has told this rank of itself, and `extra` ("NAME=value"). Blocks for timeout_ns at most: then the
 * program is asked to end, with what it has started in its process group, and killed 5 s later.
 * arguments, extra  NULL is behind the last one; extra may be NULL.
 * -1: it cannot be started, is too slow, or its exit code is not 0. */
int child_run(const char *const *arguments, const char *const *extra, uint64_t timeout_ns,
              struct child_answer *answer, struct tool_error *error);

/* Whether a program of this name is in a folder of PATH, or there, where the name is a path. */
int child_is_there(const char *name);

#endif
