// run: regular
/* Pragmas that are no directives: written out, and as macros. */
#define EXACT _Pragma("OPENCL FP_CONTRACT OFF")
#define UNROLL _Pragma("unroll")
kernel void test(global int *data, global int *out, int n)
{
    _Pragma("OPENCL FP_CONTRACT OFF")
    float x = (float)data[0] * 0.1f + (float)n;
    barrier(CLK_LOCAL_MEM_FENCE);
    _Pragma("unroll") for (int i = 0; i < 3; ++i) {
        _Pragma("STDC FP_CONTRACT ON") float y = x;
        x = y * 0.5f + 1.0f;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    UNROLL
    for (int i = 0; i < 2; ++i) {
        EXACT
        x = x * 0.25f + 1.0f;
        barrier(CLK_LOCAL_MEM_FENCE);
        UNROLL for (int j = 0; j < 3; ++j) {
            x += (float)j;
        }
    }
    if (n > 0)
        _Pragma("nounroll") for (int i = 0; i < 2; ++i) {
            x += 1.0f;
        }
    out[get_global_id(0)] = (int)(x * 1000.0f);
}
float halved(local float *part, float x)
{
    EXACT
    part[get_local_id(0)] = x * 0.5f + 1.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    return part[0] + x;
}
kernel void test1(global int *data, global int *out, int n)
{
    local float part[64];
    float x = halved(part, (float)data[get_local_id(0)]);
    out[get_global_id(0)] += (int)x;
}
kernel void test2(global int *data, global int *out, int n)
{
    EXACT float x = (float)data[1] * 0.5f;
    out[get_global_id(0)] += (int)x + n;
}
