// run: cooperative
/* A file that includes itself, once for each of its types. */
#ifndef TYPE
#include "coop/kernel.clh"
#define JOINED(a, b) a##b
#define NAMED(a, b) JOINED(a, b)

#define TYPE int
#define KERNEL test
#include "includes_itself.cl"
#undef TYPE
#undef KERNEL
#define TYPE uint
#define KERNEL test1
#include "includes_itself.cl"
#undef TYPE
#undef KERNEL
#else

TYPE NAMED(KERNEL, _of)(global TYPE *from, TYPE of)
{
    return from[get_global_id(0)] * (TYPE)3 + of;
}

coop_kernel void KERNEL(global int *data, global int *out, int n)
{
    TYPE sum = NAMED(KERNEL, _of)((global TYPE *)data, (TYPE)n);

    resizing_global_barrier();
    for (int i = (int)get_global_id(0); i < n; i += (int)get_global_size(0)) {
        out[i] = (int)(sizeof(TYPE) + (TYPE)(data[i] / 2));
    }
    sum = 0;
}
#endif
