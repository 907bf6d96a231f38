// items: 1 8 64
// Stencils and pictures in the manner of course material and simulations: halos in local memory, rounds,
// masks, and tests for convergence that the whole work-group takes.
#define LOWER(a, b) ((a) < (b) ? (a) : (b))
#define HIGHER(a, b) ((a) > (b) ? (a) : (b))
#define DISTANCE(a, b) ((a) > (b) ? (a) - (b) : (b) - (a))
#define IDX(x, y) ((y) * 16 + (x))
static inline uint ones(uint v) { uint c = 0; for (; v; v &= v - 1) ++c; return c; }
static inline uint turned(uint v, uint by) { by &= 31u; return by == 0 ? v : v << by | v >> (32u - by); }
static inline int wrap(int i, int size) { return (i + size) % size; }

/* Three points with a halo at both ends of the tile. */
__kernel void test(__global int *data, __global int *out, int n, __local int *tile)
{
    int g = get_global_id(0), l = get_local_id(0), size = get_local_size(0), whole = get_global_size(0);
    tile[l + 1] = data[g];
    if (l == 0) tile[0] = data[wrap(g - 1, whole)];
    if (l == size - 1) tile[size + 1] = data[wrap(g + 1, whole)];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[g] = tile[l] + 2 * tile[l + 1] + tile[l + 2];
}

/* Jacobi in local memory until nobody changes. */
__kernel void test1(__global int *data, __global int *out, int n, __local int *now, __local int *next)
{
    int l = get_local_id(0), size = get_local_size(0), rounds = 0, changed;
    now[l] = data[get_global_id(0)] % 20;
    barrier(CLK_LOCAL_MEM_FENCE);
    do {
        int left = l > 0 ? now[l - 1] : 0, right = l + 1 < size ? now[l + 1] : 0;
        next[l] = (left + 2 * now[l] + right) / 4;
        changed = next[l] != now[l];
        barrier(CLK_LOCAL_MEM_FENCE);
        { __local int *t = now; now = next; next = t; }
        ++rounds;
    } while (work_group_any(changed) && rounds < 40);
    out[get_global_id(0)] += rounds * 100 + now[l];
}

/* Red cells, then black ones, in place. */
__kernel void test2(__global int *data, __global int *out, int n, __local int *cells)
{
    const int l = get_local_id(0), last = (int)get_local_size(0) - 1;
    cells[l] = data[get_global_id(0)];
    for (int sweep = 0; sweep < 6; ++sweep) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if ((l ^ sweep) & 1) {
            int a = cells[HIGHER(l - 1, 0)], b = cells[LOWER(l + 1, last)];
            cells[l] = (a + b + cells[l]) / 3;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] ^= cells[last - l];
}

/* A median of five by a network of exchanges. */
#define SORT2(a, b) { int lo = LOWER(a, b); b = HIGHER(a, b); a = lo; }
__kernel void test3(__global int *data, __global int *out, int n)
{
    int g = get_global_id(0);
    int v0 = data[g], v1 = data[g + 1], v2 = data[g + 2], v3 = data[g + 3], v4 = data[g + 4];
    SORT2(v0, v1) SORT2(v3, v4) SORT2(v2, v4) SORT2(v2, v3) SORT2(v1, v4) SORT2(v0, v3) SORT2(v0, v2) SORT2(v1, v3) SORT2(v1, v2)
    out[g] += v2;
}

/* A histogram's running sum, and values looked up in it. */
__kernel void test4(__global int *data, __global int *out, int n, __local int *counts)
{
    int l = get_local_id(0), size = get_local_size(0), g = get_global_id(0), carry = 0;
    for (int i = l; i < 128; i += size) counts[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_fetch_add((__local atomic_int *)&counts[data[g] & 127], 1);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int base = 0; base < 128; base += size) {
        int own = counts[base + l];
        int sum = work_group_scan_inclusive_add(own);
        counts[base + l] = carry + sum;
        carry += work_group_reduce_add(own);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[g] += counts[data[g] & 127] * 255 / size;
}

/* Life on a ring of rows that are words. */
__kernel void test5(__global int *data, __global int *out, int n, __local uint *rows)
{
    int l = get_local_id(0), size = get_local_size(0);
    rows[l] = (uint)data[get_global_id(0)] * 2654435761u;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int t = 0; t < 4; ++t) {
        uint up = rows[wrap(l - 1, size)], own = rows[l], down = rows[wrap(l + 1, size)], next = 0;
        for (uint bit = 0; bit < 32; ++bit) {
            uint count = ones(turned(up, 31u - bit) & 0xe0000000u) + ones(turned(down, 31u - bit) & 0xe0000000u);
            count += (turned(own, 31u - bit) >> 31) + (turned(own, 31u - bit) >> 29 & 1u);
            next |= (uint)(count == 3 || (count == 2 && (own >> bit & 1u))) << bit;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        rows[l] = next;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (work_group_all(next == own)) break;
    }
    out[get_global_id(0)] ^= (int)(rows[l] >> 3);
}

/* A separable filter with its weights in constant memory. */
__constant int weights[5] = {1, 4, 6, 4, 1};
__kernel void test6(__global int *data, __global int *out, int n, __local int *line)
{
    const int l = get_local_id(0), size = get_local_size(0);
    int sum = 0;
    for (int i = l; i < size + 4; i += size) line[i] = data[get_group_id(0) * size + i];
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (int k = 0; k < 5; ++k) sum += weights[k] * line[l + k];
    out[get_global_id(0)] += sum >> 4;
}

/* Distances to the nearest mark, by doubled steps. */
__kernel void test7(__global int *data, __global int *out, int n, __local int *nearest)
{
    int l = get_local_id(0), size = get_local_size(0), step = 1;
    nearest[l] = data[get_global_id(0)] % 9 == 0 ? l : -1000;
    while (step < size) {
        int best = nearest[l];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int side = -step; side <= step; side += 2 * step)
            if (l + side >= 0 && l + side < size && DISTANCE(nearest[l + side], l) < DISTANCE(best, l)) best = nearest[l + side];
        barrier(CLK_LOCAL_MEM_FENCE);
        nearest[l] = best;
        barrier(CLK_LOCAL_MEM_FENCE);
        step *= 2;
    }
    out[get_global_id(0)] += work_group_reduce_max(nearest[l]) + (nearest[l] & 0xff);
}
