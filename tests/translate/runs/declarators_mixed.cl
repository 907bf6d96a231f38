// run: regular
typedef int (row)[3];
kernel void test(global int *data, global int *out, int n)
{
    int a = 1, b[3] = {a, a + 1, a + 2}, *alias, c = a + b[1], d;
    global int *p = data + get_global_id(0), *q = out, (*rows)[3] = (global int (*)[3])data;
    int r = *p;
    const int two = 2, four = two * 2;
    row line = {7, 8, 9}, lines[2] = {{1, 2, 3}, {4, 5, 6}};
    unsigned long long_one = 1ul, wide = long_one << 33;
    float x = 1.5f, y[2][2] = {{x, 2}, {3, 4}};
    alias = &c;
    *alias += 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    d = c + b[2] + rows[1][2] + four;
    barrier(CLK_LOCAL_MEM_FENCE);
    int e = d, f = e + line[1], g[2] = {f, f + 1};
    barrier(CLK_LOCAL_MEM_FENCE);
    q[get_global_id(0)] = r + d + g[1] + lines[1][2] + (int)(wide >> 30) + (int)(y[1][0] * x) + e * two;
}
