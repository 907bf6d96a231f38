#include "include/common_words.h"
kernel void test1(global int *data, global int *out, int n)
{
    out[300 + get_global_id(0)] = (int)get_global_size(0) * slot + control + event;
}
