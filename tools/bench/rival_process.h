/* A program of someone else's platform that does the same work, run beside a command of coop-bench: it makes
 * itself ready, and then answers a line with a turn of its own.
 *
 *   program  ready
 *   bench    turn
 *   program  name<TAB>work-groups<TAB>milliseconds    of each way that it knows, and an empty line
 *
 * The program checks its results itself, and ends with a code other than 0 when one is wrong. */
#ifndef TOOLS_BENCH_RIVAL_PROCESS_H
#define TOOLS_BENCH_RIVAL_PROCESS_H

#include "tools/error/tool_error.h"

#include <stdint.h>
#include <sys/types.h>

#define RIVAL_WAYS_MAX 8

struct rival_way {
    char name[40];
    uint32_t groups;
    double ms;
};

struct rival_process {
    pid_t pid; /* 0: none */
    int to;
    int from;
    char left[1024]; /* read and not yet taken */
    unsigned left_bytes;
};

/* Starts a program and waits until it is ready. 1 when it says by exit code 77 that it finds no device.
 * program    a path, or a name without '/': a file of the directory that this program is in; 1 when there is
 *            none.
 * arguments  ended by NULL, the program's name not among them.
 * process    out; rival_process_stop releases it in any case. */
int rival_process_start(const char *program, const char *const *arguments, uint64_t timeout_ns,
                        struct rival_process *process, struct tool_error *error);

/* One turn.
 * ways  out; `count` of them. */
int rival_process_turn(struct rival_process *process, uint64_t timeout_ns,
                       struct rival_way ways[RIVAL_WAYS_MAX], unsigned *count, struct tool_error *error);

/* Ends the program; {0} is accepted. */
void rival_process_stop(struct rival_process *process);

#endif
