// run: regular
enum { SIZE = 100, OUTER };
int spread(local int *part, int a)
{
    enum { STEP = 3, };
    part[get_local_id(0)] = a * STEP;
    barrier(CLK_LOCAL_MEM_FENCE);
    return part[0] + STEP;
}
kernel void test(global int *data, global int *out, int n)
{
    enum { TILE = 64, HALF = TILE / 2 };
    local int part[TILE];
    int a = data[get_global_id(0)] + HALF;
    part[get_local_id(0)] = a;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < 3; ++i) {
        enum phase { FIRST, SECOND = 1, THIRD };
        a += part[0] * HALF;
        barrier(CLK_LOCAL_MEM_FENCE);
        switch (i) {
        case FIRST:
            a += 1;
            break;
        case SECOND:
            barrier(CLK_LOCAL_MEM_FENCE);
            a += TILE;
            break;
        case THIRD: {
            enum { INNER = 9 };
            a += INNER;
            break;
        }
        }
    }
    a += spread(part, OUTER + SIZE);
    out[get_global_id(0)] = a + TILE;
}
kernel void test1(global int *data, global int *out, int n)
{
    enum { SIZE = 7 };
    int a = n;
    if (n > 2) {
        enum { ONLY = 2 };
        barrier(CLK_LOCAL_MEM_FENCE);
        a += ONLY;
    } else {
        enum { OTHERWISE = 3 };
        barrier(CLK_LOCAL_MEM_FENCE);
        a += OTHERWISE;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] += a * SIZE;
}
kernel void test2(global int *data, global int *out, int n)
{
    enum { A = 1, B };
    out[get_global_id(0)] += A + B;
}
