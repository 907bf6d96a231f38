// items: 1 8 64
// Stencils, N-body, relaxations and sparse products, as benchmarks and courses have them.
#define LOCAL_SIZE 64
#define IDX(r, c) ((r) * WIDTH + (c))
#define WIDTH 8
#define HALO 1
#define ABS(a) ((a) < 0 ? -(a) : (a))
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define FOR_NEIGHBOURS(DO) DO(-1) DO(0) DO(1)

kernel void test(global int *data, global int *out, int n)
{
    local int tile[LOCAL_SIZE + 2 * HALO];
    int g = get_global_id(0), l = get_local_id(0) + HALO, items = get_local_size(0);
    int total = get_global_size(0);
    tile[l] = data[g];
    if (l < 2 * HALO) {
        tile[0] = g > 0 ? data[g - 1] : 0;
    }
    if (l == items) {
        tile[items + HALO] = g + 1 < total ? data[g + 1] : 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
#define WEIGH(D) +tile[l + D] * (2 - ABS(D))
    out[g] = (FOR_NEIGHBOURS(WEIGH)) / 4;
#undef WEIGH
}

typedef struct Body { float4 position; float4 speed; } Body;
inline float3 pull(float4 me, float4 other, float softening)
{
    float3 d = other.xyz - me.xyz;
    float r2 = d.x * d.x + d.y * d.y + d.z * d.z + softening;
    return d * (other.w / r2);
}
kernel void test1(global int *data, global int *out, int n)
{
    local float4 shared_positions[LOCAL_SIZE];
    const int l = get_local_id(0), bodies = get_local_size(0);
    Body me = {(float4)(data[get_global_id(0)], l, l * 2, 1), (float4)(0)};
    float3 acceleration = (float3)(0, 0, 0);
    for (int step = 0; step < 2; ++step) {
        shared_positions[l] = me.position;
        barrier(CLK_LOCAL_MEM_FENCE);
        #pragma unroll 4
        for (int j = 0; j < bodies; ++j) {
            acceleration += pull(me.position, shared_positions[j], 64.0f);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        me.speed.xyz += acceleration * 0.25f;
        me.position.xyz += me.speed.xyz;
    }
    out[get_global_id(0)] = (int)(me.position.x * 16) + (int)(me.position.z);
}

/* Red and black, until nothing changes or enough is done; the flag is local. */
kernel void test2(global int *data, global int *out, int n)
{
    local int cell[LOCAL_SIZE];
    local int changed;
    int l = get_local_id(0), items = get_local_size(0), rounds = 0;
    cell[l] = data[get_global_id(0)] & 31;
    do {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l == 0) changed = 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int colour = 0; colour < 2; ++colour) {
            if ((l & 1) == colour) {
                int left = l > 0 ? cell[l - 1] : cell[l], right = l + 1 < items ? cell[l + 1] : cell[l];
                int next = MIN(cell[l], MIN(left, right));
                if (next != cell[l]) { cell[l] = next; changed = 1; }
            }
            barrier(CLK_LOCAL_MEM_FENCE);
        }
    } while (changed && ++rounds < n);
    out[get_global_id(0)] = cell[l] * 100 + rounds;
}

/* Rows of a sparse matrix by a vector: several work-items a row. */
#define THREADS_PER_ROW 4
kernel void test3(global int *data, global int *out, int n)
{
    local int partial[LOCAL_SIZE];
    const int lane = get_local_id(0) % THREADS_PER_ROW, row = get_global_id(0) / THREADS_PER_ROW;
    const int begin = row * 3, end = begin + 3 + row % 4;
    int sum = 0;
    for (int j = begin + lane; j < end; j += THREADS_PER_ROW) {
        sum += data[j % 512] * data[(j * 7) % 512];
    }
    partial[get_local_id(0)] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_size(0) >= THREADS_PER_ROW) {
        if (lane < 2) partial[get_local_id(0)] += partial[get_local_id(0) + 2];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lane == 0) partial[get_local_id(0)] += partial[get_local_id(0) + 1];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = partial[get_local_id(0) - (get_local_size(0) >= THREADS_PER_ROW ? lane : 0)];
}

/* A band of a dynamic programme, one diagonal after the other, rows that take turns. */
kernel void test4(global int *data, global int *out, int n)
{
    local int rows[3][LOCAL_SIZE + 1];
    int l = get_local_id(0), items = get_local_size(0);
    local int *previous = rows[0], *current = rows[1], *next = rows[2];
    for (int i = l; i < 3 * (LOCAL_SIZE + 1); i += items) ((local int *)rows)[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int diagonal = 0; diagonal < 9; ++diagonal) {
        int a = data[get_group_id(0) * items + l], b = data[(diagonal + n) & 255];
        next[l + 1] = MAX(MAX(current[l], current[l + 1]) - 2, previous[l] + (((a ^ b) & 3) == 0 ? 5 : -3));
        barrier(CLK_LOCAL_MEM_FENCE);
        local int *spare = previous;
        previous = current;
        current = next;
        next = spare;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = current[l + 1];
}

/* Cholesky-like elimination of a small matrix in local memory, a column at a time. */
kernel void test5(global int *data, global int *out, int n)
{
    local int matrix[8][8];
    int l = get_local_id(0), items = get_local_size(0);
    for (int i = l; i < 64; i += items) matrix[i / 8][i % 8] = data[i + get_group_id(0)] % 9 + (i / 8 == i % 8) * 5;
    for (int k = 0; k < 7; ++k) {
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int i = l; i < 64; i += items) {
            const int r = i / 8, c = i % 8;
            if (r > k && c > k) matrix[r][c] = (matrix[r][c] * 3 - matrix[r][k] * matrix[k][c]) % 1009;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = matrix[l % 8][(l / 8) % 8];
}

/* Conditions and a kernel's end by macros, in the manner of guarded benchmarks. */
#define GUARD(condition) do { if (!(condition)) { value = 0; } } while (0)
#define SYNC do { barrier(CLK_LOCAL_MEM_FENCE); } while (0)
#define EACH(i, count) for (int i = 0; i < (count); ++i)
kernel void test6(global int *data, global int *out, int n)
{
    local int seen[LOCAL_SIZE];
    int value = data[get_global_id(0)];
    GUARD(value % 3);
    EACH(i, 3) {
        seen[get_local_id(0)] = value;
        SYNC;
        EACH(j, 2) value += seen[(get_local_id(0) + i + j) % get_local_size(0)];
        SYNC;
    }
    out[get_global_id(0)] = value;
}

/* A shallow-water step: structures of arrays, in a private record that the helpers get by address. */
struct wave { float height, u, v; };
void advance(struct wave *w, float left, float right, float dt)
{
    w->u += dt * (left - right);
    barrier(CLK_LOCAL_MEM_FENCE);
    w->height -= dt * w->u;
    w->v = w->height * 0.5f;
}
kernel void test7(global int *data, global int *out, int n)
{
    local float heights[LOCAL_SIZE];
    int l = get_local_id(0), items = get_local_size(0);
    struct wave mine = {data[get_global_id(0)], 0, 0}, *at = &mine;
    for (int step = 0; step < 3; ++step) {
        heights[l] = at->height;
        barrier(CLK_LOCAL_MEM_FENCE);
        advance(at, heights[l > 0 ? l - 1 : l], heights[l + 1 < items ? l + 1 : l], 0.125f);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = (int)(mine.height * 8 + mine.u * 4 + mine.v);
}
