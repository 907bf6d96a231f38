// run: regular
#define USE_BARRIER 1
kernel void test(global int *data, global int *out, int n)
{
    int a = data[get_global_id(0)]; // a comment; with { braces
    /* barrier(0); */
#define STEP(v) ((v) * 2) + \
    1
#if USE_BARRIER
    if (n > 0)
#else
    if (n > 1)
#endif
    {
        a = STEP(a);
#ifdef USE_BARRIER
        barrier(CLK_LOCAL_MEM_FENCE);
#else
        this is not C;
#endif
        a += 1;
    }
#undef STEP
#define STEP(v) ((v) - 3)
    char c = '{'; int s = sizeof("}\"{");
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = STEP(a) + c + s;
}
