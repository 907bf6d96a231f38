#ifdef __OPENCL_C_VERSION__
#include "coop/kernel.clh"
#include "coop/spawn.clh"
#else
#include <coop/spawn.h>
#endif

coop_task ulong fib(uint n);

coop_task ulong root(uint depth, uint seed, coop_common global uint *effects)
{
    ulong x;

    effects[seed % 64] += depth;
    x = coop_spawn fib(depth * 4 + seed);
    coop_sync();
    return x;
}

coop_task ulong fib(uint n)
{
    ulong x, y;

    if (n < 2) {
        return n;
    }
    x = coop_spawn fib(n - 1);
    y = coop_spawn fib(n - 2);
    coop_sync();
    return x + y;
}

#ifdef __OPENCL_C_VERSION__
#define TASKS_KERNEL tests
#include "kernels.clh"
#endif
