// items: 1 8 64
// In the manner of a vendor's samples: one algorithm a kernel, local buffers, totals handed back.
#define LOCAL_MAX 64
#define GROUP_BLOCK_SIZE 64
#define LINEAR_MEM_ACCESS
__kernel
void test(__global int * data,
          __global int * out,
          int n)
{
    uint threadId = get_local_id(0), size = get_local_size(0);
    __local int theArray[LOCAL_MAX];
    theArray[threadId] = data[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint stage = 2; stage <= size; stage <<= 1) {
        for (uint pass = stage >> 1; pass > 0; pass >>= 1) {
            uint partner = threadId ^ pass;
            if (partner > threadId) {
                int left = theArray[threadId], right = theArray[partner];
                int ascending = (threadId & stage) == 0;
                if ((left > right) == ascending) {
                    theArray[threadId] = right;
                    theArray[partner] = left;
                }
            }
            barrier(CLK_LOCAL_MEM_FENCE);
        }
    }
    out[get_global_id(0)] = theArray[threadId];
}

__kernel
void test1(__global int * data, __global int * out, int n)
{
    __local int block[LOCAL_MAX * 2];
    int tid = get_local_id(0);
    int length = 2 * get_local_size(0);
    int offset = 1;
    block[2*tid]     = data[2*tid];
    block[2*tid + 1] = data[2*tid + 1];
    for(int d = length>>1; d > 0; d >>=1)
    {
        barrier(CLK_LOCAL_MEM_FENCE);
        if(tid<d)
        {
            int ai = offset*(2*tid + 1) - 1;
            int bi = offset*(2*tid + 2) - 1;
            block[bi] += block[ai];
        }
        offset *= 2;
    }
    if(tid == 0)
    {
        block[length - 1] = 0;
    }
    for(int d = 1; d < length ; d *= 2)
    {
        offset >>=1;
        barrier(CLK_LOCAL_MEM_FENCE);
        if(tid < d)
        {
            int ai = offset*(2*tid + 1) - 1;
            int bi = offset*(2*tid + 2) - 1;
            int t = block[ai];
            block[ai] = block[bi];
            block[bi] += t;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] += block[2*tid] - block[2*tid + 1];
}

__kernel void
test2(__global int * data, __global int *out, const int step)
{
    __local int tArray[LOCAL_MAX];
    unsigned int tid = get_local_id(0);
    tArray[tid] = data[tid];
    for (uint s = 1; s < get_local_size(0); s *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        const unsigned int group = tid % s;
        const unsigned int pair  = 2 * s * (tid / s) + group;
        const unsigned int match = pair + s;
        if (match < get_local_size(0)) {
            int T1 = tArray[pair];
            int T2 = tArray[match];
            tArray[pair]  = T1 + T2;
            tArray[match] = T1 - T2;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] += tArray[tid];
}

#define BIN_SIZE 16
__kernel
void test3(__global int* data, __global int* out, int n)
{
    __local uchar sharedArray[LOCAL_MAX * BIN_SIZE];
    size_t localId = get_local_id(0);
    size_t groupId = get_group_id(0);
    size_t groupSize = get_local_size(0);
    for(int i = 0; i < BIN_SIZE; ++i)
        sharedArray[localId * BIN_SIZE + i] = 0;
    for(int i = 0; i < 8; ++i)
    {
        uint value = (uint)data[(groupId * groupSize + localId + i) % 512] % BIN_SIZE;
        sharedArray[localId * BIN_SIZE + value]++;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for(size_t i = localId; i < BIN_SIZE; i += groupSize)
    {
        uint binCount = 0;
        for(size_t j = 0; j < groupSize; ++j)
            binCount += sharedArray[j * BIN_SIZE + i];
        out[256 + groupId * BIN_SIZE + i] = binCount;
    }
}

__kernel void test4(__global int4* data, __global int* out, int n)
{
    __local int4 sdata[LOCAL_MAX];
    unsigned int tid = get_local_id(0);
    unsigned int bid = get_group_id(0);
    unsigned int localSize = get_local_size(0);
    unsigned int stride = tid * 2;
    sdata[tid] = data[stride % 128] + data[(stride + 1) % 128];
    barrier(CLK_LOCAL_MEM_FENCE);
    for(unsigned int s = localSize >> 1; s > 0; s >>= 1)
    {
        if(tid < s)
        {
            sdata[tid] += sdata[tid + s];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if(tid == 0) out[400 + bid] = sdata[0].x + sdata[0].y * 2 + sdata[0].z * 3 + sdata[0].w * 5;
}

void blockSum(__local int *block, int value, int *sum, int *first)
{
    block[get_local_id(0)] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    int total = 0;
    for (int i = 0; i < (int)get_local_size(0); i++)
        total += block[i];
    *sum = total;
    *first = block[0];
    barrier(CLK_LOCAL_MEM_FENCE);
}
__kernel void test5(__global int* data, __global int* out, int n)
{
    __local int block[LOCAL_MAX];
    int sum = 0, first = 0, all = 0;
    for (int pass = 0; pass < 3; pass++) {
        blockSum(block, data[get_local_id(0) + pass], &sum, &first);
        all += sum * (pass + 1) + first;
    }
    if (n > 3) {
        int total, other;
        blockSum(block, all, &total, &other);
        all = total - other;
    }
    out[get_global_id(0)] += all;
}

__kernel
void test6(__global int * data,
           __global int * out,
           int    numNodes)
{
    int xValue = get_global_id(0) % 16, yValue = get_global_id(0) / 16;
    for (int k = 0; k < 2; ++k) {
        int oldWeight = data[yValue * 16 + xValue];
        int tempWeight = (data[yValue * 16 + k] + data[k * 16 + xValue]);
        out[yValue * 16 + xValue] += (tempWeight < oldWeight) ? k : oldWeight;
    }
}
