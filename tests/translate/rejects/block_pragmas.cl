kernel void k(global float *a)
{
#pragma float_control(precise, on)
    a[0] = a[1] * a[2] + a[3];
    if (a[4] > 1.0f) {
        enum { FIRST, SECOND };
        barrier(CLK_LOCAL_MEM_FENCE);
        a[FIRST] = SECOND;
    }
    enum { THIRD, SECOND };
    a[THIRD] = SECOND;
}
