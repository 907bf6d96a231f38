// run: regular
/* Private pointers that are set again behind a barrier on some of the ways only. */
kernel void test(global int *data, global int *out, int n)
{
    uint me = get_global_id(0);
    int x = data[me];
    int y = 7;
    int *p = &x, *q = &x, *r = &y, *s = &x;

    barrier(CLK_GLOBAL_MEM_FENCE);
    if (data[me] & 1) {
        p = &y;
    }
    *p += 1;
    barrier(CLK_GLOBAL_MEM_FENCE);
    do {
        *q += 2;
        if (data[me] & 2) {
            break;
        }
        q = &y;
    } while (*q < 30);
    barrier(CLK_GLOBAL_MEM_FENCE);
    switch (data[me] & 3) {
    case 0:
        r = &x;
    case 1:
        *r = *r * 3 + *q;
    }
    barrier(CLK_GLOBAL_MEM_FENCE);
    for (int i = 0; i < (data[me] & 4); ++i) {
        s = &y;
    }
    *s += 5;
    barrier(CLK_GLOBAL_MEM_FENCE);
    out[me] = x * 1000 + y + (p == &x) * 2 + (s == p) + n;
}
