// run: cooperative
#include "coop/kernel.clh"
enum step { START, MIDDLE = 5, LAST };
coop_kernel void test(global int *data, global int *out, int n)
{
    transmit enum step step = START;
    transmit int sum = 0, k = 0;
    for (;; k++) {
        switch (step) {
        default:
            sum += 1000;
        case MIDDLE:
            switch (k & 1) {
            case 0: {
                sum += 1;
                resizing_global_barrier();
                break;
            }
            case 1:
                sum += 2;
                if (k > 4) { step = LAST; continue; }
                global_barrier();
            }
            sum += 10;
            break;
        case START:
            step = MIDDLE;
            request_fork();
            break;
        case LAST:
            switch (sum) { case 3: sum = 4; break; default: sum += 5; }
            if (get_global_id(0) == 0) out[0] = sum * 10 + k;
            offer_kill();
            return;
        }
        switch (k) {
        }
        switch (k) default: sum += 3;
    }
}
