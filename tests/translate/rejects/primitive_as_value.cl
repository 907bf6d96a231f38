#include "coop/kernel.clh"
coop_kernel void k(global int *a, int n) {
    if (offer_kill()) a[0] = 1;
    while (request_fork(), n--) a[1] = 1;
    a[2] = global_barrier();
    return resizing_global_barrier();
}
