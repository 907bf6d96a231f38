// run: cooperative
// Where the work-items part, and where all go the same way.
#include "coop/kernel.clh"
coop_kernel void test(global int *data, global int *out, int n)
{
    transmit uint k = 0;

    while (k < 8) {
        for (uint i = get_global_id(0); i < n; i += get_global_size(0)) {
            switch ((i + k) & 3) {
            case 0:
                out[i] += data[i];
                break;
            case 1:
                out[i] ^= k;
                for (uint j = 0; j < i % 3; j++) { out[i] += j * data[j]; }
                break;
            case 2:
                continue;
            case 3:
                out[i] = out[i] * 3 + 1;
                break;
            }
            out[i]++;
        }
        switch (k & 3) {
        case 0:
            resizing_global_barrier();
            break;
        case 1:
            global_barrier();
            break;
        case 2:
            resizing_global_barrier();
            break;
        case 3:
            global_barrier();
            break;
        }
        k++;
    }
}
