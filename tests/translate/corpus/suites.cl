// items: 1 8 64
// In the manner of benchmark suites: types by macro, helpers with barriers, volatile local memory.
#ifdef SINGLE_PRECISION
#define FPTYPE float
#elif K_DOUBLE_PRECISION
#pragma OPENCL EXTENSION cl_khr_fp64: enable
#define FPTYPE double
#elif AMD_DOUBLE_PRECISION
#pragma OPENCL EXTENSION cl_amd_fp64: enable
#define FPTYPE double
#else
#define FPTYPE float
#endif
#define UINT4 uint4
#define VECTOR_SIZE 4
#define BINS 32
enum { RADIX = 4, WIDTH = 16 };

uint scanLSB(const uint val, __local uint* s_data)
{
    int idx = get_local_id(0);
    s_data[idx] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    idx += get_local_size(0);
    s_data[idx] = val;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint t;
    for (uint step = 1; step < get_local_size(0); step *= 2) {
        t = s_data[idx - step];  barrier(CLK_LOCAL_MEM_FENCE);
        s_data[idx] += t;        barrier(CLK_LOCAL_MEM_FENCE);
    }
    return s_data[idx] - val;
}

__kernel void
test(__global int * data, __global int * out, const int n)
{
    __local uint lmem[128];
    __local uint total;
    uint flag = !(data[get_global_id(0)] & 1);
    uint rank = scanLSB(flag, lmem);
    if (get_local_id(0) == get_local_size(0) - 1)
        total = rank + flag;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = flag ? rank : get_local_id(0) - rank + total;
}

__kernel void
test1(__global int * data, __global int * out, const int n)
{
    volatile __local FPTYPE sdata[64];
    const unsigned int tid = get_local_id(0);
    unsigned int i = (get_group_id(0)*(get_local_size(0)*2)) + tid;
    const unsigned int gridSize = get_local_size(0)*2*get_num_groups(0);
    const unsigned int blockSize = get_local_size(0);
    sdata[tid] = 0;
    while (i < 4 * n)
    {
        sdata[tid] += data[i] + data[i+blockSize];
        i += gridSize;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (unsigned int s = blockSize / 2; s > 0; s >>= 1)
    {
        if (tid < s)
        {
            sdata[tid] += sdata[tid + s];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (tid == 0)
    {
        out[200 + get_group_id(0)] = (int)sdata[0];
    }
}

#define ELEM(row, col) ((row) * WIDTH + (col))
inline int ToGlobalRow(int gidRow, int lszRow, int lidRow) { return gidRow*lszRow + lidRow; }
__kernel void test2(__global int *data, __global int *out, const int n)
{
    __local FPTYPE sh[WIDTH + 2][WIDTH + 2];
    for (int i = get_local_id(0); i < (WIDTH + 2) * (WIDTH + 2); i += get_local_size(0))
        sh[i / (WIDTH + 2)][i % (WIDTH + 2)] = data[i] * 0.5f;
    barrier(CLK_LOCAL_MEM_FENCE);
    FPTYPE centerValue, cardinalValueSum = 0, diagonalValueSum = 0;
    for (int lRow = 1; lRow <= WIDTH; lRow++) {
        int lCol = 1 + get_local_id(0) % WIDTH;
        centerValue = sh[lRow][lCol];
        cardinalValueSum = sh[lRow-1][lCol] + sh[lRow+1][lCol] + sh[lRow][lCol-1] + sh[lRow][lCol+1];
        diagonalValueSum += sh[lRow-1][lCol-1] + sh[lRow+1][lCol+1] + centerValue;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (get_local_id(0) < WIDTH)
            sh[lRow][lCol] = cardinalValueSum;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[ToGlobalRow(get_group_id(0), get_local_size(0), get_local_id(0))] += (int)(diagonalValueSum * 4);
}

__kernel void test3(__global int *data, __global int *out, const int dim)
{
    uint myRow = get_global_id(0);
    if (myRow < dim)
    {
        FPTYPE t=0;
        int start = myRow * 2;
        int end = start + data[myRow] % 5;
        for (int j=start; j<end; j++)
        {
            int col = data[j];
            t += data[col] * 2;
        }
        out[myRow] += (int)t;
    }
}

#define TILE_SZ 8
#define MAD(a, b, c) ((a) * (b) + (c))
__kernel void test4( __global int *data, __global int *out, int n )
{
    FPTYPE c[TILE_SZ];
    int i, j;
    for (i=0; i < TILE_SZ; i++)
        c[i] = 0.0f;
    int mid = get_local_id(0);
    __local FPTYPE b_s[TILE_SZ][TILE_SZ];
    for (i = 0; i < 16; i+=TILE_SZ) {
        FPTYPE a;
        for (j = mid; j < TILE_SZ * TILE_SZ; j += get_local_size(0))
            b_s[j / TILE_SZ][j % TILE_SZ]=data[j + i];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (j = 0; j < TILE_SZ; j++) {
            a = data[mid + (i+j)*4];
            for (int kk = 0; kk < TILE_SZ; kk++)
                c[kk] = MAD(a, b_s[j][kk], c[kk]);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    FPTYPE sum = 0;
    for (i = 0; i < TILE_SZ; i++)
        sum += c[i];
    out[get_global_id(0)] += (int)sum % 1000;
}

__kernel void test5(__global int *data, __global int *out, int n)
{
    __local uint sub_histo[BINS];
    unsigned int local_scan_load;
    for (uint i = get_local_id(0); i < BINS; i += get_local_size(0))
        sub_histo[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0)
        for (uint i = 0; i < get_local_size(0); i++)
            sub_histo[(uint)data[i + get_group_id(0)] % BINS]++;
    barrier(CLK_LOCAL_MEM_FENCE);
    local_scan_load = sub_histo[get_local_id(0) % BINS];
    switch (get_group_id(0) & 1) {
    case 0:
        barrier(CLK_LOCAL_MEM_FENCE);
        local_scan_load += 100;
        break;
    default:
        local_scan_load += 7;
    }
    out[get_global_id(0)] += local_scan_load;
}

__kernel void test6(__global int *data, __global int *out, int n)
{
    int gid = get_global_id(0);
    UINT4 v = (UINT4)(data[gid], 1, 2, 3);
    FPTYPE s[VECTOR_SIZE];
    s[0] = v.x; s[1] = v.y;
    #pragma unroll 2
    for (int j = 0; j < 10; ++j) {
        s[2] = s[0] * 0.5f + s[1]; s[3] = s[1] - s[0];
        s[0] = s[2]; s[1] = s[3];
    }
    out[gid] += (int)s[0];
}
