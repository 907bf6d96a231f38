// run: regular
struct totals { int sum; int count; };
uint prefix(uint v, uint *total, local uint *part)
{
    uint mine = v;
    part[get_local_id(0)] = v;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = 0; i < get_local_id(0); ++i)
        mine += part[i];
    *total = 0;
    for (uint i = 0; i < get_local_size(0); ++i)
        *total += part[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    return mine;
}
static void count(struct totals *totals, local int *flag, int a)
{
    int total = a;
    if (a > 0) {
        int all = 3, values = 4;
        totals->sum += all + values;
    }
    if (get_local_id(0) == 0)
        *flag = a;
    barrier(CLK_LOCAL_MEM_FENCE);
    totals->sum += total + *flag;
    (*totals).count++;
    barrier(CLK_LOCAL_MEM_FENCE);
}
static void both(int *first, int values[3], local int *flag)
{
    struct totals t = {0, 0};
    values[1] += *first;
    count(&t, flag, *first);
    *first = t.sum * 3 + t.count;
    barrier(CLK_LOCAL_MEM_FENCE);
    values[2] = first[0] + 1;
    *(values + 1) -= 2;
}
static void outer(local int *flag, int *first, int values[3], int2 *pair)
{
    both(first, values, flag);
    (*pair).x += *first;
    barrier(CLK_LOCAL_MEM_FENCE);
    pair->y = pair->x + values[2];
}
kernel void test(global int *data, global int *out, int n)
{
    local uint part[64];
    local int flag;
    uint total;
    int a = data[get_group_id(0)];
    int values[3] = {1, 2, 3};
    int2 pair = (int2)(1, 2);
    struct totals totals = {1, 0};
    uint mine = prefix((uint)data[get_global_id(0)], &total, part);
    out[get_global_id(0)] = (int)(mine + 3 * total);
    count(&totals, &flag, a);
    for (int i = 0; i < 2; ++i) {
        int first = i + a;
        both(&first, values, &flag);
        a += first + values[2];
        {
            int total = i;
            both(&total, values, &flag);
            out[get_global_id(0)] += total;
        }
    }
    both(&n, &values[0], &flag);
    outer(&flag, &a, values, &pair);
    struct totals all = {1, 2};
    count(&all, &flag, a);
    count(&all, &flag, all.sum & 7);
    out[get_global_id(0)] += all.sum + 7 * all.count;
    int values_of = 2;
    uint again = 1, *unused = &again;
    mine = prefix(*unused, &again, part);
    out[get_global_id(0)] += values_of + mine + again;
    out[get_global_id(0)] += a + n + totals.sum * 5 + totals.count + pair.x + pair.y + values[0] + values[1];
}
