// run: regular2
#define W 4
#define H 2
kernel void test(global int *data, global int *out, int n)
{
    local int a[H][W], b[W][W];
    size_t x = get_local_id(0), y = get_local_id(1);
    int sum = 0;
    for (int t = 0; t < 2; t++) {
        a[y][x] = data[get_global_id(1) * 8 + t * W + x];
        b[y][x] = data[(t * W + y) * 8 + get_global_id(0)];
        b[y + H][x] = data[(t * W + y + H) * 8 + get_global_id(0)];
        barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
        for (int k = 0; k < W; k++) {
            sum += a[y][k] * b[k][x];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(1) * get_global_size(0) + get_global_id(0)] = sum + (int)get_work_dim();
}
