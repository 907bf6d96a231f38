/* What the driver of tasks calls: one step, which runs the items of a batch. */
void shim_step(local struct coop_group *coop, local struct coop_flow *flow, global uint *effects)
{
    coop_h_coop_tasks_step(coop, flow, effects);
}
