// run: cooperative
#include "coop/kernel.clh"
static uint here(void);
static uint stride() { return get_global_size(0); }
static uint here(void) { return get_global_id(0); }
static int plain(int a) { return a * 2; }
static void add(global int *out, int n, int value);
#define EACH(i, n) for (uint i = here(); i < n; i += stride())
static void add(global int *out, int n, int value)
{
    EACH(i, n) out[i] += plain(value) + (int)(get_local_size(0));
}
static int many(int a, int b) { return a + b + 0 * (int)get_group_id(0); }
#define BOTH 1, 2
static int id2(int a) { return a; }
coop_kernel void test(global int *data, global int *out, int n)
{
    transmit coop_transmit_leader int k = 0;
    while (k < 4) {
        add(out, n, k); resizing_global_barrier(); k = many(k, many(0, 1)); global_barrier();
    }
    EACH(i, n) { out[i] += id2(data[i]) + many(BOTH); }
}
