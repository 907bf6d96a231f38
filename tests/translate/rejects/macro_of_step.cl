#define STEP 1
#define OTHER 2
kernel void k(global int *a)
{
    for (int i = 0; i < 10; i += STEP) {
        a[i] = STEP;
#undef STEP
#define STEP 2
#undef OTHER
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
