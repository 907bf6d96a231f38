// run: regular
// items: 4
kernel void test(global int *data, global int *out, int n)
{
    local int tile[4];
    uint id = get_global_id(0);
    tile[get_local_id(0)] = data[id];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (id % 3 == 0) return;
    for (int k = 0; k < 3; k++) {
        if (k == 2 && id % 3 == 1) { out[id] -= 1; return; }
        switch (k) { case 1: if (id % 5 == 0) return; break; default: out[id] += tile[(id + k) % 4]; }
    }
    out[id] += 1000;
}
