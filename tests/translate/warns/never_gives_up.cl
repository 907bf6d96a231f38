#include "coop/kernel.clh"
coop_kernel void k(global int *a)
{
    a[get_global_id(0)] = get_global_id(1);
    global_barrier();
    request_fork();
    a[get_local_size(2)] = get_global_id(0);
}
