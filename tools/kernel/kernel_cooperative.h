/* A planned kernel as a cooperative kernel of a session: its buffers, and launches. */
#ifndef TOOLS_KERNEL_COOPERATIVE_H
#define TOOLS_KERNEL_COOPERATIVE_H

#include "kernel_plan.h"
#include "tools/session/session.h"

struct kernel_cooperative {
    const struct session *session;
    const struct kernel_source *source;
    struct kernel_plan plan;
    coop_buffer *buffers[KERNEL_BUFFERS_MAX];
};

/* Makes the buffers, and writes what is written once. On failure *kernel is what kernel_cooperative_clear
 * takes.
 * session, source  live as long as the kernel. */
int kernel_cooperative_init(struct kernel_cooperative *kernel, const struct session *session,
                            const struct kernel_source *source, const struct kernel_plan *plan,
                            struct tool_error *error);

/* Does the plan's fills, and makes its flow graph: before each launch. */
int kernel_cooperative_reset(struct kernel_cooperative *kernel, struct tool_error *error);

/* Into session->run. */
int kernel_cooperative_launch(struct kernel_cooperative *kernel, const struct coop_launch_options *options,
                              coop_launch **launch, struct tool_error *error);

/* The result's first words, after the launch has ended. */
int kernel_cooperative_read(struct kernel_cooperative *kernel, uint32_t *words, uint64_t count,
                            struct tool_error *error);

/* Adds what happened in the flow graph of the last launch, which the plan has; an error when items were not
 * run. */
int kernel_cooperative_flow(struct kernel_cooperative *kernel, struct kernel_flow_counts *sum,
                            struct tool_error *error);

/* A kernel that is all 0 is accepted. */
void kernel_cooperative_clear(struct kernel_cooperative *kernel);

#endif
