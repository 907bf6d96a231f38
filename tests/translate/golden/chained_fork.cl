/* What a joining work-group gets is written in front of the chain that leads to request_fork. */
#include "coop/kernel.clh"
coop_kernel void draws(global uint *places, uint count)
{
    transmit uint share = 0;

    do {
        places[share] += 1;
        share++;
        if (share % 2 == 0) {
            offer_kill();
            request_fork();
        }
    } while (share < count);
}
