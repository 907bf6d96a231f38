/* A workload on one queue for all work-groups (central.cl): memset, contains and uts. */
#ifndef LAB_BENCH_CENTRAL_DEVICE_H
#define LAB_BENCH_CENTRAL_DEVICE_H

#include "central_tasks.h"
#include "tools/workqueue/task_device.h"

#define CENTRAL_BUFFERS 5

struct central_device {
    const struct session *session;
    const struct work_problem *problem;
    struct task_setup setup;
    struct uts_rule rule;
    uint32_t *table;
    uint32_t places; /* of the ring */
    coop_buffer *queue;
    coop_buffer *tallies;
    coop_buffer *results; /* words or marks */
    coop_buffer *inputs[3];
};

/* 0 for workloads without such a kernel. */
int central_knows(const struct workload *workload);

/* The module with these kernels. */
const char *central_module_text(size_t *bytes);

/* Bytes of device memory. */
uint64_t central_bytes(const struct work_problem *problem, const struct task_setup *setup);

/* As the functions of task_device.h. */
int central_init(struct central_device *central, const struct session *session,
                 const struct work_problem *problem, const struct task_setup *setup,
                 struct tool_error *error);
int central_reset(struct central_device *central, struct tool_error *error);
int central_launch(struct central_device *central, coop_launch **launch, struct tool_error *error);
int central_answer(struct central_device *central, struct answer *answer, struct tool_error *error);
void central_clear(struct central_device *central);

#endif
