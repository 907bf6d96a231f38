// run: cooperative
/* The leader goes from offer_kill to request_fork without a step, so what a joining work-group gets there is
 * written in the step before, whichever way led to it. */
#include "coop/kernel.clh"
coop_kernel void test(global int *data, global int *out, int n)
{
    transmit int i = 0;
    transmit int sum = 1;

    for (i = 0; i < 4; i++) {
        sum += 10 * i;
        offer_kill();
        request_fork();
        sum += 3;
        if (i == 2) {
            sum *= 2;
            offer_kill();
            offer_kill();
            request_fork();
            request_fork();
            sum += 5;
            if (sum % 2 == 1) {
                offer_kill();
            }
        }
        request_fork();
    }
    out[get_local_id(0)] = sum + i;
}
