// run: cooperative
// items: 4
#include "coop/kernel.clh"
struct record { int a; float b[2]; };
#define SLOT(i) slots[(i) & 3]
coop_kernel void test(global int *data, global int *out, int n)
{
    local int slots[4], shared;
    local struct record record;
    transmit int k = 0;
    constant int weights[] = {3, 1, 4};
    for (; k < 3; k++) {
        for (int base = get_group_id(0) * 4; base < n; base += get_num_groups(0) * 4) {
            SLOT(get_local_id(0)) = data[base + get_local_id(0)];
            if (get_local_id(0) == 0) { shared = base; record.a = k; record.b[1] = 2.0f; }
            barrier(CLK_LOCAL_MEM_FENCE);
            local int *reach = slots;
            out[base + get_local_id(0)] += SLOT(get_local_id(0) + 1) * weights[k] + shared + record.a + (int)record.b[1];
            barrier(CLK_LOCAL_MEM_FENCE);
            reach[0]++;
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        resizing_global_barrier();
    }
}
