// items: 1 8 64
// Bodies, particles, matrices and random numbers in the manner of demonstrations and of physics codes: tiles
// of vectors in local memory, private vectors, accumulators.
#define LOWER(a, b) ((a) < (b) ? (a) : (b))
#define HIGHER(a, b) ((a) > (b) ? (a) : (b))
#define DISTANCE(a, b) ((a) > (b) ? (a) - (b) : (b) - (a))
#define SOFT 1
typedef struct { int4 place; int mass; int pad[3]; } body;

static int4 place_of(__global const int *data, int i) { return (int4)(data[i], data[i + 1], data[i + 2], data[i + 3] & 3); }

/* All pairs, a tile of bodies at a time. */
__kernel void test(__global const int *data, __global int *out, int n, __local int4 *unused, __local int4 *tile)
{
    int g = get_global_id(0), l = get_local_id(0), size = get_local_size(0);
    int4 own = place_of(data, g), force = (int4)(0);
    for (int t = 0; t < (int)get_num_groups(0); ++t) {
        tile[l] = place_of(data, t * size + l);
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int j = 0; j < size; ++j) {
            int4 d = tile[j] - own;
            int r = d.x * d.x + d.y * d.y + d.z * d.z + SOFT;
            force.xyz += d.xyz * (4096 * (tile[j].w + 1) / r);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[g] = force.x ^ force.y ^ force.z;
}

/* Kinetic energy and momentum of a group of particles. */
__kernel void test1(__global const int *data, __global int *out, int n)
{
    int g = get_global_id(0);
    int4 p = place_of(data, g) - 40;
    float4 v = (float4)((float)p.x, (float)p.y, (float)p.z, 1.0f);
    float energy = work_group_reduce_add(v.x * v.x + v.y * v.y + v.z * v.z);
    float3 momentum = (float3)(work_group_reduce_add(v.x), work_group_reduce_add(v.y), work_group_reduce_add(v.z));
    if (energy > 0.0f) out[g] += (int)energy + (int)momentum.x - (int)(momentum.y + momentum.z);
}

/* A list of neighbours within a radius: counted, placed by a scan, written without gaps. */
__kernel void test2(__global const int *data, __global int *out, int n, __local int *list)
{
    int l = get_local_id(0), size = get_local_size(0), base = get_group_id(0) * size, count = 0, at, total;
    for (int j = 0; j < size; ++j) count += j != l && DISTANCE(data[base + j], data[base + l]) < 2;
    at = work_group_scan_exclusive_add(LOWER(count, 3));
    total = work_group_reduce_add(LOWER(count, 3));
    for (int j = 0, k = 0; j < size && k < 3; ++j)
        if (j != l && DISTANCE(data[base + j], data[base + l]) < 2) { list[at + k] = j; ++k; }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[base + l] += total + (l < total ? list[l] : -1);
}

/* Verlet's step, twice, with a wall. */
static void bounce(__private int2 *p, int wall)
{
    if (p->x > wall) { p->x = 2 * wall - p->x; p->y = -p->y; }
    if (p->x < 0) { p->x = -p->x; p->y = -p->y; }
}
__kernel void test3(__global const int *data, __global int *out, int n, __local int2 *state)
{
    int l = get_local_id(0), size = get_local_size(0);
    int2 p = (int2)(data[get_global_id(0)], data[get_global_id(0) + 1] - n);
    for (int t = 0; t < 3; ++t) {
        state[l] = p;
        barrier(CLK_LOCAL_MEM_FENCE);
        int2 other = state[(l + 1) % size];
        p.y += (other.x - p.x) / 8;
        p.x += p.y;
        bounce(&p, 128);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] += p.x * 1000 + p.y;
}

/* A matrix product whose tile is as wide as the work-group. */
__kernel void test4(__global const int *data, __global int *out, int n, __local int *row)
{
    int l = get_local_id(0), size = get_local_size(0), sum = 0;
    for (int k0 = 0; k0 < 16; k0 += size) {
        if (k0 + l < 16) row[l] = data[get_group_id(0) * 16 + k0 + l];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < size && k0 + k < 16; ++k) sum += row[k] * data[64 + (k0 + k) * 16 + (l & 15)];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] += sum;
}

/* Points in a quarter circle: a generator in each work-item, one sum. */
typedef struct { uint a, b; } generator;
static uint draw(generator *g) { g->a = 36969u * (g->a & 65535u) + (g->a >> 16); g->b = 18000u * (g->b & 65535u) + (g->b >> 16); return (g->a << 16) + g->b; }
__kernel void test5(__global const int *data, __global int *out, int n)
{
    generator g = {data[get_global_id(0)] + 1, get_global_id(0) + 77};
    uint inside = 0;
    for (int i = 0; i < 50; ++i) {
        uint x = draw(&g) >> 17, y = draw(&g) >> 17;
        inside += x * x + y * y < 1u << 30;
    }
    inside = work_group_reduce_add(inside);
    out[get_global_id(0)] += inside;
}

/* Rejection: all go on until the last one has a value. */
__kernel void test6(__global const int *data, __global int *out, int n)
{
    generator g = {get_global_id(0) + 5, data[get_global_id(0)] + 3};
    int value = -1, tries = 0;
    while (work_group_any(value < 0)) {
        uint candidate = draw(&g) & 1023u;
        if (value < 0 && candidate < 600u) value = (int)candidate;
        if (++tries > 60) break;
    }
    out[get_global_id(0)] += value + tries * 1024;
}

/* Gauss's elimination of a small system in local memory; the pivot's row is given to all. */
__kernel void test7(__global const int *data, __global int *out, int n, __local int *unused, __local int *m)
{
    int l = get_local_id(0), size = get_local_size(0);
    enum { ROWS = 6 };
    for (int i = l; i < ROWS * ROWS; i += size) m[i] = data[get_group_id(0) * 36 + i] % 7 + (i % 7 == 0 ? 5 : 0);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int p = 0; p < ROWS - 1; ++p) {
        int pivot = work_group_broadcast(m[p * ROWS + p], 0u);
        for (int r = p + 1 + l; r < ROWS; r += size) {
            int factor = m[r * ROWS + p];
            for (int c = p; c < ROWS; ++c) m[r * ROWS + c] = (m[r * ROWS + c] * pivot - m[p * ROWS + c] * factor) % 8191;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] += m[(ROWS + 1) * (l % ROWS)];
}
