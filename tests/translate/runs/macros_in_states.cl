// run: cooperative
#include "coop/kernel.clh"
#define GLUE(a, b) a##b
#define VAR(n) GLUE(v, n)
#define MAX2(a, b) ((a) > (b) ? (a) : (b))
#define SUM3(...) SUM3_(__VA_ARGS__, 0, 0, 0)
#define SUM3_(a, b, c, ...) ((a) + (b) + (c))
#define SWAP(type, a, b) do { type swap_ = (a); (a) = (b); (b) = swap_; } while (0)
#define LEADER if (get_global_id(0) == 0)
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define BLOCK { k++; }
#define CONST_7 7
#define ADD_TO(x, y) x += y
coop_kernel void test(global int *data, global int *out, int n)
{
    transmit int k = 0, v1 = 3, v2 = 9, list[CONST_7] = {1, 2};
    while (k < CONST_7 - 2) {
        SWAP(int, v1, v2);
        resizing_global_barrier();
        ADD_TO(VAR(1), MAX2(v2, k));
        list[k] += SUM3(v1, v2) + (int)COUNT(list);
        LEADER out[k] = list[k] + VAR(2);
        request_fork();
        BLOCK
    }
    LEADER { out[20] = v1; ADD_TO(out[20], k); }
}
