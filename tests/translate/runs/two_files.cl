// run: regular
// files: two_files.second.cl
#include "include/shared_part.h" // guarded
#include "include/once.h"
#include "include/once.h"
#define LOCAL_NAME(v) ((v) + 1)
int other(int v);
kernel void test(global int *data, global int *out, int n)
{
    part p = {scaled(data[get_global_id(0)]), LOCAL_NAME(2)};
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = p.a + p.b + other(p.b);
}
