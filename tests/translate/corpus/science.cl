// items: 1 8 64
/* In the manner of collections of scientific programs: images or buffers by macro, tabs, brackets on lines of their
 * own, #defines in the middle. */
#define BLOCK_SIZE 64
#define IN_RANGE(x, min, max)   ((x)>=(min) && (x)<=(max))
#define CLAMP_RANGE(x, min, max) x = (x<(min)) ? min : ((x>(max)) ? max : x )
#define MIN(a, b) ((a)<=(b) ? (a) : (b))
#define EPSILON 3
typedef struct { int starting; int no_of_edges; } Node;
typedef struct latLong
{
	int lat;
	int lng;
} LatLong;
/* Don't use images here: they aren't available everywhere. */
#ifdef USE_IMAGE
// Sets up a sampler that isn't normalised
const sampler_t sampler = CLK_NORMALIZED_COORDS_FALSE;
__kernel void test(__read_only image2d_t data, __global int *out, int n) {
#else
__kernel void test(__global int *data, __global int *out, int n) {
#endif
	int thread_id = get_local_id(0);
	int i, j;
	__local int tile[BLOCK_SIZE];
#ifdef USE_IMAGE
	tile[thread_id] = read_imagei(data, sampler, (int2)(thread_id, 0)).x;
#else
	tile[thread_id] = data[thread_id];
#endif
	barrier(CLK_LOCAL_MEM_FENCE);
	int max = -1;
	for (i = 0; i < (int)get_local_size(0); i++) {
		if (tile[i] > max && i != thread_id)
			max = tile[i];
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	for (j = 0; j < 2; j++) {
		tile[thread_id] = max + j;
		barrier(CLK_LOCAL_MEM_FENCE);
		out[get_global_id(0)] += tile[(thread_id + 1) % get_local_size(0)];
		barrier(CLK_LOCAL_MEM_FENCE);
	}
}

__kernel void test1(__global int *data,
                    __global int *out,
                    int iteration)	/* steps of a wavefront through a row */
{
        __local int prev[BLOCK_SIZE];
        __local int result[BLOCK_SIZE];
	int tx = get_local_id(0);
	int bx = get_group_id(0);
	int cols = get_local_size(0);
	int W = tx-1; W = W < 0 ? 0 : W;
	int E = tx+1; E = E > cols-1 ? cols-1 : E;
	bool isValid = IN_RANGE(tx, 0, cols - 1);
	if(isValid)
	{
		prev[tx] = data[bx * 64 + tx];
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	bool computed;
	for (int i = 0; i < 6; i++)
	{
		computed = false;
		if( IN_RANGE(tx, i * 0, cols - 1) && isValid )
		{
			computed = true;
			int left = prev[W];
			int up = prev[tx];
			int right = prev[E];
			int shortest = MIN(left, up);
			shortest = MIN(shortest, right);
			result[tx] = shortest + data[(i * 64 + tx) % 512];
		}
		barrier(CLK_LOCAL_MEM_FENCE);
		if(i==6-1)
			break;
		if(computed)
			prev[tx] = result[tx];
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	if (computed)
	{
		out[get_global_id(0)] += result[tx];
	}
}

#define NUMBER 7
__kernel void test2(__global int *data, __global int *out, int n)
{
	unsigned int point_id = get_global_id(0);
	int index = 0;
	if (point_id < n)
	{
		int min_dist = 3000000;
		for (int i=0; i < NUMBER; i++) {
			int dist = 0;
			int ans  = 0;
			for (int l=0; l<3; l++) {
				ans += (data[l * 32 + point_id] - data[i*3+l]) * (data[l * 32 + point_id] - data[i*3+l]);
			}
			dist = ans;
			if (dist < min_dist) {
				min_dist = dist;
				index    = i;
			}
		}
		out[point_id] += index;
	}
	return;
}
#undef NUMBER

__kernel void
test3(__global int *data, __global int *out, int n)
{
  __local int peri[16][17], dia[16 * 16];
  int i,j, idx = get_local_id(0);
  for (i = idx; i < 256; i += get_local_size(0)) {
    peri[i / 16][i % 16] = data[i] + 1;
    dia[i] = data[255 - i];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (i = 0; i < 5; i++)
  {
    for (j = idx; j < 16; j += get_local_size(0))
      peri[i + 1][j] -= dia[i * 16 + j] % 7 * peri[i][j] % 11;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i & 1) continue;
    for (j = idx; j < 16; j += get_local_size(0)) {
      dia[(i + 1) * 16 + j] += peri[i + 1][j];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (i = idx; i < 16; i += get_local_size(0))
    out[300 + 16 * get_group_id(0) + i] += peri[5][i] + dia[i + 16];
}

int distance_of(__global const LatLong *loc, int lat, int lng)
{
	return (loc->lat - lat) * (loc->lat - lat) + (loc->lng - lng) * (loc->lng - lng);
}
__kernel void test4(global int *data, global int *out, const int numRecords) {
	 int globalId = get_global_id(0);
	 if (globalId < numRecords) {
		 __global LatLong *latLong = (__global LatLong *)data + globalId;
		 out[globalId] += distance_of(latLong, EPSILON, 20);
	 }
}

#pragma OPENCL EXTENSION cl_khr_byte_addressable_store: enable
#ifndef NO_MASK
__kernel void test5( __global int *data, __global int *out, int n ){
	int tid = get_global_id(0);
	__local char mask[BLOCK_SIZE];
	mask[get_local_id(0)] = (char)(data[tid] & 1);
	barrier(CLK_LOCAL_MEM_FENCE);
	if( tid<4*n && mask[get_local_id(0)]){
		mask[get_local_id(0)]=2;
		for(int i=tid; i<(tid + 4); i++){
			int id = data[i];
			if(!mask[(get_local_id(0) + 1) % get_local_size(0)]){
				out[tid]+=id;
				}
			}
	}
}
#endif

#ifdef RD_WG_SIZE_0_0
        #define BLOCK_SIZE_0 RD_WG_SIZE_0_0
#else
        #define BLOCK_SIZE_0 16
#endif
__kernel void test6(__global int *data,
	__global int *out, int n){
	__local int power[BLOCK_SIZE];
	__local int temp[BLOCK_SIZE], temp_t[BLOCK_SIZE];
	int tx=get_local_id(0), sized=get_local_size(0);
	power[tx] = data[tx];
	temp[tx] = data[get_global_id(0)];
	barrier(CLK_LOCAL_MEM_FENCE);
	int computed = 0, N = tx - 1 < 0 ? 0 : tx - 1, S = MIN(tx + 1, sized - 1);
	for (int i=0; i<4 ; i++){
		computed = 0;
		CLAMP_RANGE(computed, 0, BLOCK_SIZE_0);
		if( IN_RANGE(tx, 0, sized-1)) {
			computed = 1;
			temp_t[tx] = temp[tx] + (power[tx] + temp[S] + temp[N] - 2 * temp[tx]) / 4;
		}
		barrier(CLK_LOCAL_MEM_FENCE);
		if(i==4-1)
			break;
		if(computed)
			temp[tx]= temp_t[tx];
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	if (computed)
		out[get_global_id(0)]+= temp_t[tx];
}
