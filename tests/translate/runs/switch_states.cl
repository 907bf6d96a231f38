// run: cooperative
#include "coop/kernel.clh"
enum { FIRST, SECOND = 3, THIRD };
coop_kernel void test(global int *data, global int *out, int n)
{
    transmit int k = 0;
    transmit int hits = 0;
    for (k = 0; k < 9; k++) {
        switch (k > 6 ? 20 : k) {
        case FIRST:
        case 1: {
            hits += 1;
            resizing_global_barrier();
            break;
        }
        case SECOND:
            hits += 10;
            resizing_global_barrier();
            /* falls through */
        case THIRD:
            if (get_global_id(0) == 0) out[150] += hits;
            global_barrier();
            hits += 100;
            switch (hits & 1) {
            case 1: hits += 2; break;
            default: hits += 4;
            }
            break;
        case (1 ? 5 : 6): hits += 1000;
            continue;
        default:
            hits += 10000;
            global_barrier();
            if (k == 8) break;
            hits += 3;
        }
        hits += 50000;
        resizing_global_barrier();
        switch (k) { case 2: hits += 7; break; default: break; }
    }
    for (uint i = get_global_id(0); i < n; i += get_global_size(0)) out[i] = data[i] + hits;
}
