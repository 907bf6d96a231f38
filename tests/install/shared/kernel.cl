#include "coop/kernel.clh"
#include "first.h"
#include "second.h"
#include "third.h"

coop_kernel void weigh(global uint *values, uint count)
{
    for (uint i = (uint)get_global_id(0); i < count; i += (uint)get_global_size(0)) {
        values[i] = FIRST * SECOND * THIRD * (LEFT * RIGHT * values[i] + OFFSET);
    }
}
