#ifdef __OPENCL_C_VERSION__
#include "coop/kernel.clh"
#include "coop/spawn.clh"
#else
#include <coop/spawn.h>
#endif
/* Pointers to global memory as results, in structs, and across syncs. */
coop_task global uint *where(global uint *base, uint n) { return base + n; }
struct slot { global uint *p; uint n; };
coop_task struct slot slot_of(struct slot s, coop_common global uint *effects)
{
    struct slot r;
    if (s.n == 0) return s;
    s.p++;
    s.n--;
    r = coop_spawn slot_of(s, effects);
    coop_sync();
    return r;
}
coop_task ulong root(uint depth, uint seed, coop_common global uint *effects)
{
    global uint *p;
    struct slot s = {effects, depth};
    p = coop_spawn where(effects, depth);
    s = coop_spawn slot_of(s, effects);
    coop_sync();
    *p += 7;
    *s.p += 9;
    return p - effects;
}
#ifdef __OPENCL_C_VERSION__
#define TASKS_KERNEL tests
#include "kernels.clh"
#endif
