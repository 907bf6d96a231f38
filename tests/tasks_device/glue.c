/* What random_tasks.c needs of one program: its module's header, and its elision, as one shared object. */
#include "module.h"

uint64_t root(uint32_t depth, uint32_t seed, uint32_t *effects);

void glue_flow(struct coop_flow_options *options, uint32_t levels);
void glue_flow(struct coop_flow_options *options, uint32_t levels)
{
    tests_flow(options, levels);
}

coop_status glue_spawn(coop_buffer *graph, uint32_t depth, uint32_t seed, struct coop_up *up);
coop_status glue_spawn(coop_buffer *graph, uint32_t depth, uint32_t seed, struct coop_up *up)
{
    const struct root_call call = {.depth = depth, .seed = seed};

    return root_spawn(graph, 0, &call, up);
}

coop_status glue_launch(coop_run *run, coop_buffer *graph, coop_buffer *effects, coop_launch **launch);
coop_status glue_launch(coop_run *run, coop_buffer *graph, coop_buffer *effects, coop_launch **launch)
{
    const struct tests_args args = {coop_buffer_address(graph), coop_buffer_address(effects)};

    return tests_launch(run, &args, NULL, launch);
}

coop_status glue_result(coop_buffer *graph, struct coop_up up, uint64_t *value);
coop_status glue_result(coop_buffer *graph, struct coop_up up, uint64_t *value)
{
    return root_result(graph, 0, up, value);
}

uint64_t glue_elision(uint32_t depth, uint32_t seed, uint32_t *effects);
uint64_t glue_elision(uint32_t depth, uint32_t seed, uint32_t *effects)
{
    return root(depth, seed, effects);
}
