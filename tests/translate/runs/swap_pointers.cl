// run: cooperative
// Pointers that helpers exchange, transmitted to newcomers.
#include "coop/kernel.clh"

void swap(global int **a, global int **b)
{
    global int *t = *a;
    *a = *b;
    *b = t;
}

coop_kernel void test(global int *data, global int *out, int n)
{
    transmit int depth = 0;
    transmit global int *in = data;
    transmit global int *to = out;

    while (depth < 7) {
        int next = depth + 1;
        for (uint i = get_global_id(0); i < n; i += get_global_size(0)) {
            to[i] = in[(i + next) % n] + depth;
        }
        swap(&in, &to);
        resizing_global_barrier();
        depth++;
    }
    if (get_global_id(0) == 0) {
        out[n] = depth;
    }
}
