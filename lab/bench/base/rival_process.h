/* A program of someone else's platform that does the same work, run beside a command of coop-bench: it makes
 * itself ready, and then answers a line with a turn of its own.
 *
 *   program  ready                                    "ready host": times are by the host's clock
 *   bench    turn
 *   program  name<TAB>work-groups<TAB>milliseconds    of each way that it knows, and an empty line
 *
 * The program checks its results itself, and ends with a code other than 0 when one is wrong. */
#ifndef LAB_BENCH_RIVAL_PROCESS_H
#define LAB_BENCH_RIVAL_PROCESS_H

#include "tools/error/tool_error.h"
#include "tools/graph/graph_choice.h"

#include <stdint.h>
#include <sys/types.h>

#define RIVAL_WAYS_MAX 8

struct rival_way {
    char name[40];
    uint32_t groups;
    double ms;
};

/* What a program is asked to work on; what is NULL or 0 it is not told. */
struct rival_request {
    const char *application;
    const struct graph_choice *choice;
    uint64_t items; /* work-items of a work-group */
    uint64_t searches;
    uint64_t hub_arcs;
    uint64_t cells;
    uint64_t seed; /* told with an application */
};

struct rival_process {
    pid_t pid; /* 0: none */
    int is_host_clock;
    int to;
    int from;
    char left[1024]; /* read and not yet taken */
    unsigned left_bytes;
};

/* Starts a program and waits until it is ready. 1 when it says by exit code 77 that it finds no device, or
 * has no way to do that.
 * program  a path, or a name without '/': a file of the directory that this program is in; 1 when there is
 *          none.
 * process  out; rival_process_stop releases it in any case. */
int rival_process_start(const char *program, const struct rival_request *request, uint64_t timeout_ns,
                        struct rival_process *process, struct tool_error *error);

/* One turn.
 * ways  out; `count` of them. */
int rival_process_turn(struct rival_process *process, uint64_t timeout_ns,
                       struct rival_way ways[RIVAL_WAYS_MAX], unsigned *count, struct tool_error *error);

/* Ends the program; {0} is accepted. */
void rival_process_stop(struct rival_process *process);

#endif
