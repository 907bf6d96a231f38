// run: regular
struct pair { int first; int second; };
kernel void test(global int *data, global int *out, int n)
{
    int x = data[get_global_id(0)];
    int y = n;
    struct pair both = {1, 2};
    int *p, *q = &y;
    const struct pair *s;
    *q += 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    p = &x;
    *p += 4;
    for (int i = 0; i < 3; ++i) {
        q = i > 1 ? &x : &y;
        *q *= 2;
        barrier(CLK_LOCAL_MEM_FENCE);
        p = &y;
        s = &both;
        for (int j = 0; j < 2; ++j) {
            *p += s->second + j;
        }
        p = &both.first;
        *p += 3;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    p = &y;
    out[get_global_id(0)] = x + *p + both.first;
}
