// run: cooperative
#include "include/deep/tally.h"
#include "coop/kernel.clh"
#include "include/deep/types.h"
#include "include/deep/tally.h"
coop_kernel void test(global int *data, global int *out, int n)
{
    transmit colour at = RED;
    transmit global struct tally *tally = (global struct tally *)out;
    while (at < 8) {
        tally_add(tally, at);
        resizing_global_barrier();
        at = (colour)(at << 1);
    }
    tally_add(tally, BLUE);
}
