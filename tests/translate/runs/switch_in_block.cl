// run: regular
kernel void test(global int *data, global int *out, int n)
{
    uint id = get_global_id(0);
    int value = 0;
    for (int k = 0; k < 6; k++) {
        switch (k) {
        case 0:
        case 1:
            barrier(CLK_LOCAL_MEM_FENCE);
            value += 1;
            {
                int inner = value * 2;
                barrier(CLK_LOCAL_MEM_FENCE);
                value += inner;
            }
        case 2: value += 3; break;
        case 3 ? 4 : 5: {
            switch (value & 3) { case 1: value += 5; default: value += 7; }
            barrier(CLK_LOCAL_MEM_FENCE);
        } break;
        default:;
        }
        value += (int)(id & 1);
    }
    out[id] = value;
}
