// items: 1 8 64
/*
Physics pipelines: typedefs for short types, macros for the group's functions, prefix sums that hand the total back.
It isn't the original of anyone's.
*/
#pragma OPENCL EXTENSION cl_khr_local_int32_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_global_int32_base_atomics : enable
#ifdef cl_ext_atomic_counters_32
#pragma OPENCL EXTENSION cl_ext_atomic_counters_32 : enable
#else
#define counter32_t volatile global int*
#endif
typedef unsigned int u32;
typedef unsigned short u16;
typedef unsigned char u8;
#define GET_GROUP_IDX get_group_id(0)
#define GET_LOCAL_IDX get_local_id(0)
#define GET_GLOBAL_IDX get_global_id(0)
#define GET_GROUP_SIZE get_local_size(0)
#define GET_NUM_GROUPS get_num_groups(0)
#define GROUP_LDS_BARRIER barrier(CLK_LOCAL_MEM_FENCE)
#define GROUP_MEM_FENCE mem_fence(CLK_LOCAL_MEM_FENCE)
#define AtomInc(x) atom_inc(&(x))
#define make_uint4 (uint4)
#define make_int2 (int2)
#define SELECT_UINT4( b, a, condition ) ((condition) ? (a) : (b))
#define WG_SIZE 64
#define ELEMENTS_PER_WORK_ITEM (256/WG_SIZE)
#define BITS_PER_PASS 4
#define NUM_BUCKET (1<<BITS_PER_PASS)
typedef struct
{
	u32 m_key;
	u32 m_value;
}SortDataCL;
typedef struct
{
	int4 m_min;
	union { int4 m_max4; int m_max[4]; };
} Aabb;
u32 unpack4Key( const u32 key, int keyIdx ){ return (key>>(keyIdx*8)) & 0xff;}
u32 bit8Scan(const u32 v)
{
	return (v<<8) + (v<<16) + (v<<24);
}
//	the total comes back through a pointer, behind the barriers
u32 prefixScanVector( uint4* data )
{
	u32 sum = 0;
	u32 tmp = data[0].x;
	data[0].x = sum;
	sum += tmp;
	tmp = data[0].y;
	data[0].y = sum;
	sum += tmp;
	tmp = data[0].z;
	data[0].z = sum;
	sum += tmp;
	tmp = data[0].w;
	data[0].w = sum;
	sum += tmp;
	return sum;
}
u32 localPrefixSum( u32 pData, uint lIdx, uint* totalSum, __local u32* sorterSharedMemory, int wgSize )
{
	{	//	Set data
		sorterSharedMemory[lIdx] = 0;
		sorterSharedMemory[lIdx+wgSize] = pData;
	}
	GROUP_LDS_BARRIER;
	{	//	Prefix sum
		int idx = 2*lIdx + (wgSize+1);
		for(int offset = 1; offset < wgSize; offset <<= 1)
		{
			u32 other = lIdx >= (uint)offset ? sorterSharedMemory[lIdx + wgSize - offset] : 0;
			GROUP_LDS_BARRIER;
			sorterSharedMemory[lIdx + wgSize] += other;
			GROUP_LDS_BARRIER;
		}
		idx = idx;
	}
	*totalSum = sorterSharedMemory[wgSize*2-1];
	u32 addValue = sorterSharedMemory[lIdx+wgSize] - pData;
	GROUP_LDS_BARRIER;
	return addValue;
}
uint4 localPrefixSum128V( uint4 pData, uint lIdx, uint* totalSum, __local u32* sorterSharedMemory )
{
	u32 s4 = prefixScanVector( &pData );
	u32 rank = localPrefixSum( s4, lIdx, totalSum, sorterSharedMemory, GET_GROUP_SIZE );
	return pData + make_uint4( rank, rank, rank, rank );
}

//__attribute__((reqd_work_group_size(WG_SIZE,1,1)))
__kernel
__attribute__((work_group_size_hint(WG_SIZE,1,1)))
void test( __global int* data, __global int* out, int n )
{
	__local u32 lMem[WG_SIZE * 2];
	u32 total;
	u32 mine = data[GET_GLOBAL_IDX];
	u32 rank = localPrefixSum( mine, GET_LOCAL_IDX, &total, lMem, GET_GROUP_SIZE );
	out[GET_GLOBAL_IDX] = rank + 1000 * total;
}

