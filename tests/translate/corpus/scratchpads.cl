// items: 1 8 64
// In the manner of tutorials and libraries of primitives: local memory comes as a parameter, pointers walk.
#ifndef OPERATOR
#define OPERATOR(a, b) ((a) + (b))
#endif
#define IDENTITY 0
#define LID get_local_id(0)
#define LOWER(a, b) ((a) < (b) ? (a) : (b))
#define HIGHER(a, b) ((a) > (b) ? (a) : (b))
#define BARRIER barrier(CLK_LOCAL_MEM_FENCE)

__kernel void test(__global const int* restrict data, __global int* restrict out, const int n,
                   __local int* scratch)
{
    size_t global_index = get_global_id(0);
    int accumulator = IDENTITY;
    while (global_index < 400) {
        accumulator = OPERATOR(accumulator, data[global_index]);
        global_index += get_global_size(0);
    }
    scratch[LID] = accumulator;
    BARRIER;
    for (int offset = get_local_size(0) / 2; offset > 0; offset = offset / 2) {
        if (LID < offset) {
            int other = scratch[LID + offset];
            int mine = scratch[LID];
            scratch[LID] = OPERATOR(mine, other);
        }
        BARRIER;
    }
    if (LID == 0) { out[get_group_id(0)] = scratch[0]; }
}

/* Two buffers that change places behind every step. */
__kernel void test1(__global int *data, __global int *out, int n, __local int *a, __local int *b)
{
    uint gid = get_global_id(0), lid = get_local_id(0), block_size = get_local_size(0);
    a[lid] = b[lid] = data[gid];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint s = 1; s < block_size; s <<= 1) {
        if (lid > (s - 1)) b[lid] = a[lid] + a[lid - s];
        else b[lid] = a[lid];
        barrier(CLK_LOCAL_MEM_FENCE);
        __local int *c = a; a = b; b = c;
    }
    out[gid] = a[lid] - (lid == 0 ? 0 : a[lid - 1]) * 2;
}

struct __attribute__((aligned(8))) best { int value; uint index; };
__kernel void test2(__global int *data, __global int *out, int n, __local struct best *part)
{
    const uint lid = get_local_id(0);
    struct best mine = {data[get_global_id(0)] ^ n, get_global_id(0)};
    part[lid] = mine;
    for (uint stride = get_local_size(0) >> 1; stride; stride >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lid < stride) {
            const __local struct best *other = part + lid + stride;
            if (other->value > part[lid].value ||
                (other->value == part[lid].value && other->index < part[lid].index))
                part[lid] = *other;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = part->value * 1000 + (int)part[0].index + mine.value;
}

/* A row of a private tile by a number that only the run knows, over barriers. */
__kernel void test3(__global int *data, __global int *out, int n, __local int *edge)
{
    int tile[4][4];
    int *row = tile[(data[get_global_id(0)] + n) & 3];
    for (int i = 0; i < 16; ++i) tile[i >> 2][i & 3] = i * n;
    edge[get_local_id(0)] = row[1];
    barrier(CLK_LOCAL_MEM_FENCE);
    row[2] += edge[get_local_size(0) - 1 - get_local_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int *at = &tile[0][0], *end = at + 16; at < end; at += 3) {
        *at ^= row[2];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = tile[0][0] + tile[1][2] * 3 + tile[2][2] * 5 + tile[3][2] * 7 + row[0];
}

void swap_rows(__local float4 **x, __local float4 **y) { __local float4 *t = *x; *x = *y; *y = t; }
__kernel void test4(__global int *data, __global int *out, int n, __local float4 *now, __local float4 *next)
{
    uint l = get_local_id(0), last = get_local_size(0) - 1;
    now[l] = (float4)(data[get_global_id(0)], l, n, 1);
    for (int step = 0; step < 4; ++step) {
        barrier(CLK_LOCAL_MEM_FENCE);
        next[l] = now[l == 0 ? last : l - 1].yzwx + now[l == last ? 0 : l + 1];
        barrier(CLK_LOCAL_MEM_FENCE);
        swap_rows(&now, &next);
    }
    out[get_global_id(0)] = (int)(now[l].x + now[l].y * 2 + now[l].z * 3 + now[l].w * 4);
}

#define DOT_STEP(I) sum += tile[I] * (int)(row[I & 3]);
__kernel __attribute__((vec_type_hint(int4)))
void test5(__global int4 *data, __global int *out, int n, __local int tile[])
{
    int row[4] __attribute__((aligned(16))), sum = 0;
    *(int4 *)row = data[get_group_id(0) + get_local_id(0) % 4];
    tile[get_local_id(0)] = row[0] - n;
    tile[get_local_size(0) + get_local_id(0)] = n;
    barrier(CLK_LOCAL_MEM_FENCE);
    DOT_STEP(0) DOT_STEP(1)
    out[get_global_id(0)] = sum;
}

typedef struct { int low, high; } span;
static span meet(span a, span b) { span c = {HIGHER(a.low, b.low), LOWER(a.high, b.high)}; return c; }
__kernel void test6(__global int *data, __global int *out, int n, volatile __local int *flags,
                    __local span *spans)
{
    int l = get_local_id(0), size = get_local_size(0);
    spans[l] = (span){data[get_global_id(0)] - n, data[get_global_id(0)] + n * 2};
    flags[l] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    span mine = spans[l];
    for (int i = 1; i < size; ++i) {
        span both = meet(mine, spans[(l + i) % size]);
        if (both.low < both.high) { mine = both; flags[l] += 1; }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = flags[size - 1 - l] * 10000 + mine.high - mine.low;
}

/* One block of memory that the kernel deals out itself. */
__kernel void test7(__global int *data, __global int *out, int n, __local char *raw)
{
    __local int *keys = (__local int *)raw;
    __local short *counts = (__local short *)(raw + get_local_size(0) * sizeof(int));
    int l = get_local_id(0), rank = 0;
    keys[l] = (data[get_global_id(0)] * 31 + n) % 17;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = 0; j < get_local_size(0); j++) rank += keys[j] < keys[l] || (keys[j] == keys[l] && j < l);
    counts[rank] = (short)l;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = keys[counts[l]] * 100 + counts[l];
}
