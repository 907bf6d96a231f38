// run: regular
struct cell { char tag; short4 lanes; struct { int a[2]; } deep; };
union word { uint u; uchar bytes[4]; };
kernel void test(global int *data, global int *out, int n)
{
    local char letters[64];
    local ulong wide;
    local float3 centre;
    local int plane[4][16], (*line)[16];
    local struct cell cells[64], one;
    local union word word;
    local atomic_int count;
    local bool is_full;
    uint lid = get_local_id(0), size = get_local_size(0);
    local int *cursor = plane[1];
    local struct cell *mine = cells + lid;
    letters[lid] = (char)lid;
    plane[lid & 3][lid / 4] = (int)lid;
    mine->lanes = (short4)((short)lid);
    mine->deep.a[1] = (int)lid * 2;
    if (lid == 0) {
        wide = 1ul << 40; centre = (float3)(1, 2, 3); one.tag = 3; word.u = 0x01020304; is_full = true;
        atomic_store_explicit(&count, 0, memory_order_relaxed, memory_scope_work_group);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    line = plane;
    atomic_fetch_add_explicit(&count, 2, memory_order_relaxed, memory_scope_work_group);
    if (lid == size - 1) { centre.y += cells[0].lanes.w + one.tag; one = cells[lid]; }
    barrier(CLK_LOCAL_MEM_FENCE);
    uint next = (lid + 1) % size;
    int sum = letters[next] + cells[next].deep.a[1] + (mine->lanes.z) + word.bytes[2] + (int)(wide >> 38) + (int)centre.y;
    sum += line[next & 3][next / 4] + atomic_load_explicit(&count, memory_order_relaxed, memory_scope_work_group);
    sum += one.deep.a[1] + (int)sizeof(cells) + (is_full ? 1000 : 0);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (size > 1) sum += cursor[0];
    out[get_global_id(0)] = sum;
}
