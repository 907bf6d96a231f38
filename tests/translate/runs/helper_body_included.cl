// run: cooperative
#include "coop/kernel.clh"
/* Parts of functions and initialisers may stand in files of their own. */
constant int table[] = {
#include "include/table_body.h"
};
int sum_of(global int *values, int n)
{
    int local_sum = 0;
#include "include/sum_body.h"
}
coop_kernel void test(global int *data, global int *out, int n)
{
    transmit int k = 0;
    for (; k < 3; k++) {
        if (get_global_id(0) == 0) out[k] = table[k] + sum_of(data, n + k);
        for (int i = get_global_id(0); i < n; i += get_global_size(0)) out[100 + i] += table[k] * i;
        resizing_global_barrier();
    }
}
