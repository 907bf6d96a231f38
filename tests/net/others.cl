/* Another module than kernels.cl. */
#include "coop/kernel.clh"

kernel void adds_twice(global uint *values, uint amount, uint count)
{
    uint i = get_global_id(0);

    if (i < count) {
        values[i] += 2 * amount;
    }
}
