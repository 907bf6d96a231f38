#include "coop/kernel.clh"
#define PAUSE() do { offer_kill(); } while (0)
#define TWICE(x) x; x
#define BOTH offer_kill(); request_fork()
#define COMMA (offer_kill(), request_fork())
#define MAYBE(n) if (n) offer_kill()
#define SYNC barrier(CLK_LOCAL_MEM_FENCE)
coop_kernel void k(global int *a, int n)
{
    PAUSE();
    TWICE(a[0] = 1; global_barrier());
    BOTH;
    if (n > 0)
        BOTH;
    COMMA;
    MAYBE(n);
    SYNC, n++;
    for (;; SYNC) {
        n++;
    }
}
