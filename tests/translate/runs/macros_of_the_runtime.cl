// run: cooperative regular
// files: macros_of_the_runtime.second.cl
#include "coop/kernel.clh"
#include "include/common_words.h"
/* An index function by another form: the macro is this file's. */
static int first_item(void) { return (int)get_global_id(0); }
static int all_items(void) { return (int)get_global_size(0); }
#define get_global_id() first_item()
#define get_global_size() all_items()
coop_kernel void test(global int *data, global int *out, int n)
{
    transmit int k = vars;
    for (; k > locals; k--) {
        for (int i = get_global_id(); i < n; i += get_global_size()) out[i] += count_of(data[i]) * k + active;
        resizing_global_barrier();
    }
}
