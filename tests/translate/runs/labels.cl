// run: cooperative
#include "coop/kernel.clh"
coop_kernel void test(global int *data, global int *out, int n)
{
    transmit int sum = 0, k = 0;
first:
    for (k = 0; k < 5; k++) {
    inner:
        resizing_global_barrier();
        switch (k) {
        case 1:
        named:
            offer_kill();
            sum += 3;
        twice:
        other:
            if (sum > 2) {
                request_fork();
                sum += 5;
            }
            break;
        behind:
        case 2:
            sum += 7;
        default:
        last:
            sum += 11;
        }
    }
alone:
    sum += 100;
    if (get_global_id(0) == 0) {
        out[0] = sum;
    }
}

kernel void jumps(global int *out, int n)
{
    int k = 0;
again:
    out[get_global_id(0)] += 2;
    k++;
    if (k < n) {
        goto again;
    }
}
