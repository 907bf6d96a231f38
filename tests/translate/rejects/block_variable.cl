#include "coop/kernel.clh"
coop_kernel void k(global int *a) { void (^b)(void) = ^{ a[0] = 1; }; b(); resizing_global_barrier(); enqueue_kernel(get_default_queue(), 0, ndrange_1D(1), b); }

kernel void of_an_event(global int *a)
{
    clk_event_t event;
    clk_event_t *where = &event;

    barrier(CLK_LOCAL_MEM_FENCE);
    a[0] = where != 0;
}
