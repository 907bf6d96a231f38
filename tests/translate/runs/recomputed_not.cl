// run: cooperative
#include "coop/kernel.clh"
/* How many work-groups there were is kept, since the kernel shrinks and grows. */
coop_kernel void test(global int *data, global int *out, int n)
{
    transmit uint told = 0;
    transmit int k = 0;
    for (; k < 6; k++) {
        const uint before = get_num_groups(0), item = get_local_id(0);
        told = before;
        if (get_group_id(0) == 0) out[item] += k;
        resizing_global_barrier();
        if (get_group_id(0) == 0 && told != before) out[300] = 1; /* a work-group that joins has no `before` */
        if (get_group_id(0) == 0) out[item] += n;
        global_barrier();
    }
}
