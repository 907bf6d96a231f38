kernel void mm(global const float *a, global const float *b, global float *c, uint n)
{
    local float ta[8][8], tb[8][8];
    uint x = (uint)get_local_id(0), y = (uint)get_local_id(1), gx = (uint)get_global_id(0),
         gy = (uint)get_global_id(1);
    float sum = 0;
    for (uint t = 0; t < n; t += 8) {
        ta[y][x] = a[gy * n + t + x];
        tb[y][x] = b[(t + y) * n + gx];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint k = 0; k < 8; k++) sum += ta[y][k] * tb[k][x];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[gy * n + gx] = sum;
}
