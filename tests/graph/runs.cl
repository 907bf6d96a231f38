/* Kernels of graphs in runs: those of graphs on queues, and cooperative ones. */
#include "coop/kernel.clh"
#include "scalars.cl"
#include "steps.cl"

/* All densities are turned round along each row, so often. */
coop_kernel void turn_rows(coop_tensor(flow, t), uint times)
{
    for (uint i = 0; i < times; i++) {
        for (int cell = (int)get_global_id(0); cell < coop_block_x(t) * coop_block_y(t);
             cell += (int)get_global_size(0)) {
            int x = cell % coop_block_x(t) - (int)get_global_id(0), y = cell / coop_block_x(t);

            flow_set_energy(t, x, y, flow_density(t, x, y) + 1.0f);
        }
        global_barrier();
        for (int cell = (int)get_global_id(0); cell < coop_block_x(t) * coop_block_y(t);
             cell += (int)get_global_size(0)) {
            int x = cell % coop_block_x(t), y = cell / coop_block_x(t), here = (int)get_global_id(0);

            flow_set_density(t, x - here, y, flow_energy(t, coop_block_x(t) - 1 - x - here, y));
        }
        global_barrier();
    }
}

/* Ends with its run. */
coop_kernel void meet_for_ever(coop_tensor(flow, t))
{
    for (;;) {
        global_barrier();
    }
}

#if 0
coop_kernel void never_there(coop_tensor(flow, t));
#endif
/* coop_kernel void take_one(…): it is not. */
