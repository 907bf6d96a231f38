// run: cooperative
#include "coop/kernel.clh"
/* What holds for any number of work-groups: between two resizing barriers it is constant and the ids are 0 ... M-1. */
coop_kernel void test(global int *data, global int *out, int n)
{
    transmit int k = 0;
    for (; k < 5; k++) {
        uint groups = get_num_groups(0), group = get_group_id(0);
        if (get_local_id(0) == 0) out[100 + group] = 1;
        if (get_global_size(0) != groups * get_local_size(0) || get_global_id(0) != group * get_local_size(0) + get_local_id(0)
            || group >= groups || get_work_dim() != 1) out[300] = 1;
        global_barrier();
        if (get_num_groups(0) != groups || get_group_id(0) != group) out[301] = 1;
        if (get_global_id(0) == 0) {
            uint marks = 0;
            for (uint i = 0; i < 5; i++) { marks += out[100 + i]; out[100 + i] = 0; }
            out[k] = marks == groups ? 10 + k : -1;
        }
        resizing_global_barrier();
    }
}
