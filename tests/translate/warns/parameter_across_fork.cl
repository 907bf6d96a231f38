#include "coop/kernel.clh"
coop_kernel void flagged(global int *in, global int *out, int n, int only_read)
{
    while (n-- > 0) {
        global int *swap = in;
        in = out;
        out = swap;
        out[get_global_id(0)] = in[0] + only_read;
        resizing_global_barrier();
    }
}
coop_kernel void clean(global int *out, int n, int limit)
{
    transmit int left = n;
    while (left-- > 0) {
        resizing_global_barrier();
        n = left * 2;
        out[get_global_id(0)] = n + limit;
    }
    limit = 3;
    out[0] = limit;
}

coop_kernel void of_local_memory(global int *out, local int *part)
{
    part += 3;
    resizing_global_barrier();
    part[get_local_id(0)] = 1;
    out[get_global_id(0)] = part[get_local_id(0)];
}
