// run: regular
#define THREE 3
typedef struct { int a, b[2]; } pair;
kernel void test(global int *data, global int *out, int n)
{
    int a = (int)get_global_id(0), b = a * 2, c[THREE] = {a, b, 7}, *unused = 0;
    const int limit = a + 1;
    const int table[] = {4, 5, 6, 7};
    global int *p = data + a, *q = &out[a];
    pair s = {a, {b, 3}}, t;
    char text[] = "hey";
    int grid[2][3] = {{1, 2, 3}, {4, 5, 6}};
    int one = {5};
    for (int i = 0, j = 10; i < 3; i++, j--) {
        int fresh = i;
        barrier(CLK_GLOBAL_MEM_FENCE);
        *q += c[i] * table[i + 1] + limit + *p + fresh + j;
        c[i] += grid[1][i] + text[i];
        s.b[0] += one;
        t = s;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    *q += c[0] + c[1] + c[2] + s.b[0] + t.b[0] + (int)sizeof(c) + (int)(sizeof(table) / sizeof(table[0]));
}
