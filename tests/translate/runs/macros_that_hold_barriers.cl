// run: regular
/* Macros that are more than one barrier: statements around it, several, a loop, a condition; and calls of helpers
 * with barriers whose name or arguments come out of a macro's. */
#define SYNC barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
#define TWICE SYNC; SYNC
#define ONCE do { barrier(CLK_LOCAL_MEM_FENCE); } while (0)
#define ADD_AND_WAIT(value) \
    tile[get_local_id(0)] += (value); \
    SYNC
#define ROUNDS(count, statement)            \
    for (int round = 0; round < (count); round++) { \
        statement;                          \
        SYNC;                               \
    }
#define WAIT_IF(condition) if (condition) SYNC
#define CALL(f, ...) f(__VA_ARGS__)
#define CALL_LATER(f, ...) CALL(f, __VA_ARGS__); SYNC
#define PASS(f, first, ...) f(first __VA_OPT__(,) __VA_ARGS__)

void bump(int *value)
{
    *value += 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    *value += 2;
}

void bump_by(int *value, int by)
{
    *value += by;
    barrier(CLK_LOCAL_MEM_FENCE);
}

kernel void test(global int *data, global int *out, int n)
{
    local int tile[64];
    int own = (int)get_global_id(0);
    int neighbour = ((int)get_local_id(0) + 1) % (int)get_local_size(0);

    tile[get_local_id(0)] = data[own];
    TWICE;
    ADD_AND_WAIT(3);
    out[own] = tile[neighbour];
    ONCE;
    ROUNDS(3, tile[get_local_id(0)] += round)
    WAIT_IF(n > 10);
    out[own] += tile[neighbour];
    CALL(bump, &own);
    CALL_LATER(bump_by, &own, 4);
    PASS(bump, &own);
    PASS(bump_by, &own, n);
    data[get_global_id(0)] = own;
}
