// run: regular
#define STEP 1
kernel void test(global int *data, global int *out, int n)
{
    int a = data[get_global_id(0)];
    int i = 0;
    while (i < 3) {
#undef STEP
#define STEP 10
        a += STEP;
        barrier(CLK_LOCAL_MEM_FENCE);
        a += 2 * STEP;
        ++i;
#undef STEP
#define STEP 100
    }
    a += STEP;
    do {
#undef STEP
#define STEP 1000
        if (i > 1) {
            a += STEP;
            barrier(CLK_LOCAL_MEM_FENCE);
#undef STEP
#define STEP 5
            a += STEP;
        }
        a += STEP;
    } while (--i > 0);
    out[get_global_id(0)] = a + STEP;
}
