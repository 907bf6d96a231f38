#include "coop/kernel.clh"
coop_kill_any void helper(void) {}
kernel coop_may_kill_all void regular(global int *a) { a[0] = 1; }
coop_kernel coop_kill_any coop_kill_any void twice(global int *a) { offer_kill(); }
coop_kernel coop_kill_any coop_kill_highest void both_orders(global int *a) { offer_kill(); }
coop_kernel coop_keep_one coop_may_kill_all void both_ends(global int *a) { offer_kill(); }
coop_kernel void inside(global int *a)
{
    coop_kill_any int x = 0;
    offer_kill();
    a[0] = x;
}
