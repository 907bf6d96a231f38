#include "include/once.h"
#define LOCAL_NAME(v) ((v) + 100)
int other(int v);
int other(int v)
{
    part p = {v, 2};
    return LOCAL_NAME(p.a * p.b) + scaled(1);
}
kernel void second(global int *a, float4 b, short c)
{
    a[get_global_id(0)] = scaled(c);
}
