#include "coop/kernel.clh"
/* A conversion is of one value, so that its commas are in order; those of a vector's lanes are not. */
kernel void test(global int *data, global int *out)
{
    int at = 0;

    (void)(at++, work_group_reduce_add(data[at]));
    out[0] = (int)(at = 3, work_group_any(at > 3));
    out[1] = (int2)(data[at], work_group_reduce_add(at)).y;
}
