#include "coop/kernel.clh"
coop_kernel coop_may_kill_all void never_offers(global int *a) { request_fork(); }
coop_kernel coop_kill_any void never_killed(global int *a) { request_fork(); }
coop_kernel coop_kill_any void at_barriers(global int *a)
{
    offer_kill();
    resizing_global_barrier();
}
