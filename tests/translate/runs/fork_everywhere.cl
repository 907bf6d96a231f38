// run: cooperative
#include "coop/kernel.clh"
coop_kernel void test(global int *data, global int *out, int n)
{
    request_fork();
    transmit int i = 0;
    request_fork();
    i = 0;
    transmit int sum = 0;
    request_fork();
    i = 0, sum = 0;
    for (i = 0; i < 3; i++) {
        request_fork();
        if (i == 1) {
            request_fork();
            sum += 2;
            request_fork();
        } else {
            request_fork();
            sum += 3;
        }
        switch (sum) {
        case 3:
            request_fork();
            sum += 10;
        case 4:
            request_fork();
            break;
        default:
            request_fork();
        }
        do {
            request_fork();
            sum += 100;
            offer_kill();
        } while (sum < 300 && i > 0);
        request_fork();
    }
    request_fork();
    out[get_local_id(0)] = sum + i;
    request_fork();
}
