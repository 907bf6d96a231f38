// run: regular
#pragma OPENCL FP_CONTRACT ON
kernel void test(global int *data, global int *out, int n)
{
#pragma OPENCL FP_CONTRACT OFF
    float x = (float)data[0] * 0.1f + (float)n;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < 3; ++i) {
#pragma STDC FP_CONTRACT ON
        x = x * 0.5f + 1.0f;
        barrier(CLK_LOCAL_MEM_FENCE);
        { 
#pragma OPENCL FP_CONTRACT DEFAULT
            x = x + 0.25f;
        }
    }
    out[get_global_id(0)] = (int)(x * 1000.0f);
}
kernel void test1(global int *data, global int *out, int n)
{
    # pragma  OPENCL  FP_CONTRACT  OFF
    float x = (float)data[1] * 0.5f;
    out[get_global_id(0)] += (int)x + n;
}
float halved(local float *part, float x)
{
#pragma OPENCL FP_CONTRACT OFF
    part[get_local_id(0)] = x * 0.5f + 1.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    return part[0] + x;
}
kernel void test2(global int *data, global int *out, int n)
{
    local float part[64];
    float x = halved(part, (float)data[get_local_id(0)]);
    out[get_global_id(0)] += (int)x;
}
