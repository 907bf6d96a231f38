#include "kernel_flow.h"

void kernel_flow_declare(struct kernel_plan *plan, struct kernel_flow *flow)
{
    /* Where the options are invalid, coop_flow_init says so. */
    flow->buffer = kernel_plan_buffer(plan, coop_flow_bytes(flow->options));
    flow->lanes = kernel_plan_buffer(plan, sizeof(uint64_t));
    kernel_plan_fill(plan, flow->lanes, 0, sizeof(uint64_t), 0);
    plan->flow = flow;
}
