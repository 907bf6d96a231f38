#include "kernel_plan.h"

#include <string.h>

#define ALIGNMENT UINT64_C(128)

unsigned kernel_plan_buffer(struct kernel_plan *plan, uint64_t bytes)
{
    if (plan->buffer_count == KERNEL_BUFFERS_MAX) {
        plan->excess = "buffers";
        return 0;
    }
    plan->buffers[plan->buffer_count].bytes = bytes > 0 ? bytes : sizeof(uint32_t);
    return plan->buffer_count++;
}

unsigned kernel_plan_upload(struct kernel_plan *plan, const void *from, uint64_t bytes)
{
    unsigned buffer = kernel_plan_buffer(plan, bytes);

    plan->buffers[buffer].from = from;
    plan->buffers[buffer].from_bytes = bytes;
    return buffer;
}

static void add_fill(struct kernel_plan *plan, struct kernel_fill fill)
{
    if (plan->fill_count == KERNEL_FILLS_MAX) {
        plan->excess = "fills";
    } else if (fill.bytes > 0) {
        plan->fills[plan->fill_count++] = fill;
    }
}

void kernel_plan_fill(struct kernel_plan *plan, unsigned buffer, uint64_t offset, uint64_t bytes,
                      uint32_t word)
{
    add_fill(plan, (struct kernel_fill){.buffer = buffer, .offset = offset, .bytes = bytes, .word = word});
}

void kernel_plan_set(struct kernel_plan *plan, unsigned buffer, uint64_t index, uint32_t word)
{
    kernel_plan_fill(plan, buffer, index * sizeof word, sizeof word, word);
}

void kernel_plan_copy(struct kernel_plan *plan, unsigned buffer, const void *from, uint64_t bytes)
{
    add_fill(plan, (struct kernel_fill){.buffer = buffer, .bytes = bytes, .from = from});
}

static void pass(struct kernel_plan *plan, enum kernel_argument_kind kind, uint32_t value)
{
    struct kernel_arguments *arguments = &plan->kernels[plan->phase_count];

    if (arguments->count == KERNEL_ARGUMENTS_MAX) {
        plan->excess = "arguments";
    } else {
        arguments->items[arguments->count++] = (struct kernel_argument){kind, value};
    }
}

void kernel_plan_pass(struct kernel_plan *plan, unsigned buffer)
{
    pass(plan, KERNEL_BUFFER, buffer);
}

void kernel_plan_pass_word(struct kernel_plan *plan, uint32_t word)
{
    pass(plan, KERNEL_WORD, word);
}

void kernel_plan_pass_float(struct kernel_plan *plan, float number)
{
    uint32_t bits;

    memcpy(&bits, &number, sizeof bits);
    pass(plan, KERNEL_WORD, bits);
}

unsigned kernel_plan_phase(struct kernel_plan *plan, const char *kernel)
{
    if (plan->phase_count == KERNEL_PHASES_MAX) {
        plan->excess = "phases";
        return 0;
    }
    plan->phase_count++;
    plan->kernels[plan->phase_count].kernel = kernel;
    return plan->phase_count - 1;
}

int kernel_plan_check(const struct kernel_plan *plan, struct tool_error *error)
{
    return plan->excess == NULL
               ? 0
               : tool_fail(error, "a kernel's plan has too many %s; raise the limit in kernel_plan.h",
                           plan->excess);
}

uint64_t kernel_plan_bytes(const struct kernel_plan *plan)
{
    uint64_t bytes = 0;
    unsigned i;

    for (i = 0; i < plan->buffer_count; i++) {
        bytes += (plan->buffers[i].bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }
    return bytes;
}

void kernel_flow_declare(struct kernel_plan *plan, struct kernel_flow *flow)
{
    /* Where the options are invalid, coop_flow_init says so. */
    flow->buffer = kernel_plan_buffer(plan, coop_flow_bytes(flow->options));
    flow->lanes = kernel_plan_buffer(plan, sizeof(uint64_t));
    kernel_plan_fill(plan, flow->lanes, 0, sizeof(uint64_t), 0);
    plan->flow = flow;
}
