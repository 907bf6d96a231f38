// run: regular cooperative
/* Macros that are the heads of loops and conditions around barriers; macros that name arrays of atomic
 * variables, vectors and rows. */
#include "coop/kernel.clh"
typedef int row_of_three[3];
#define EACH(i, count) for (int i = 0; i < (count); ++i)
#define EACH_OF(type, i, count) EACH(i, (count))
#define WHEN(condition) if (condition)
#define WHILE_BELOW(value, limit) while ((value) < (limit))
#define SYNC do { barrier(CLK_LOCAL_MEM_FENCE); } while (0)
#define CLEAR(at) atomic_store(&totals[at], 0)
#define WIDE(at) wide[at]
#define ROW(at) rows[1][at]
kernel void test(global int *data, global int *out, int n)
{
    local atomic_int totals[2];
    float4 wide[2];
    row_of_three rows[2];
    int value = data[get_global_id(0)], rounds = 0;

    EACH(i, 2) CLEAR(i);
    EACH(i, 3) ROW(i) = i * n;
    WIDE(0) = WIDE(1) = (float4)(value);
    EACH(i, 3) {
        SYNC;
        EACH(j, 2) { value += i * j; barrier(CLK_LOCAL_MEM_FENCE); }
        atomic_fetch_add(&totals[i & 1], value & 3);
        SYNC;
    }
    WHEN(n > 3) { barrier(CLK_LOCAL_MEM_FENCE); WIDE(1).x += ROW(2); }
    else barrier(CLK_LOCAL_MEM_FENCE);
    WHILE_BELOW(rounds, 3) {
        EACH_OF(int, k, 2) SYNC;
        ROW(rounds) += rounds;
        ++rounds;
    }
    out[get_global_id(0)] = value + atomic_load(&totals[0]) * 10 + atomic_load(totals + 1) + (int)WIDE(1).x + ROW(1);
}
coop_kernel void test1(global int *data, global int *out, int n)
{
    transmit int round = 0;

    WHILE_BELOW(round, 4) {
        for (uint at = get_global_id(0); at < 3 * get_local_size(0); at += get_global_size(0)) {
            out[at] += data[at] + round;
        }
        ++round;
        resizing_global_barrier();
    }
}
