// items: 1 8 64
// Reductions and scans in the manner of libraries of primitives and of vendors' guides: trees, halves by
// shuffles, collective functions, local memory with a size at launch.
#define LOWER(a, b) ((a) < (b) ? (a) : (b))
#define HIGHER(a, b) ((a) > (b) ? (a) : (b))
#define DISTANCE(a, b) ((a) > (b) ? (a) - (b) : (b) - (a))
#define LID ((int)get_local_id(0))
#define GID ((int)get_global_id(0))
#define ITEMS ((int)get_local_size(0))
#define CLAMP(v, lo, hi) LOWER(HIGHER(v, lo), hi)

/* A grid stride, then one collective; one work-item writes. */
__kernel void test(__global const int *data, __global int *out, const int n)
{
    int sum = 0;
    for (int i = GID; i < 400; i += (int)get_global_size(0)) { sum += data[i]; }
    sum = work_group_reduce_add(sum);
    if (LID == 0) { out[get_group_id(0)] = sum; }
}

/* Neighbouring pairs, then the same by halves, in local memory of the launch; both must agree. */
__kernel void test1(__global const int *data, __global int *out, const int n, __local int *pairs, __local int *halves)
{
    pairs[LID] = halves[LID] = data[GID] ^ n;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = 1; s < ITEMS; s <<= 1) {
        if (LID % (2 * s) == 0 && LID + s < ITEMS) pairs[LID] += pairs[LID + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int s = ITEMS >> 1; s > 0; s >>= 1) {
        if (LID < s) halves[LID] += halves[LID + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[GID + 3] = pairs[0] - halves[0] + work_group_reduce_add(data[GID] ^ n);
}

/* Up and down a tree in place (an exclusive scan), against the collective. */
__kernel void test2(__global const int *data, __global int *out, const int n, __local int *tree)
{
    int offset = 1;
    tree[LID] = data[GID];
    for (int d = ITEMS >> 1; d > 0; d >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (LID < d) tree[offset * (2 * LID + 2) - 1] += tree[offset * (2 * LID + 1) - 1];
        offset *= 2;
    }
    if (LID == 0) tree[ITEMS - 1] = 0;
    for (int d = 1; d < ITEMS; d *= 2) {
        offset >>= 1;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (LID < d) {
            int a = offset * (2 * LID + 1) - 1, b = offset * (2 * LID + 2) - 1;
            int t = tree[a];
            tree[a] = tree[b];
            tree[b] += t;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[GID] += tree[LID] * 3 - work_group_scan_exclusive_add(data[GID]);
}

/* The place of the least value: two reductions. */
__kernel void test3(__global const int *data, __global int *out, const int n)
{
    const int value = (data[GID] * 31 + n) % 97;
    const int least = work_group_reduce_min(value);
    const int place = work_group_reduce_min(value == least ? GID : INT_MAX);
    out[GID] += least * 1000 + place;
}

/* Least and greatest at once, rescaled to a byte. */
typedef struct { float low, high; } span;
static span span_of_group(float value)
{
    span s;
    s.low = work_group_reduce_min(value);
    s.high = work_group_reduce_max(value);
    return s;
}
__kernel void test4(__global const int *data, __global int *out, const int n)
{
    float value = (float)data[GID] - 50.0f;
    span s = span_of_group(value);
    float width = s.high > s.low ? s.high - s.low : 1.0f;
    out[GID] ^= CLAMP((int)((value - s.low) * 255.0f / width), 0, 255);
}

/* Within sub-groups by halves, then between them: the form that never asks how many there are. */
__kernel void test5(__global const int *data, __global int *out, const int n, __local int *sums)
{
    int value = data[GID];
    for (uint delta = get_sub_group_size() / 2; delta > 0; delta >>= 1)
        value += sub_group_shuffle_xor(value, delta);
    if (get_sub_group_local_id() == 0) sums[get_sub_group_id()] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    value = 0;
    for (uint i = 0; i < get_num_sub_groups(); ++i) value += sums[i];
    out[GID] += value;
}

/* A scan of a range longer than the work-group, block after block, with a carry. */
__kernel void test6(__global const int *data, __global int *out, const int n)
{
    int carry = 0;
    for (int base = 0; base < 192; base += ITEMS) {
        int at = base + LID;
        int value = at < 192 ? data[at] & 7 : 0;
        int until = carry + work_group_scan_inclusive_add(value);
        if (at / ITEMS % (int)get_num_groups(0) == (int)get_group_id(0) && at < 192) out[at] += until;
        carry = work_group_broadcast(until, ITEMS - 1);
    }
}

/* Kahan's sum of each work-item, 64-bit sums of the work-group. */
__kernel void test7(__global const int *data, __global int *out, const int n)
{
    float sum = 0.0f, lost = 0.0f;
    long wide;
    for (int i = LID; i < 128; i += ITEMS) {
        float y = (float)(data[i] * 4) - lost, t = sum + y;
        lost = (t - sum) - y;
        sum = t;
    }
    wide = work_group_reduce_add((long)sum << 20);
    out[GID] += (int)(wide >> 20) + (int)work_group_scan_inclusive_max((ulong)(uint)sum);
}
