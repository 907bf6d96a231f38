/* Regular kernels over index spaces of every shape. */
#include "coop/kernel.clh"

/* What the work-item functions say, 27 numbers for each work-item, at its place in the index space. */
kernel void describe(global ulong *out)
{
    ulong place = 0;

    for (int d = 2; d >= 0; d--) {
        place = place * get_global_size(d) + (get_global_id(d) - get_global_offset(d));
    }
    out += place * 28;
    out[0] += 1;
    out[1] = get_work_dim();
    out[2] = get_global_linear_id();
    out[3] = get_local_linear_id();
    for (uint d = 0; d < 3; d++) {
        global ulong *of = out + 4 + d * 8;
        of[0] = get_global_id(d);
        of[1] = get_local_id(d);
        of[2] = get_group_id(d);
        of[3] = get_global_size(d);
        of[4] = get_local_size(d);
        of[5] = get_enqueued_local_size(d);
        of[6] = get_num_groups(d);
        of[7] = get_global_offset(d);
    }
}

/* The same through a helper, which has to get at the instance's index space too. */
ulong where(uint d)
{
    return get_group_id(d) * get_enqueued_local_size(d) + get_local_id(d);
}

kernel void through_helper(global ulong *out)
{
    out[get_global_id(0) - get_global_offset(0)] = where(0) + get_global_offset(0);
}

kernel void beyond(global ulong *out)
{
    out[0] = get_global_id(3) + get_local_id(3) + get_group_id(3) + get_global_offset(3);
    out[1] = get_global_size(3) * get_local_size(3) * get_num_groups(3) * get_enqueued_local_size(3);
}

/* Each work-group adds its part in local memory. */
kernel void reduce(global const uint *in, global uint *sums)
{
    local uint part[256];
    uint item = (uint)get_local_id(0);
    uint items = (uint)get_local_size(0);

    part[item] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    while (items > 1) {
        uint rest = (items + 1) / 2;
        if (item + rest < items) {
            part[item] += part[item + rest];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        items = rest;
    }
    if (item == 0) {
        sums[get_group_id(0)] = part[0];
    }
}

/* A tile at a time through local memory, edge tiles included. */
kernel void transpose(global const uint *in, global uint *out, uint columns, uint rows)
{
    local uint tile[16][17];
    uint x = (uint)get_local_id(0);
    uint y = (uint)get_local_id(1);
    uint left = (uint)(get_group_id(0) * get_enqueued_local_size(0));
    uint top = (uint)(get_group_id(1) * get_enqueued_local_size(1));

    tile[y][x] = in[(top + y) * columns + left + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[(left + x) * rows + top + y] = tile[y][x];
}

kernel void count(global uint *out)
{
    atomic_fetch_add_explicit((global atomic_uint *)&out[get_global_id(0)], 1u, memory_order_relaxed,
                              memory_scope_device);
}

/* Two kernels that share local memory one after the other: each must see its own. */
kernel void local_pattern(global uint *wrong, uint pattern)
{
    local uint mine[64];
    uint item = (uint)get_local_id(0);

    mine[item % 64] = pattern;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (mine[(item + 1) % (get_local_size(0) < 64 ? get_local_size(0) : 64)] != pattern) {
        atomic_fetch_add_explicit((global atomic_uint *)wrong, 1u, memory_order_relaxed, memory_scope_device);
    }
}

struct pair {
    uint first;
    ulong second;
};

/* Arguments of many types, by value and by pointer, and a null pointer. */
kernel void arguments(global ulong *out, char tiny, ushort small, int number, long wide, float real,
                      float4 four, constant uint *table, global const struct pair *pairs,
                      global uint *nothing)
{
    out[0] = (ulong)(long)tiny;
    out[1] = small;
    out[2] = (ulong)(long)number;
    out[3] = (ulong)wide;
    out[4] = (ulong)(real * 4.0f);
    out[5] = (ulong)(four.x + 10.0f * four.y + 100.0f * four.z + 1000.0f * four.w);
    out[6] = table[2];
    out[7] = pairs[1].first + pairs[1].second;
    out[8] = nothing == 0;
}
