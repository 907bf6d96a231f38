// items: 1 8 64
// Sparse matrices and graphs in the manner of libraries of linear algebra: rows by work-groups and by
// work-items, padded and sorted forms, segments, vectors' norms.
#define LID ((int)get_local_id(0))
#define GID ((int)get_global_id(0))
#define ITEMS ((int)get_local_size(0))
#ifndef ROW_LENGTH
#define ROW_LENGTH(i) ((i) % 7 + 1)
#endif
static int begin_of(int row) { int at = 0; for (int i = 0; i < row; ++i) at += ROW_LENGTH(i); return at; }

/* A row by a work-group: partial products, then a tree of the launch's local memory. */
__kernel void test(__global const int *data, __global int *out, const int n, __local int *part)
{
    for (int row = (int)get_group_id(0); row < 24; row += (int)get_num_groups(0)) {
        int begin = begin_of(row), end = begin + ROW_LENGTH(row), sum = 0;
        for (int k = begin + LID; k < end; k += ITEMS) sum += data[k] * data[(k * 5) & 255];
        part[LID] = sum;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int s = ITEMS / 2; s > 0; s /= 2) {
            if (LID < s) part[LID] += part[LID + s];
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        if (LID == 0) out[row] = part[0];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

/* The same by a collective, without local memory of its own. */
__kernel void test1(__global const int *data, __global int *out, const int n)
{
    for (int row = (int)get_group_id(0); row < 24; row += (int)get_num_groups(0)) {
        int begin = begin_of(row), sum = 0;
        for (int k = LID; k < ROW_LENGTH(row); k += ITEMS) sum += data[begin + k] * data[((begin + k) * 5) & 255];
        if (work_group_reduce_add(sum) == out[row]) { if (LID == 0) out[row + 200] = row + 1; }
    }
}

/* Padded rows of one length, a work-item each. */
__kernel void test2(__global const int *data, __global int *out, const int n)
{
    int sum = 0;
    for (int k = 0; k < 4; ++k) {
        int column = data[k * 64 + (GID & 63)];
        if (column != 0) sum += column * data[column];
    }
    out[GID] += sum;
}

/* Coordinates, sorted by rows: a scan of segments by flags. */
__kernel void test3(__global const int *data, __global int *out, const int n, __local int *values, __local int *heads)
{
    values[LID] = data[GID];
    heads[LID] = LID == 0 || data[GID] % 3 == 0;
    for (int d = 1; d < ITEMS; d <<= 1) {
        int v = 0, h = 1;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (LID >= d) { v = values[LID - d]; h = heads[LID - d]; }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (!heads[LID] && LID >= d) { values[LID] += v; heads[LID] |= h; }
    }
    out[GID] += values[LID];
}

/* The dot product and the norm of a step of conjugate gradients. */
static float dot_of_group(float a, float b) { return work_group_reduce_add(a * b); }
__kernel void test4(__global const int *data, __global int *out, const int n)
{
    float x = 0.0f, r = (float)(data[GID] & 15), p = r;
    float rr = dot_of_group(r, r);
    for (int i = 0; i < 2 && rr > 0.5f; ++i) {
        float pap = dot_of_group(p, 2.0f * p);
        float alpha = pap > 0.0f ? rr / pap : 0.0f;
        float next;
        x += alpha * p;
        r -= alpha * 2.0f * p;
        next = dot_of_group(r, r);
        p = r + next / rr * p;
        rr = next;
    }
    out[GID] += (int)(x * 2.0f);
}

/* A frontier: flags become a list without gaps. */
__kernel void test5(__global const int *data, __global int *out, const int n, __local int *next)
{
    int level = 0, seen = data[GID] % 4, count;
    do {
        int found = seen == level;
        int place = work_group_scan_exclusive_add(found);
        count = work_group_reduce_add(found);
        if (found) next[place] = LID;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int i = LID; i < count; i += ITEMS) out[(int)get_group_id(0) * ITEMS + next[i]] += level * 10 + i;
        barrier(CLK_LOCAL_MEM_FENCE);
        ++level;
    } while (work_group_any(seen >= level));
}

/* Labels that spread along edges until none changes. */
__kernel void test6(__global const int *data, __global int *out, const int n, __local int *labels)
{
    int changes = 1;
    labels[LID] = LID;
    barrier(CLK_LOCAL_MEM_FENCE);
    while (changes) {
        int other = labels[data[GID] % ITEMS], own = labels[LID];
        int least = other < own ? other : own;
        barrier(CLK_LOCAL_MEM_FENCE);
        labels[LID] = least;
        changes = work_group_any(least != own);
    }
    out[GID] ^= labels[LID] << 8;
}

/* Blocks of two by two, in vectors. */
__kernel void test7(__global const int2 *data, __global int *out, const int n, __local int2 *unused, __local int2 *x)
{
    int2 sum = (int2)(0, 0);
    x[LID] = data[LID];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 3; ++k) {
        int column = (LID * 3 + k) % ITEMS;
        int2 top = data[(LID + k) & 63], bottom = data[(LID + 2 * k) & 63];
        sum.x += top.x * x[column].x + top.y * x[column].y;
        sum.y += bottom.x * x[column].x + bottom.y * x[column].y;
    }
    out[GID] += sum.x - sum.y + work_group_reduce_max(sum.y);
}
