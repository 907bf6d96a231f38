#include "coop/kernel.clh"
coop_kernel void k(global int *a)
{
    int i = 0;
    i++, offer_kill();
    (void)request_fork();
    for (i = 0; i < 3; global_barrier()) { i++; }
    resizing_global_barrier(), i++;
}
