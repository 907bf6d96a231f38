// run: regular
kernel void test(global int *data, global int *out, int n)
{
    int4 v = (int4)(1, 2, 3, (int)get_local_id(0));
    float2 f = {1.5f, 2.5f};
    bool even = get_local_id(0) % 2 == 0;
    for (int k = 0; k < 3; k++) {
        v.lo += v.hi;
        barrier(CLK_LOCAL_MEM_FENCE);
        f.y += even ? v.x : v.s3;
        even = !even;
        v[2]++;
    }
    out[get_global_id(0)] = v.x + v.y * 2 + v.z * 3 + (int)(f.x + f.y);
}
