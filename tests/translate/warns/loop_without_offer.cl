#include "coop/kernel.clh"
coop_kernel void flagged(global int *out, int n)
{
    resizing_global_barrier();
    for (int i = 0; i < n; i++) {
        out[get_global_id(0)] += i;
    }
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            out[get_global_id(0)] += i;
            global_barrier();
        }
    }
    if (n > 3) {
        while (n-- > 0) {
            request_fork();
        }
    }
    do {
        global_barrier();
    } while (0);
    offer_kill();
}
coop_kernel void clean(global int *out, int n)
{
    for (int i = 0; i < n; i++) {
        global_barrier();
    }
    while (n-- > 0) {
        if (n == 2) {
            offer_kill();
        }
    }
}
