// run: cooperative
#include "coop/kernel.clh"
#define LEVEL 2
#if LEVEL > 1
#define WITH_EXTRA 1
#endif
coop_kernel void test(global int *data, global int *out, int n)
{
    transmit int k = 0;
#define INSIDE(v) ((v) * 2)
    for (;
#ifdef NOT_DEFINED
         k < 100;
#else
         k < 4; /* a comment, with a ; and a } in it */
#endif
         k++) {
#if LEVEL == 1
        offer_kill();
        while (1) {
#elif LEVEL == 2
        resizing_global_barrier(); // resizing_global_barrier();
        if (k != 7) {
#else
#error neither
#endif
#ifdef WITH_EXTRA
            if (get_global_id(0) == 0) out[k] = INSIDE(data[k]
#if LEVEL > 5
                + 1000
#endif
            );
#endif
        }
#undef INSIDE
#define INSIDE(v) ((v) * 3)
        global_barrier
            /* far
               away */ ( );
#if 0
        this is no code { ( "
#endif
    }
    if (get_global_id(0) == 0) out[10] = INSIDE(k) \
        + 1;
}
