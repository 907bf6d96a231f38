// run: regular
kernel void test(global int *data, global int *out, int n)
{
    local int tile[64], *walk;
    global int *from = data + get_global_id(0);
    const global int *end = data + 500;
    tile[get_local_id(0)] = *from;
    walk = tile;
    barrier(CLK_LOCAL_MEM_FENCE);
    int sum = 0;
    while (walk < tile + get_local_size(0)) {
        sum += *walk++;
        barrier(CLK_LOCAL_MEM_FENCE);
        from += 2;
        sum += end - from > 100 ? *from : from[-1];
        int copy = sum, *here = &copy;
        *here += 1;
        sum = *here;
    }
    out[get_global_id(0)] = sum + (int)(walk - tile);
}
