// run: regular
void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
kernel void test(global int *data, global int *out, int n)
{
    int a = 1, b = 2;
    data += get_global_id(0);
    while (n-- > 30) {
        swap(&a, &b);
        barrier(CLK_LOCAL_MEM_FENCE);
        a += *data;
        out[get_global_id(0)] += a - b + n;
    }
    swap(&n, &a);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[200 + get_global_id(0)] = n + a;
}