__kernel
__attribute__((work_group_size_hint(WG_SIZE,1,1)))
void test1( __global int* data, __global int* out, int n )
{
	__local u32 lMem[WG_SIZE * 2];
	u32 sum = 0;
	uint4 values = make_uint4( data[GET_LOCAL_IDX], data[GET_LOCAL_IDX + 1], 2, 3 );
	for (int pass = 0; pass < 3; pass++)
	{
		u32 total;
		uint4 ranks = localPrefixSum128V( values, GET_LOCAL_IDX, &total, lMem );
		values = SELECT_UINT4( values + ranks, ranks, values > make_uint4( 9, 9, 9, 9 ) );
		sum += total;
		values &= 0xff;
	}
	out[GET_GLOBAL_IDX] += values.x + values.y + values.z + values.w + sum;
}

void sort4Bits( u32 sortData[4], int startBit, int lIdx, __local u32* ldsSortData, __local u32 *ldsCount )
{
	for(int ibit=0; ibit<BITS_PER_PASS; ibit+=2)
	{
		if (lIdx == 0)
			for (int i = 0; i < 4; i++) ldsCount[i] = 0;
		GROUP_LDS_BARRIER;
		for (int i = 0; i < 4; i++)
			if (lIdx == 0)
				for (int k = 0; k < (int)GET_GROUP_SIZE; k++)
					ldsCount[(sortData[i] >> (startBit + ibit)) & 3] += 1;
		ldsSortData[lIdx] = sortData[ibit];
		GROUP_LDS_BARRIER;
		sortData[ibit + 1] += ldsSortData[(lIdx + 1) % GET_GROUP_SIZE] + ldsCount[ibit & 3];
		GROUP_LDS_BARRIER;
	}
}
__kernel
void test2( __global int* data, __global int* out, int n )
{
	__local u32 ldsSortData[WG_SIZE];
	__local u32 ldsCount[4];
	int lIdx = GET_LOCAL_IDX;
	u32 sortData[ELEMENTS_PER_WORK_ITEM];
	for(int i=0; i<ELEMENTS_PER_WORK_ITEM; i++) sortData[i] = data[i];
	for (int startBit = 0; startBit < 8; startBit += BITS_PER_PASS)
		sort4Bits( sortData, startBit, lIdx, ldsSortData, ldsCount );
	out[GET_GLOBAL_IDX] += sortData[0] + sortData[1] * 2 + sortData[2] * 3 + sortData[3] * 5;
}

bool overlaps( const Aabb* a, const Aabb* b )
{
	bool overlap = true;
	overlap = (a->m_min.x > b->m_max4.x || a->m_max[0] < b->m_min.x) ? false : overlap;
	overlap = (a->m_min.y > b->m_max4.y || a->m_max[1] < b->m_min.y) ? false : overlap;
	return overlap;
}
__kernel void test3( __global int* data, __global int* out, int n )
{
	int i = GET_GLOBAL_IDX;
	__local Aabb localAabbs[WG_SIZE];
	Aabb myAabb;
	myAabb.m_min = (int4)(data[i], data[i + 1], 0, 0);
	myAabb.m_max4 = myAabb.m_min + (int4)(10);
	localAabbs[GET_LOCAL_IDX] = myAabb;
	barrier(CLK_LOCAL_MEM_FENCE);
	int count = 0;
	for (int j = 0; j < (int)GET_GROUP_SIZE; j++)
	{
		Aabb other = localAabbs[j];
		if (overlaps(&myAabb, &other))
			count++;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	out[i] += count;
}

#define PPS_ITERATIONS 4
__kernel void test4( __global int* data, __global int* out, int n )
{
	__local int ldsBatchIdx; __local int ldsCurBatch; __local int ldsNextBatch; __local int ldsConstraints[WG_SIZE];
	int lIdx = GET_LOCAL_IDX;
	if( lIdx == 0 ) { ldsBatchIdx = 0; ldsCurBatch = 0; }
	GROUP_LDS_BARRIER;
	int x = data[lIdx];
	while( ldsCurBatch < PPS_ITERATIONS )
	{
		ldsConstraints[lIdx] = x;
		GROUP_LDS_BARRIER;
		if( lIdx == 0 )
		{
			ldsNextBatch = ldsCurBatch + 1;
		}
		x += ldsConstraints[(lIdx + ldsCurBatch) % GET_GROUP_SIZE];
		GROUP_LDS_BARRIER;
		if( lIdx == 0 )
			ldsCurBatch = ldsNextBatch;
		GROUP_LDS_BARRIER;
	}
	out[GET_GLOBAL_IDX] += x;
}

__kernel void test5( __global int* data, __global int* out, int n )
{
	int gIdx = GET_GLOBAL_IDX;
	int nSrc = n;
	u32 key = (gIdx < nSrc) ? bit8Scan(data[gIdx]) : 0xffffffff;
	out[gIdx] += unpack4Key(key, 1) * (gIdx == nSrc ? 2 : 1);
}
