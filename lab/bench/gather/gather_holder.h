/* coop-bench gather: the application whose launches hold all work-groups, and give them up on request. */
#ifndef LAB_BENCH_GATHER_HOLDER_H
#define LAB_BENCH_GATHER_HOLDER_H

#include "apps/bfs/bfs_plan.h"
#include "lab/bench/base/bench.h"
#include "tools/kernel/kernel_cooperative.h"
#include "tools/workqueue/task_device.h"

enum holder_app { HOLDER_BFS, HOLDER_UTS, HOLDER_OCTREE };

/* The input of all its launches, and the right result. */
struct holder_input {
    enum holder_app app;
    const char *name; /* "bfs" */
    uint64_t seed;
    struct graph graph; /* bfs */
    struct kernel_plan plan;
    int32_t *reference;
    int32_t *levels;             /* scratch */
    struct work_problem problem; /* the others */
    struct answer wanted;
};

/* One of several that run at once: its own memory. */
struct holder {
    struct holder_input *input;
    struct kernel_cooperative bfs;
    struct task_device task;
};

/* 0 for one of "bfs", "uts", "octree". */
int holder_app_parse(const char *name, enum holder_app *app, struct tool_error *error);

/* Makes or reads the input, and solves it. On failure *input is what holder_input_clear takes. */
int holder_input_make(struct holder_input *input, const struct bench_options *options,
                      struct tool_error *error);
void holder_input_clear(struct holder_input *input);

/* The module with its kernel and the products'. */
const char *holder_module_text(const struct holder_input *input, size_t *bytes);

/* Bytes of device memory for one of them; 0 with a message. */
uint64_t holder_bytes(struct holder_input *input, uint32_t groups, uint32_t local_items,
                      struct tool_error *error);

/* On failure *holder is what holder_clear takes. */
int holder_init(struct holder *holder, struct holder_input *input, const struct session *session,
                uint32_t groups, uint32_t local_items, struct tool_error *error);

/* Makes the memory ready for a launch. This copies, so all holders do it before the first of them is
 * launched. */
int holder_reset(struct holder *holder, struct tool_error *error);

/* Posts the launch. */
int holder_launch(struct holder *holder, const struct coop_launch_options *options, coop_launch **launch,
                  struct tool_error *error);

/* After the launch: 0 when its result is right, else not 0, with what is wrong. */
int holder_check(struct holder *holder, struct tool_error *error);

void holder_clear(struct holder *holder);

#endif
