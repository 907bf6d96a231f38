/* What the ranks of a test run. */
#include "coop/kernel.clh"

kernel void adds(global uint *values, uint amount, uint count)
{
    uint i = get_global_id(0);

    if (i < count) {
        values[i] += amount;
    }
}
