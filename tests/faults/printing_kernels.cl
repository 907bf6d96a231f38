/* A kernel that prints. */
#include "coop/kernel.clh"

kernel void prints(uint number)
{
    if (get_global_id(0) == 0) {
        printf("%u\n", number);
    }
}
