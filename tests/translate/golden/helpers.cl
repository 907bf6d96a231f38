#include "coop/kernel.clh"

/* A helper that uses work-item functions gets the group; one that does not stays as it is. */
static int twice(int a) { return a * 2; }
static uint me(void);
static uint me(void)
{
    return get_global_id(0);
}
#define MINE(p) ((p)[me()])

static void store(global int *out, int value) { MINE(out) = twice(value); }

coop_kernel void stores(global int *out, int n)
{
    transmit int k = 0;

    /* Comments between statements go, those inside stay. */
    for (; k < n; k++) {
        store(out, k); /* here */
        if (me() == 0) {
            out[n] = k; /* and here */
        }
        offer_kill();
    }
}
