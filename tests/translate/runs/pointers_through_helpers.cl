// run: regular
/* Helpers with barriers that keep, change and return pointers to private variables of the kernel. */
struct holder { int *p; int *other[2]; };
void keeps(int *sum, local int *s)
{
    int *also = sum;
    int own = 3;
    int *mine = &own;
    barrier(CLK_LOCAL_MEM_FENCE);
    *also += s[1] + *mine;
    *mine += 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    *sum += own;
}
int *chooses(int *a, int *b, local int *s)
{
    barrier(CLK_LOCAL_MEM_FENCE);
    if (s[1] & 1)
        return a;
    barrier(CLK_LOCAL_MEM_FENCE);
    return b;
}
void holds(struct holder x)
{
    barrier(CLK_LOCAL_MEM_FENCE);
    *x.p += 1;
    *x.other[1] += 4;
}
void walks(int *at, int n)
{
    for (int i = 0; i < n; ++i) {
        *at++ += i + 1;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    at[-1] *= 2;
}
void by_value(int count, int *from)
{
    int *p = from == 0 ? &count : from;
    barrier(CLK_LOCAL_MEM_FENCE);
    *p += 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (from)
        *from += count;
}
kernel void test(global int *data, global int *out, int n)
{
    local int s[2];
    uint me = get_global_id(0);
    int sum = data[me], more = 5, list[4] = {1, 2, 3, 4};
    int *p;
    struct holder both = {&sum, {list, list + 2}};

    if (get_local_id(0) == 0) {
        s[0] = n;
        s[1] = data[me] + n;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    keeps(&sum, s);
    p = chooses(&sum, &more, s);
    *p += 3;
    holds((struct holder){&sum, {p, p}});
    holds(both);
    walks(list, 3);
    walks(&list[data[me] & 1], 2);
    by_value(n, 0);
    by_value(n, both.other[0]);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[me] = sum * 31 + more * 7 + *p + list[0] + 10 * list[1] + 100 * list[2] + 1000 * list[3];
}
