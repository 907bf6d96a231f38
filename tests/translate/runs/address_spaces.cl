// run: regular
struct holder { global int *global *rows; private int *private *mine; };
static uint next(private uint *seed) { *seed = *seed * 1664525u + 1013904223u; return *seed >> 16; }
static int through(private int *private *p) { return **p; }
static int row(global int *const *rows, int i) { return rows[i][0]; }
static uint waits(private uint *seed, local uint *part)
{
    part[get_local_id(0)] = next(seed);
    barrier(CLK_LOCAL_MEM_FENCE);
    return next(seed) + part[0];
}
#define SEED(i) seeds[i]
kernel void test(global int *data, global int *out, int n)
{
    local uint part[64];
    uint seeds[2] = {(uint)n, 7u}, one = 3;
    int mine = 4;
    barrier(CLK_LOCAL_MEM_FENCE);
    private int *pointer = &mine;
    uint sum = next(&SEED(1)) + next(&one) + (uint)through(&pointer);
    sum += waits(&one, part);
    barrier(CLK_LOCAL_MEM_FENCE);
    global int *const rows[2] = {data, data + 1};
    out[get_global_id(0)] = (int)((sum + SEED(1) + one) & 0xffff) + row(rows, 1);
}
