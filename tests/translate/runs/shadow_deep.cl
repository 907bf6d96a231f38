// run: regular
kernel void test(global int *data, global int *out, int n)
{
    int x = 1, total = 0;
    {
        float x = 2.5f;
        barrier(CLK_LOCAL_MEM_FENCE);
        {
            int x[2] = {3, 4};
            barrier(CLK_LOCAL_MEM_FENCE);
            total += x[1];
            for (int x = 0; x < 2; x++) {
                char n = (char)(x + 100);
                barrier(CLK_LOCAL_MEM_FENCE);
                { long n = 5; barrier(CLK_LOCAL_MEM_FENCE); total += (int)n; n++; }
                total += x + n;
            }
            x[0]++;
            total += x[0];
        }
        x *= 2;
        barrier(CLK_LOCAL_MEM_FENCE);
        total += (int)x;
    }
    int y = x + n;
    for (int k = 0; k < 2; k++) {
        int x = y + k, y = x * 2;
        total += y;
        barrier(CLK_LOCAL_MEM_FENCE);
        { int k = x; x = 0; total += k; }
        total += x + y;
    }
    global int *data2 = data;
    { int data = 3; barrier(CLK_LOCAL_MEM_FENCE); total += data; }
    out[get_global_id(0)] = total + x + y + data2[get_global_id(0)] + data[1];
}
