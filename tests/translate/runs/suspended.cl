// run: cooperative
#include "coop/kernel.clh"
/* What the last work-group held goes on behind the offer at which it was killed. */
struct pair { int first; long second; };
coop_kernel coop_may_kill_all coop_transmit_leader void test(global int *data, global int *out, int n)
{
    transmit int i = 0;
    transmit long sum = 7;
    transmit struct pair pair = {1, 2};
    transmit int table[3] = {3, 4, 5};
    transmit global int *from = data;
    for (; i < n; i++) {
        sum = sum * 3 + i;
        offer_kill();
        pair.second += pair.first + sum % 5;
        if (i % 3 == 0) {
            table[i % 2] += (int)(pair.second % 11);
            offer_kill();
            from = data + i;
        }
        request_fork();
        if (i % 5 == 4) {
            resizing_global_barrier();
        } else {
            global_barrier();
        }
        if (get_group_id(0) == 0 && get_local_id(0) == 0) {
            out[i] = (int)(sum % 1009) + table[0] + table[1] * 2 + (int)(pair.second % 101) + from[0];
        }
        offer_kill();
    }
}
