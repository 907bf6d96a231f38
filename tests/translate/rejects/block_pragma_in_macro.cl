#define EXACT(x) _Pragma("OPENCL FP_CONTRACT OFF") float x
kernel void k(global float *a)
{
    EXACT(v) = a[0] * a[1] + a[2];
    barrier(CLK_GLOBAL_MEM_FENCE);
    a[0] = v;
}
kernel void l(global float *a)
{
    _Pragma("float_control(precise, on)")
    a[1] = a[0];
    barrier(CLK_GLOBAL_MEM_FENCE);
    a[2] = a[1];
}
