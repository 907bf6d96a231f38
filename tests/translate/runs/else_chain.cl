// run: cooperative
#include "coop/kernel.clh"
coop_kernel void test(global int *data, global int *out, int n)
{
    transmit int k = 0, sum = 0;
    do {
        if (k == 0)
            resizing_global_barrier();
        else if (k == 1) {
            sum += 1;
        } else if (k == 2)
            global_barrier();
        else if (k == 3)
            if (sum > 0)
                request_fork();
            else
                sum = 100;
        else
            sum += 2, sum *= 3;
        if (k > 2) ; else resizing_global_barrier();
        if (k == 4) { } else { offer_kill(); }
        if ((sum > 3 && k != 5) || k == 1)
        {
            if (k > 4) resizing_global_barrier();
        }
        else
            sum += k;
    } while (++k < 7);
    if (get_global_id(0) == 0) out[0] = sum;
}
