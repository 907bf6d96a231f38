// run: cooperative
#include "coop/kernel.clh"
coop_kernel void test(global int *data, global int *out, int n)
{
    transmit int a = 0, b = 0, c = 0, sum = 0;
    while (a < 2) {
        for (b = 0; b < 3; b++) {
            c = b;
            do {
                sum += a * 100 + b * 10 + c;
                if (c == 2) {
                    global_barrier();
                    continue;
                }
                resizing_global_barrier();
                if (sum % 5 == 0)
                    break;
            } while (c-- > 0);
            request_fork();
            sum++;
        }
        a++;
        offer_kill();
    }
    if (get_global_id(0) == 0) out[0] = sum + c;
}
