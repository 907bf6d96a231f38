#include <coop/kernel.clh>

/* One step of seconds without an operation of the model in it: the watchdog sees a work-group stand still. */
coop_kernel void still(global uint *result, uint rounds)
{
    uint value = 1;

    for (uint i = 0; i < rounds; i++) {
        value = value * 1664525u + 1013904223u;
        value ^= value >> 15;
    }
    if (get_local_id(0) == 0) {
        result[0] = value;
    }
}
