#ifdef __OPENCL_C_VERSION__
#include "coop/kernel.clh"
#include "coop/spawn.clh"
#else
#include <coop/spawn.h>
#endif
/* Macros with the names of members and parameters that the text of tasks could have. */
#define up 1
#define closure 2
#define tag 3
#define at 4
#define item 5
#define place 7
#define nth 8
#define head 9
#define pending 10
coop_task uint one(uint a)
{
    uint x;

    if (a == 0)
        return tag;
    for (uint i = 0; i < a; i++) {
        if (i == 3)
            return item; /* the children are waited for */
        x = coop_spawn one(a - 1 > 4 ? 4 : a - 1);
        coop_sync();
    }
    return x + up;
}
coop_task ulong root(uint depth, uint seed, coop_common global uint *effects)
{
    uint x, y;
    x = coop_spawn one(depth);
    y = coop_spawn one(seed % 4);
    coop_sync();
    return x + y + closure + at + place + nth + head + pending;
}
#undef at
#undef item
#undef place
#undef nth
#undef head
#undef pending
#undef up
#undef closure
#undef tag
#ifdef __OPENCL_C_VERSION__
#define TASKS_KERNEL tests
#include "kernels.clh"
#endif
