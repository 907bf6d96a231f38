// run: regular
#include "include/declares.h"
#include "include/declares.h"
#if 1
kernel void test(global int *data, global int *out
#else
kernel void test(global int *data, global long *out
#endif
                 , int n);
extern kernel void test1(global int *data, global int *out, int n) __attribute__((work_group_size_hint(8, 1, 1)));
static int shifted(int a)
{
    return a + (int)get_global_id(0);
}
int nowhere(void);
kernel void test(global int *data, global int *out, int n)
{
    int a = shifted(data[0]);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = a + n;
}
constant int between = 3;
void __kernel __attribute__((vec_type_hint(int))) test1(global int *data, global int *out, int n)
{
    out[get_global_id(0)] += between;
}
