#include "coop/kernel.clh"
#include "factor.h"

coop_kernel void doubling(global uint *values, uint count)
{
    for (uint i = get_global_id(0); i < count; i += get_global_size(0)) {
        values[i] = FACTOR * values[i] + OFFSET;
    }
}
