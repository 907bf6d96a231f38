// run: regular regular
// Collectives inside each other, in helpers and behind macros; and those of sub-groups.
#define SUM(x) work_group_reduce_add(x)
#define PREFIX(x) work_group_scan_exclusive_add((x) & 15)

int longest(int value, int n)
{
    int least = work_group_reduce_min(n);

    if (n > 40) return 0;
    return n + work_group_reduce_max(value) - (work_group_any(value == 0) ? 1 : least);
}

kernel void test(global int *data, global int *out, int n)
{
    uint at = get_global_id(0);
    int2 pair = (int2)(SUM(data[at]), PREFIX(data[at]));
    int best = longest(data[at], n);
    int nested = work_group_broadcast(work_group_scan_inclusive_add(data[at]), work_group_reduce_max((uint)get_local_id(0)));

    out[at] = pair.x - pair.y + best * 7 + nested;
    for (int i = 0; i < 3; ++i)
        if (SUM(i) > 0) out[at] += SUM(
            data[at] * i);
    { work_group_reduce_add(n); }
}

/* Of sub-groups, each of which is a work-group. */
static int rank_of(void)
{
    return (int)(get_sub_group_local_id() + get_sub_group_id() * get_max_sub_group_size());
}

kernel void test1(global int *data, global int *out, int n)
{
    uint at = get_global_id(0);
    int value = data[at];

    out[at] += sub_group_reduce_add(value) + sub_group_scan_inclusive_max(value) * rank_of();
    out[at] += sub_group_broadcast(value, get_sub_group_size() / 2) + (int)get_num_sub_groups();
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    for (uint step = get_sub_group_size() / 2; step > 0; step /= 2) {
        value += sub_group_shuffle_down(value, step);
    }
    value = sub_group_shuffle(value, 0) ^ sub_group_shuffle_xor(value, 1) ^ sub_group_shuffle_up(value, 1);
    out[at] += value + sub_group_all(value <= value + 1) + sub_group_any(value == 77);
}
