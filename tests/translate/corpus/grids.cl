// items: 1 8 64
// Rows and tiles as image and lattice programs have them: heads in every layout, locals of structures.
#ifndef KERNEL_RADIUS
#define KERNEL_RADIUS 2
#endif
#define KERNEL_LENGTH (2 * KERNEL_RADIUS + 1)
#if defined(ROWS) || defined(COLUMNS)
#error Don't define ROWS or COLUMNS: "both" are here.
#endif
constant int c_Kernel[KERNEL_LENGTH] = {1, 4, 6, 4, 1};
typedef struct cell { short rho; short ux; uchar flags; } cell;
typedef struct { cell cells[4]; int row; } row;

//////////////////////////////////// Row filter: isn't "separable" in this form
__kernel
#ifdef FIXED_SIZE
__attribute__((reqd_work_group_size(FIXED_SIZE, 1, 1)))
#endif
void test(
    __global int *data,
    __global int *out,
#if KERNEL_RADIUS > 4
    __constant int *c_Kernel,
#endif
    int n
){
    __local int l_Data[64 + 2 * KERNEL_RADIUS];
    const int lid = get_local_id(0), size = get_local_size(0);
    for (int i = lid; i < size + 2 * KERNEL_RADIUS; i += size)
        l_Data[i] = data[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    int sum = 0;
    #pragma unroll
    for(int j = -KERNEL_RADIUS; j <= KERNEL_RADIUS; j++)
        sum += c_Kernel[KERNEL_RADIUS - j] * l_Data[lid + KERNEL_RADIUS + j];
    out[get_global_id(0)] = sum;
}

__kernel void test1(__global int *data, __global int *out, int n)
{
    local row rows[2];
    local cell *const first = rows[0].cells;
    if (get_local_id(0) == 0) {
        for (int i = 0; i < 8; i++) {
            rows[i / 4].cells[i % 4] = (cell){data[i], i, 1};
            rows[i / 4].row = i;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    cell mine = first[get_local_id(0) % 4];
    for (int step = 0; step < 3; step++) {
        row copy = rows[step & 1];
        mine.rho += copy.cells[step].ux * copy.row;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (get_local_id(0) == 0)
            rows[step & 1].cells[step].ux += step;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] += mine.rho + mine.flags;
}

__kernel void test2(__global int *data, __global int *out, int n)
{
    enum { LEFT, RIGHT, UP, DOWN, DIRECTIONS };
    int f[DIRECTIONS], *here;
    local int edge[DIRECTIONS][64];
    for (int d = 0; d < DIRECTIONS; d++)
        f[d] = data[d + get_local_id(0)];
    for (int t = 0; t < 3; t++) {
        for (int d = LEFT; d < DIRECTIONS; d++)
            edge[d][get_local_id(0)] = f[d];
        barrier(CLK_LOCAL_MEM_FENCE);
        here = &f[t];
        *here += edge[RIGHT][(get_local_id(0) + 1) % get_local_size(0)];
        here = f;
        here[DOWN] -= edge[UP][get_local_id(0)];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] += f[LEFT] + 3 * f[RIGHT] + 5 * f[UP] + 7 * f[DOWN];
}

static void exchange(local int *edge, int mine[2], int *carry)
{
    edge[get_local_id(0)] = mine[0];
    barrier(CLK_LOCAL_MEM_FENCE);
    mine[1] = edge[(get_local_id(0) + 1) % get_local_size(0)];
    if (mine[1] & 1) {
        *carry += 1;
    } else {
        (*carry)--;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    mine[0] = mine[1] + *carry;
}
__kernel void test3(__global int *data, __global int *out, int n)
{
    local int edge[64];
    int carry = 0;
    int mine[2] = {data[get_global_id(0)], 0};
    for (int i = 0; i < n % 8; i++)
        exchange(edge, mine, &carry);
    if (n)
        exchange(edge, mine, &n);
    out[get_global_id(0)] += mine[0] * 2 + carry + n;
}
