/* Eleven ordinary kernels as people write them, and a cooperative one that is barriers of its work-group: the
 * same text is a module's, and a program's of OpenCL alone. o: what a kernel writes; a, b: what it reads. */
#ifdef COOP_TRANSLATOR
#include "coop/kernel.clh"
#else
#define coop_kernel kernel
#endif
#define TILE 16

kernel __attribute__((reqd_work_group_size(256, 1, 1))) void stream(global float *o, global const float *a,
                                                                    uint n)
{
    uint i = get_global_id(0);

    if (i < n) {
        o[i] = a[i] * 1.5f + 2.0f;
    }
}

kernel __attribute__((reqd_work_group_size(256, 1, 1))) void grid_stride(global float *o,
                                                                         global const float *a, uint n)
{
    for (uint i = get_global_id(0); i < n; i += get_global_size(0)) {
        o[i] = a[i] * 1.5f + 2.0f;
    }
}

/* A product of n x n matrices, a tile of 16 x 16 for each work-group. */
kernel __attribute__((reqd_work_group_size(TILE, TILE, 1))) void
product(global float *o, global const float *a, global const float *b, uint n)
{
    local float left[TILE][TILE];
    local float right[TILE][TILE];
    uint column = get_global_id(0);
    uint row = get_global_id(1);
    uint x = get_local_id(0);
    uint y = get_local_id(1);
    float sum = 0.0f;

    for (uint t = 0; t < n / TILE; t++) {
        left[y][x] = a[row * n + t * TILE + x];
        right[y][x] = b[(t * TILE + y) * n + column];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint k = 0; k < TILE; k++) {
            sum += left[y][k] * right[k][x];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    o[row * n + column] = sum;
}

/* The same, 64 x 64 for each work-group, of which a work-item has 4 x 4. */
kernel __attribute__((reqd_work_group_size(256, 1, 1))) void
product_blocked(global float *o, global const float *a, global const float *b, uint n)
{
    local float left[TILE][64];
    local float right[TILE][64];
    uint item = get_local_id(0);
    uint x = item % 16;
    uint y = item / 16;
    uint row = get_group_id(1) * 64;
    uint column = get_group_id(0) * 64;
    float4 sum0 = 0;
    float4 sum1 = 0;
    float4 sum2 = 0;
    float4 sum3 = 0;

    for (uint t = 0; t < n; t += TILE) {
        for (uint q = 0; q < 4; q++) {
            uint e = item + q * 256;

            left[e % 16][e / 16] = a[(row + e / 16) * n + t + e % 16];
            right[e / 64][e % 64] = b[(t + e / 64) * n + column + e % 64];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint k = 0; k < TILE; k++) {
            float4 four = vload4(x, &right[k][0]);

            sum0 += left[k][y * 4] * four;
            sum1 += left[k][y * 4 + 1] * four;
            sum2 += left[k][y * 4 + 2] * four;
            sum3 += left[k][y * 4 + 3] * four;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    o += (row + y * 4) * n + column + x * 4;
    vstore4(sum0, 0, o);
    vstore4(sum1, 0, o + n);
    vstore4(sum2, 0, o + 2 * n);
    vstore4(sum3, 0, o + 3 * n);
}

kernel __attribute__((reqd_work_group_size(256, 1, 1))) void n_body(global float4 *o, global const float4 *a,
                                                                    uint n)
{
    local float4 tile[256];
    uint item = get_local_id(0);
    float4 me = a[get_global_id(0)];
    float4 force = 0.0f;

    for (uint t = 0; t < n; t += 256) {
        tile[item] = a[t + item];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint k = 0; k < 256; k++) {
            float dx = tile[k].x - me.x;
            float dy = tile[k].y - me.y;
            float dz = tile[k].z - me.z;
            float near = rsqrt(dx * dx + dy * dy + dz * dz + 0.01f);
            float pull = tile[k].w * near * near * near;

            force.x += pull * dx;
            force.y += pull * dy;
            force.z += pull * dz;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    o[get_global_id(0)] = force;
}

/* Of five points. */
kernel __attribute__((reqd_work_group_size(32, 8, 1))) void stencil(global float *o, global const float *a,
                                                                    uint w, uint h)
{
    uint x = get_global_id(0);
    uint y = get_global_id(1);

    if (x > 0 && y > 0 && x < w - 1 && y < h - 1) {
        o[y * w + x] = 0.2f * (a[y * w + x] + a[y * w + x - 1] + a[y * w + x + 1] + a[(y - 1) * w + x] +
                               a[(y + 1) * w + x]);
    }
}

kernel __attribute__((reqd_work_group_size(TILE, TILE, 1))) void transpose(global float *o,
                                                                           global const float *a, uint n)
{
    local float tile[TILE][TILE + 1];
    uint x = get_local_id(0);
    uint y = get_local_id(1);
    uint column = get_group_id(0) * TILE;
    uint row = get_group_id(1) * TILE;

    tile[y][x] = a[(row + y) * n + column + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    o[(column + y) * n + row + x] = tile[x][y];
}

/* n: of each work-group. */
kernel __attribute__((reqd_work_group_size(256, 1, 1))) void reduction(global float *o, global const float *a,
                                                                       uint n)
{
    local float sums[256];
    uint item = get_local_id(0);
    uint group = get_group_id(0);
    float sum = 0.0f;

    for (uint k = item; k < n; k += 256) {
        sum += a[group * n + k];
    }
    sums[item] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint d = 128; d > 0; d /= 2) {
        if (item < d) {
            sums[item] += sums[item + d];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (item == 0) {
        o[group] = sums[0];
    }
}

/* n: of each work-group. Adds to what is there. */
kernel __attribute__((reqd_work_group_size(256, 1, 1))) void histogram(global uint *o, global const uint *a,
                                                                       uint n)
{
    local uint bins[256];
    uint item = get_local_id(0);
    uint group = get_group_id(0);

    bins[item] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = item; k < n; k += 256) {
        atomic_inc(&bins[a[group * n + k] & 255]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&o[item], bins[item]);
}

kernel __attribute__((reqd_work_group_size(32, 8, 1))) void mandelbrot(global uint *o, uint w, uint h)
{
    uint x = get_global_id(0);
    uint y = get_global_id(1);
    float cr = -2.0f + 3.0f * x / w;
    float ci = -1.5f + 3.0f * y / h;
    float r = 0.0f;
    float i = 0.0f;
    uint rounds = 0;

    while (rounds < 500 && r * r + i * i < 4.0f) {
        float next = r * r - i * i + cr;

        i = 2.0f * r * i + ci;
        r = next;
        rounds++;
    }
    o[y * w + x] = rounds;
}

kernel __attribute__((reqd_work_group_size(256, 1, 1))) void black_scholes(global float *o,
                                                                           global const float *a, uint n)
{
    uint at = get_global_id(0);
    float price;
    float years;
    float root;
    float d1;

    if (at >= n) {
        return;
    }
    price = 20.0f + 60.0f * fabs(a[at]);
    years = 0.5f + fabs(a[at]);
    root = 0.3f * sqrt(years);
    d1 = (log(price / 50.0f) + (0.02f + 0.045f) * years) / root;
    o[at] = price * 0.5f * erfc(-d1 * 0.70710678f) -
            50.0f * exp(-0.02f * years) * 0.5f * erfc((root - d1) * 0.70710678f);
}

/* `product` by as many work-groups as there are, tile after tile. */
coop_kernel void product_resident(global float *o, global const float *a, global const float *b, uint n)
{
    local float left[TILE][TILE];
    local float right[TILE][TILE];
    uint x = get_local_id(0) % TILE;
    uint y = get_local_id(0) / TILE;
    uint across = n / TILE;

    for (uint tile = get_group_id(0); tile < across * across; tile += get_num_groups(0)) {
        uint column = tile % across * TILE + x;
        uint row = tile / across * TILE + y;
        float sum = 0.0f;

        for (uint t = 0; t < across; t++) {
            left[y][x] = a[row * n + t * TILE + x];
            right[y][x] = b[(t * TILE + y) * n + column];
            barrier(CLK_LOCAL_MEM_FENCE);
            for (uint k = 0; k < TILE; k++) {
                sum += left[y][k] * right[k][x];
            }
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        o[row * n + column] = sum;
    }
}
