/* Ordinary kernels beside periodic jobs without coop (--frame-place): the job on a second queue of their
 * context, or in a second process. */
#ifndef TOOLS_RUNNER_GRAPH_RIVAL_H
#define TOOLS_RUNNER_GRAPH_RIVAL_H

#include "graph_form.h"
#include "tools/rival/frames_process.h"
#include "tools/rival/frames_queue.h"

struct graph_rival {
    struct graph_command *command;
    int is_there; /* whether there are jobs */
    int is_process;
    struct frames_process process;
    struct frames_queue queue;
    struct periodic_driver driver;
};

/* One run: its times in note->ms and note->wall_ms. */
typedef int graph_rival_run_once(void *self, struct app_note *note, struct tool_error *error);

/* Before the process's first OpenCL call. Does nothing without frames. */
int graph_rival_begin(struct graph_rival *rival, struct graph_command *command, struct tool_error *error);

/* Runs again and again as the options want it: once to warm up; with frames alone, beside them, and alone
 * again; fills command->results. */
int graph_rival_run(struct graph_rival *rival, const struct kernel_opencl *opencl,
                    graph_rival_run_once *run_once, void *self, struct tool_error *error);

/* One that is all 0 is accepted. */
void graph_rival_end(struct graph_rival *rival);

/* Whether --frame-place has a meaning; the message says what is wrong. */
int graph_rival_check(const struct graph_command *command, struct tool_error *error);

#endif
