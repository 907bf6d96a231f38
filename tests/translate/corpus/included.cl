// items: 1 8 64
// Kernels by #include, as programs have them that are put together of parts.
#define UNIT 3
#include "include/parts.clh"
#ifdef WITH_MORE_PARTS
#include "include/missing.clh"
#endif
#define PART_OF_ONE 1
#include "include/part_one.clh"
#undef PART_OF_ONE
#if UNIT == 3
#include "include/part_two.clh"
#include "include/template.clh"
#define T_NAME scaled_long
#define T_TYPE long
#include "include/template.clh"
kernel void test6(global int *data, global int *out, int n)
{
    out[get_global_id(0)] += scaled_int(data[1]) + (int)scaled_long(data[2]);
}
#endif
