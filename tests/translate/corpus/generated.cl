// items: 1 8 64
// In the manner of code generators: long, flat, many names, temporaries for everything, unrolled by hand.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#if defined(cl_intel_printf)
#pragma OPENCL EXTENSION cl_intel_printf : enable
#endif
typedef char int8_gen; typedef short int16_gen; typedef int int32_gen; typedef long int64_gen;

#define get_global_id_i(d) ((int32_gen)get_global_id(d))
#define SMOD32(x, y) ((x) % (y) < 0 ? (x) % (y) + (y) : (x) % (y))
static inline int32_gen add32(int32_gen x, int32_gen y) { return (int32_gen)((uint)x + (uint)y); }
static inline int32_gen mul32(int32_gen x, int32_gen y) { return (int32_gen)((uint)x * (uint)y); }
__kernel void test(__global int *data, __global int *out, const int n_5301)
{
    __local unsigned char local_mem[512] __attribute__ ((aligned(8)));
    const int32_gen segred_tblock_sizze_5277 = (int32_gen)get_local_size(0);
    int32_gen gtid_5350; int32_gen local_tid_5362; int32_gen tblock_id_5365;
    int64_gen phys_tid_5361;
    local_tid_5362 = get_local_id(0);
    tblock_id_5365 = get_group_id(0);
    phys_tid_5361 = get_global_id_i(0);
    __local int32_gen *red_arr_mem_5366;
    red_arr_mem_5366 = (__local int32_gen *)&local_mem[0];
    int32_gen x_acc_5367 = 0;
    int32_gen x_6000 = ((__global int32_gen *)data)[SMOD32(local_tid_5362 + 0, 512)];
    int32_gen zp_res_6100 = add32(mul32(x_6000, 1), x_acc_5367);
    int32_gen x_6001 = ((__global int32_gen *)data)[SMOD32(local_tid_5362 + 3, 512)];
    int32_gen zp_res_6101 = add32(mul32(x_6001, 2), zp_res_6100);
    int32_gen x_6002 = ((__global int32_gen *)data)[SMOD32(local_tid_5362 + 6, 512)];
    int32_gen zp_res_6102 = add32(mul32(x_6002, 3), zp_res_6101);
    int32_gen x_6003 = ((__global int32_gen *)data)[SMOD32(local_tid_5362 + 9, 512)];
    int32_gen zp_res_6103 = add32(mul32(x_6003, 4), zp_res_6102);
    int32_gen x_6004 = ((__global int32_gen *)data)[SMOD32(local_tid_5362 + 12, 512)];
    int32_gen zp_res_6104 = add32(mul32(x_6004, 5), zp_res_6103);
    int32_gen x_6005 = ((__global int32_gen *)data)[SMOD32(local_tid_5362 + 15, 512)];
    int32_gen zp_res_6105 = add32(mul32(x_6005, 6), zp_res_6104);
    int32_gen x_6006 = ((__global int32_gen *)data)[SMOD32(local_tid_5362 + 18, 512)];
    int32_gen zp_res_6106 = add32(mul32(x_6006, 7), zp_res_6105);
    int32_gen x_6007 = ((__global int32_gen *)data)[SMOD32(local_tid_5362 + 21, 512)];
    int32_gen zp_res_6107 = add32(mul32(x_6007, 8), zp_res_6106);
    int32_gen x_6008 = ((__global int32_gen *)data)[SMOD32(local_tid_5362 + 24, 512)];
    int32_gen zp_res_6108 = add32(mul32(x_6008, 9), zp_res_6107);
    int32_gen x_6009 = ((__global int32_gen *)data)[SMOD32(local_tid_5362 + 27, 512)];
    int32_gen zp_res_6109 = add32(mul32(x_6009, 10), zp_res_6108);
    int32_gen x_6010 = ((__global int32_gen *)data)[SMOD32(local_tid_5362 + 30, 512)];
    int32_gen zp_res_6110 = add32(mul32(x_6010, 11), zp_res_6109);
    int32_gen x_6011 = ((__global int32_gen *)data)[SMOD32(local_tid_5362 + 33, 512)];
    int32_gen zp_res_6111 = add32(mul32(x_6011, 12), zp_res_6110);
    x_acc_5367 = zp_res_6111;
    {
        red_arr_mem_5366[local_tid_5362] = x_acc_5367;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    {
        int32_gen offset_5371; int32_gen x_5354; int32_gen x_5355;
        offset_5371 = 0;
        { if (local_tid_5362 < segred_tblock_sizze_5277) { x_5354 = red_arr_mem_5366[local_tid_5362 + offset_5371]; } }
        offset_5371 = 1;
        while (offset_5371 < segred_tblock_sizze_5277) {
            if (local_tid_5362 + offset_5371 < segred_tblock_sizze_5277 && (local_tid_5362 & (2 * offset_5371 - 1)) == 0) {
                x_5355 = red_arr_mem_5366[local_tid_5362 + offset_5371];
                { int32_gen defunc_1_op_res_5356 = add32(x_5354, x_5355); x_5354 = defunc_1_op_res_5356; }
                red_arr_mem_5366[local_tid_5362] = x_5354;
            }
            barrier(CLK_LOCAL_MEM_FENCE);
            offset_5371 *= 2;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    { if (local_tid_5362 == 0) { ((__global int *)out)[tblock_id_5365] = red_arr_mem_5366[0]; } }
    error_0:
    return;
}
#ifdef __cplusplus
extern "C"
#endif
__kernel void test1(__global int* restrict data, __global int* restrict out, int stride) {
  int compute_local[8];
  __local int pad_temp_shared[128];
  __local int kernel_shared[64];
  compute_local[(0)] = 0;
  compute_local[(1)] = 0;
  compute_local[(2)] = 0;
  compute_local[(3)] = 0;
  compute_local[(4)] = 0;
  compute_local[(5)] = 0;
  compute_local[(6)] = 0;
  compute_local[(7)] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  pad_temp_shared[((((int)get_local_id(0)) * 2) + 0)] = (((0 < (((int)get_local_id(0)) + 0)) && ((((int)get_local_id(0)) & 3) < 1)) ? data[(((((int)get_group_id(0)) * 2) + (((int)get_local_id(0)) * 2)) + 0)] : 0);
  pad_temp_shared[((((int)get_local_id(0)) * 2) + 1)] = (((0 < (((int)get_local_id(0)) + 0)) && ((((int)get_local_id(0)) & 3) < 1)) ? data[(((((int)get_group_id(0)) * 2) + (((int)get_local_id(0)) * 2)) + 1)] : 0);
  if (((int)get_local_id(0)) < 64) {
    kernel_shared[((int)get_local_id(0))] = data[((((int)get_local_id(0)) * 3) + 0)];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  compute_local[(0)] = (compute_local[(0)] + (pad_temp_shared[((((int)get_local_id(0)) * 2) + 0)] * kernel_shared[(((int)get_local_id(0)) * 1)]));
  compute_local[(1)] = (compute_local[(1)] + (pad_temp_shared[((((int)get_local_id(0)) * 2) + 1)] * kernel_shared[(((int)get_local_id(0)) * 0)]));
  compute_local[(2)] = (compute_local[(2)] + (pad_temp_shared[((((int)get_local_id(0)) * 2) + 0)] * kernel_shared[(((int)get_local_id(0)) * 0)]));
  compute_local[(3)] = (compute_local[(3)] + (pad_temp_shared[((((int)get_local_id(0)) * 2) + 1)] * kernel_shared[(((int)get_local_id(0)) * 1)]));
  compute_local[(4)] = (compute_local[(4)] + (pad_temp_shared[((((int)get_local_id(0)) * 2) + 0)] * kernel_shared[(((int)get_local_id(0)) * 0)]));
  compute_local[(5)] = (compute_local[(5)] + (pad_temp_shared[((((int)get_local_id(0)) * 2) + 1)] * kernel_shared[(((int)get_local_id(0)) * 0)]));
  compute_local[(6)] = (compute_local[(6)] + (pad_temp_shared[((((int)get_local_id(0)) * 2) + 0)] * kernel_shared[(((int)get_local_id(0)) * 1)]));
  compute_local[(7)] = (compute_local[(7)] + (pad_temp_shared[((((int)get_local_id(0)) * 2) + 1)] * kernel_shared[(((int)get_local_id(0)) * 0)]));
  barrier(CLK_LOCAL_MEM_FENCE);
  pad_temp_shared[((((int)get_local_id(0)) * 2) + 0)] = (((0 < (((int)get_local_id(0)) + 1)) && ((((int)get_local_id(0)) & 3) < 2)) ? data[(((((int)get_group_id(0)) * 2) + (((int)get_local_id(0)) * 2)) + 7)] : 0);
  pad_temp_shared[((((int)get_local_id(0)) * 2) + 1)] = (((0 < (((int)get_local_id(0)) + 1)) && ((((int)get_local_id(0)) & 3) < 2)) ? data[(((((int)get_group_id(0)) * 2) + (((int)get_local_id(0)) * 2)) + 8)] : 0);
  if (((int)get_local_id(0)) < 64) {
    kernel_shared[((int)get_local_id(0))] = data[((((int)get_local_id(0)) * 3) + 1)];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  compute_local[(0)] = (compute_local[(0)] + (pad_temp_shared[((((int)get_local_id(0)) * 2) + 0)] * kernel_shared[(((int)get_local_id(0)) * 1)]));
  compute_local[(1)] = (compute_local[(1)] + (pad_temp_shared[((((int)get_local_id(0)) * 2) + 1)] * kernel_shared[(((int)get_local_id(0)) * 0)]));
  compute_local[(2)] = (compute_local[(2)] + (pad_temp_shared[((((int)get_local_id(0)) * 2) + 0)] * kernel_shared[(((int)get_local_id(0)) * 0)]));
  compute_local[(3)] = (compute_local[(3)] + (pad_temp_shared[((((int)get_local_id(0)) * 2) + 1)] * kernel_shared[(((int)get_local_id(0)) * 1)]));
  compute_local[(4)] = (compute_local[(4)] + (pad_temp_shared[((((int)get_local_id(0)) * 2) + 0)] * kernel_shared[(((int)get_local_id(0)) * 0)]));
  compute_local[(5)] = (compute_local[(5)] + (pad_temp_shared[((((int)get_local_id(0)) * 2) + 1)] * kernel_shared[(((int)get_local_id(0)) * 0)]));
  compute_local[(6)] = (compute_local[(6)] + (pad_temp_shared[((((int)get_local_id(0)) * 2) + 0)] * kernel_shared[(((int)get_local_id(0)) * 1)]));
  compute_local[(7)] = (compute_local[(7)] + (pad_temp_shared[((((int)get_local_id(0)) * 2) + 1)] * kernel_shared[(((int)get_local_id(0)) * 0)]));
  barrier(CLK_LOCAL_MEM_FENCE);
  pad_temp_shared[((((int)get_local_id(0)) * 2) + 0)] = (((0 < (((int)get_local_id(0)) + 2)) && ((((int)get_local_id(0)) & 3) < 3)) ? data[(((((int)get_group_id(0)) * 2) + (((int)get_local_id(0)) * 2)) + 14)] : 0);
  pad_temp_shared[((((int)get_local_id(0)) * 2) + 1)] = (((0 < (((int)get_local_id(0)) + 2)) && ((((int)get_local_id(0)) & 3) < 3)) ? data[(((((int)get_group_id(0)) * 2) + (((int)get_local_id(0)) * 2)) + 15)] : 0);
  if (((int)get_local_id(0)) < 64) {
    kernel_shared[((int)get_local_id(0))] = data[((((int)get_local_id(0)) * 3) + 2)];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  compute_local[(0)] = (compute_local[(0)] + (pad_temp_shared[((((int)get_local_id(0)) * 2) + 0)] * kernel_shared[(((int)get_local_id(0)) * 1)]));
  compute_local[(1)] = (compute_local[(1)] + (pad_temp_shared[((((int)get_local_id(0)) * 2) + 1)] * kernel_shared[(((int)get_local_id(0)) * 0)]));
  compute_local[(2)] = (compute_local[(2)] + (pad_temp_shared[((((int)get_local_id(0)) * 2) + 0)] * kernel_shared[(((int)get_local_id(0)) * 0)]));
  compute_local[(3)] = (compute_local[(3)] + (pad_temp_shared[((((int)get_local_id(0)) * 2) + 1)] * kernel_shared[(((int)get_local_id(0)) * 1)]));
  compute_local[(4)] = (compute_local[(4)] + (pad_temp_shared[((((int)get_local_id(0)) * 2) + 0)] * kernel_shared[(((int)get_local_id(0)) * 0)]));
  compute_local[(5)] = (compute_local[(5)] + (pad_temp_shared[((((int)get_local_id(0)) * 2) + 1)] * kernel_shared[(((int)get_local_id(0)) * 0)]));
  compute_local[(6)] = (compute_local[(6)] + (pad_temp_shared[((((int)get_local_id(0)) * 2) + 0)] * kernel_shared[(((int)get_local_id(0)) * 1)]));
  compute_local[(7)] = (compute_local[(7)] + (pad_temp_shared[((((int)get_local_id(0)) * 2) + 1)] * kernel_shared[(((int)get_local_id(0)) * 0)]));
  barrier(CLK_LOCAL_MEM_FENCE);
  pad_temp_shared[((((int)get_local_id(0)) * 2) + 0)] = (((0 < (((int)get_local_id(0)) + 3)) && ((((int)get_local_id(0)) & 3) < 4)) ? data[(((((int)get_group_id(0)) * 2) + (((int)get_local_id(0)) * 2)) + 21)] : 0);
  pad_temp_shared[((((int)get_local_id(0)) * 2) + 1)] = (((0 < (((int)get_local_id(0)) + 3)) && ((((int)get_local_id(0)) & 3) < 4)) ? data[(((((int)get_group_id(0)) * 2) + (((int)get_local_id(0)) * 2)) + 22)] : 0);
  if (((int)get_local_id(0)) < 64) {
    kernel_shared[((int)get_local_id(0))] = data[((((int)get_local_id(0)) * 3) + 3)];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  compute_local[(0)] = (compute_local[(0)] + (pad_temp_shared[((((int)get_local_id(0)) * 2) + 0)] * kernel_shared[(((int)get_local_id(0)) * 1)]));
  compute_local[(1)] = (compute_local[(1)] + (pad_temp_shared[((((int)get_local_id(0)) * 2) + 1)] * kernel_shared[(((int)get_local_id(0)) * 0)]));
  compute_local[(2)] = (compute_local[(2)] + (pad_temp_shared[((((int)get_local_id(0)) * 2) + 0)] * kernel_shared[(((int)get_local_id(0)) * 0)]));
  compute_local[(3)] = (compute_local[(3)] + (pad_temp_shared[((((int)get_local_id(0)) * 2) + 1)] * kernel_shared[(((int)get_local_id(0)) * 1)]));
  compute_local[(4)] = (compute_local[(4)] + (pad_temp_shared[((((int)get_local_id(0)) * 2) + 0)] * kernel_shared[(((int)get_local_id(0)) * 0)]));
  compute_local[(5)] = (compute_local[(5)] + (pad_temp_shared[((((int)get_local_id(0)) * 2) + 1)] * kernel_shared[(((int)get_local_id(0)) * 0)]));
  compute_local[(6)] = (compute_local[(6)] + (pad_temp_shared[((((int)get_local_id(0)) * 2) + 0)] * kernel_shared[(((int)get_local_id(0)) * 1)]));
  compute_local[(7)] = (compute_local[(7)] + (pad_temp_shared[((((int)get_local_id(0)) * 2) + 1)] * kernel_shared[(((int)get_local_id(0)) * 0)]));
  barrier(CLK_LOCAL_MEM_FENCE);
  pad_temp_shared[((((int)get_local_id(0)) * 2) + 0)] = (((0 < (((int)get_local_id(0)) + 4)) && ((((int)get_local_id(0)) & 3) < 5)) ? data[(((((int)get_group_id(0)) * 2) + (((int)get_local_id(0)) * 2)) + 28)] : 0);
  pad_temp_shared[((((int)get_local_id(0)) * 2) + 1)] = (((0 < (((int)get_local_id(0)) + 4)) && ((((int)get_local_id(0)) & 3) < 5)) ? data[(((((int)get_group_id(0)) * 2) + (((int)get_local_id(0)) * 2)) + 29)] : 0);
  if (((int)get_local_id(0)) < 64) {
    kernel_shared[((int)get_local_id(0))] = data[((((int)get_local_id(0)) * 3) + 4)];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  compute_local[(0)] = (compute_local[(0)] + (pad_temp_shared[((((int)get_local_id(0)) * 2) + 0)] * kernel_shared[(((int)get_local_id(0)) * 1)]));
  compute_local[(1)] = (compute_local[(1)] + (pad_temp_shared[((((int)get_local_id(0)) * 2) + 1)] * kernel_shared[(((int)get_local_id(0)) * 0)]));
  compute_local[(2)] = (compute_local[(2)] + (pad_temp_shared[((((int)get_local_id(0)) * 2) + 0)] * kernel_shared[(((int)get_local_id(0)) * 0)]));
  compute_local[(3)] = (compute_local[(3)] + (pad_temp_shared[((((int)get_local_id(0)) * 2) + 1)] * kernel_shared[(((int)get_local_id(0)) * 1)]));
  compute_local[(4)] = (compute_local[(4)] + (pad_temp_shared[((((int)get_local_id(0)) * 2) + 0)] * kernel_shared[(((int)get_local_id(0)) * 0)]));
  compute_local[(5)] = (compute_local[(5)] + (pad_temp_shared[((((int)get_local_id(0)) * 2) + 1)] * kernel_shared[(((int)get_local_id(0)) * 0)]));
  compute_local[(6)] = (compute_local[(6)] + (pad_temp_shared[((((int)get_local_id(0)) * 2) + 0)] * kernel_shared[(((int)get_local_id(0)) * 1)]));
  compute_local[(7)] = (compute_local[(7)] + (pad_temp_shared[((((int)get_local_id(0)) * 2) + 1)] * kernel_shared[(((int)get_local_id(0)) * 0)]));
  out[get_global_id(0)] += compute_local[0] * 1 + compute_local[1] * 2 + compute_local[2] * 3 + compute_local[3] * 4 + compute_local[4] * 5 + compute_local[5] * 6 + compute_local[6] * 7 + compute_local[7] * 8;
}
#define BUTTERFLY(a, b) { int t = R##a - R##b; R##a = R##a + R##b; R##b = t; }
__kernel void test2(__global int *data, __global int *out, int n)
{
	int me = get_local_id(0), size = get_local_size(0), batch = get_group_id(0);
	__local int lds[64 * 8];
	int R0, R1, R2, R3, R4, R5, R6, R7;
	R0 = data[(me + 0 * size) % 512] + batch;
	R1 = data[(me + 1 * size) % 512] + batch;
	R2 = data[(me + 2 * size) % 512] + batch;
	R3 = data[(me + 3 * size) % 512] + batch;
	R4 = data[(me + 4 * size) % 512] + batch;
	R5 = data[(me + 5 * size) % 512] + batch;
	R6 = data[(me + 6 * size) % 512] + batch;
	R7 = data[(me + 7 * size) % 512] + batch;
	BUTTERFLY(0, 4)
	BUTTERFLY(1, 5)
	BUTTERFLY(2, 6)
	BUTTERFLY(3, 7)
	lds[me * 8 + 0] = R0;
	lds[me * 8 + 1] = R1;
	lds[me * 8 + 2] = R2;
	lds[me * 8 + 3] = R3;
	lds[me * 8 + 4] = R4;
	lds[me * 8 + 5] = R5;
	lds[me * 8 + 6] = R6;
	lds[me * 8 + 7] = R7;
	barrier(CLK_LOCAL_MEM_FENCE);
	R0 = lds[(0 * size + me) % (8 * size)];
	R1 = lds[(1 * size + me) % (8 * size)];
	R2 = lds[(2 * size + me) % (8 * size)];
	R3 = lds[(3 * size + me) % (8 * size)];
	R4 = lds[(4 * size + me) % (8 * size)];
	R5 = lds[(5 * size + me) % (8 * size)];
	R6 = lds[(6 * size + me) % (8 * size)];
	R7 = lds[(7 * size + me) % (8 * size)];
	barrier(CLK_LOCAL_MEM_FENCE);
	BUTTERFLY(0, 2)
	BUTTERFLY(1, 3)
	BUTTERFLY(4, 6)
	BUTTERFLY(5, 7)
	lds[me * 8 + 0] = R0;
	lds[me * 8 + 1] = R1;
	lds[me * 8 + 2] = R2;
	lds[me * 8 + 3] = R3;
	lds[me * 8 + 4] = R4;
	lds[me * 8 + 5] = R5;
	lds[me * 8 + 6] = R6;
	lds[me * 8 + 7] = R7;
	barrier(CLK_LOCAL_MEM_FENCE);
	R0 = lds[(0 * size + me) % (8 * size)];
	R1 = lds[(1 * size + me) % (8 * size)];
	R2 = lds[(2 * size + me) % (8 * size)];
	R3 = lds[(3 * size + me) % (8 * size)];
	R4 = lds[(4 * size + me) % (8 * size)];
	R5 = lds[(5 * size + me) % (8 * size)];
	R6 = lds[(6 * size + me) % (8 * size)];
	R7 = lds[(7 * size + me) % (8 * size)];
	barrier(CLK_LOCAL_MEM_FENCE);
	BUTTERFLY(0, 1)
	BUTTERFLY(2, 3)
	BUTTERFLY(4, 5)
	BUTTERFLY(6, 7)
	lds[me * 8 + 0] = R0;
	lds[me * 8 + 1] = R1;
	lds[me * 8 + 2] = R2;
	lds[me * 8 + 3] = R3;
	lds[me * 8 + 4] = R4;
	lds[me * 8 + 5] = R5;
	lds[me * 8 + 6] = R6;
	lds[me * 8 + 7] = R7;
	barrier(CLK_LOCAL_MEM_FENCE);
	R0 = lds[(0 * size + me) % (8 * size)];
	R1 = lds[(1 * size + me) % (8 * size)];
	R2 = lds[(2 * size + me) % (8 * size)];
	R3 = lds[(3 * size + me) % (8 * size)];
	R4 = lds[(4 * size + me) % (8 * size)];
	R5 = lds[(5 * size + me) % (8 * size)];
	R6 = lds[(6 * size + me) % (8 * size)];
	R7 = lds[(7 * size + me) % (8 * size)];
	barrier(CLK_LOCAL_MEM_FENCE);
	out[get_global_id(0)] += R0 * 1 + R1 * 2 + R2 * 3 + R3 * 4 + R4 * 5 + R5 * 6 + R6 * 7 + R7 * 8;
}
__kernel void __attribute__ ((work_group_size_hint(8, 1, 1))) test3(__global int *restrict data, __global int *restrict out, int const n)
{
  int acc_j_outer_k;
  __local int a_fetch[8][8];
  acc_j_outer_k = 0;
  for (int k_outer = 0; k_outer <= 2; ++k_outer)
  {
    if (-1 + -1 * k_outer + 3 >= 0) {
      for (int a_dim_0 = get_local_id(0); a_dim_0 <= 63; a_dim_0 += get_local_size(0))
        a_fetch[a_dim_0 / 8][a_dim_0 % 8] = data[8 * k_outer + a_dim_0];
    }
    barrier(CLK_LOCAL_MEM_FENCE) /* for a_fetch (insn_k_update depends on a_fetch_rule) */;
    for (int k_inner = 0; k_inner <= 7; ++k_inner) {
      if (k_inner == 5 && k_outer == 1) break;
      acc_j_outer_k = acc_j_outer_k + a_fetch[k_inner][get_local_id(0) % 8] * data[8 * k_outer + k_inner];
    }
    for (int j_outer = 0; j_outer <= 1; ++j_outer)
    {
      barrier(CLK_LOCAL_MEM_FENCE) /* for a_fetch (a_fetch_rule rev-depends on insn_k_update) */;
      if (j_outer == 1)
        continue;
      if (get_local_id(0) < 8) a_fetch[get_local_id(0)][k_outer] += j_outer + 1;
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    acc_j_outer_k += a_fetch[0][k_outer];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] += acc_j_outer_k;
}
__kernel void test4(__global int *data, __global int *out, int n) {
  __local int l_[64]; int pc_ = 0, v0_ = data[get_local_id(0)], v1_ = 0;
  for (;;) {
    switch (pc_) {
    case 0: l_[get_local_id(0)] = v0_ + 0; barrier(CLK_LOCAL_MEM_FENCE); v1_ += l_[(get_local_id(0) + 0) % get_local_size(0)]; barrier(CLK_LOCAL_MEM_FENCE); pc_ = 1; break;
    case 1: l_[get_local_id(0)] = v0_ + 1; barrier(CLK_LOCAL_MEM_FENCE); v1_ += l_[(get_local_id(0) + 1) % get_local_size(0)]; barrier(CLK_LOCAL_MEM_FENCE); pc_ = 4; break;
    case 2:
    case 3: l_[get_local_id(0)] = v0_ + 3; barrier(CLK_LOCAL_MEM_FENCE); v1_ += l_[(get_local_id(0) + 3) % get_local_size(0)]; barrier(CLK_LOCAL_MEM_FENCE); pc_ = 10; break;
    case 4: l_[get_local_id(0)] = v0_ + 4; barrier(CLK_LOCAL_MEM_FENCE); v1_ += l_[(get_local_id(0) + 4) % get_local_size(0)]; barrier(CLK_LOCAL_MEM_FENCE); pc_ = 10; break;
    case 5:
    case 6: l_[get_local_id(0)] = v0_ + 6; barrier(CLK_LOCAL_MEM_FENCE); v1_ += l_[(get_local_id(0) + 6) % get_local_size(0)]; barrier(CLK_LOCAL_MEM_FENCE); pc_ = 10; break;
    case 7: l_[get_local_id(0)] = v0_ + 7; barrier(CLK_LOCAL_MEM_FENCE); v1_ += l_[(get_local_id(0) + 7) % get_local_size(0)]; barrier(CLK_LOCAL_MEM_FENCE); pc_ = 10; break;
    case 8: l_[get_local_id(0)] = v0_ + 8; barrier(CLK_LOCAL_MEM_FENCE); v1_ += l_[(get_local_id(0) + 8) % get_local_size(0)]; barrier(CLK_LOCAL_MEM_FENCE); pc_ = 10; break;
    case 9: l_[get_local_id(0)] = v0_ + 9; barrier(CLK_LOCAL_MEM_FENCE); v1_ += l_[(get_local_id(0) + 9) % get_local_size(0)]; barrier(CLK_LOCAL_MEM_FENCE); pc_ = 10; break;
    default: pc_ = 99; }
    if (pc_ == 99) break;
  }
  out[get_global_id(0)] += v1_;
}
__kernel void test5(__global int *data, __global int *out, int n) {
  __local int4 s_[64];
  int4 t0 = (int4)(data[0], 0, get_local_id(0), n);
  int4 t1 = (int4)(data[1], 1, get_local_id(0), t0.x);
  int4 t2 = (int4)(data[2], 2, get_local_id(0), t1.x);
  int4 t3 = (int4)(data[3], 3, get_local_id(0), t2.x);
  int4 t4 = (int4)(data[4], 4, get_local_id(0), t3.x);
  int4 t5 = (int4)(data[5], 5, get_local_id(0), t4.x);
  int4 t6 = (int4)(data[6], 6, get_local_id(0), t5.x);
  int4 t7 = (int4)(data[7], 7, get_local_id(0), t6.x);
  int4 t8 = (int4)(data[8], 8, get_local_id(0), t7.x);
  int4 t9 = (int4)(data[9], 9, get_local_id(0), t8.x);
  int4 t10 = (int4)(data[10], 10, get_local_id(0), t9.x);
  int4 t11 = (int4)(data[11], 11, get_local_id(0), t10.x);
  int4 t12 = (int4)(data[12], 12, get_local_id(0), t11.x);
  int4 t13 = (int4)(data[13], 13, get_local_id(0), t12.x);
  int4 t14 = (int4)(data[14], 14, get_local_id(0), t13.x);
  int4 t15 = (int4)(data[15], 15, get_local_id(0), t14.x);
  int4 t16 = (int4)(data[16], 16, get_local_id(0), t15.x);
  int4 t17 = (int4)(data[17], 17, get_local_id(0), t16.x);
  int4 t18 = (int4)(data[18], 18, get_local_id(0), t17.x);
  int4 t19 = (int4)(data[19], 19, get_local_id(0), t18.x);
  int4 t20 = (int4)(data[20], 20, get_local_id(0), t19.x);
  int4 t21 = (int4)(data[21], 21, get_local_id(0), t20.x);
  int4 t22 = (int4)(data[22], 22, get_local_id(0), t21.x);
  int4 t23 = (int4)(data[23], 23, get_local_id(0), t22.x);
  int4 t24 = (int4)(data[24], 24, get_local_id(0), t23.x);
  int4 t25 = (int4)(data[25], 25, get_local_id(0), t24.x);
  int4 t26 = (int4)(data[26], 26, get_local_id(0), t25.x);
  int4 t27 = (int4)(data[27], 27, get_local_id(0), t26.x);
  int4 t28 = (int4)(data[28], 28, get_local_id(0), t27.x);
  int4 t29 = (int4)(data[29], 29, get_local_id(0), t28.x);
  s_[get_local_id(0)] = t0 + t10; barrier(CLK_LOCAL_MEM_FENCE); t20 += s_[(get_local_id(0) + 0) % get_local_size(0)].wzyx; barrier(CLK_LOCAL_MEM_FENCE);
  s_[get_local_id(0)] = t1 + t11; barrier(CLK_LOCAL_MEM_FENCE); t21 += s_[(get_local_id(0) + 1) % get_local_size(0)].wzyx; barrier(CLK_LOCAL_MEM_FENCE);
  s_[get_local_id(0)] = t2 + t12; barrier(CLK_LOCAL_MEM_FENCE); t22 += s_[(get_local_id(0) + 2) % get_local_size(0)].wzyx; barrier(CLK_LOCAL_MEM_FENCE);
  s_[get_local_id(0)] = t3 + t13; barrier(CLK_LOCAL_MEM_FENCE); t23 += s_[(get_local_id(0) + 3) % get_local_size(0)].wzyx; barrier(CLK_LOCAL_MEM_FENCE);
  s_[get_local_id(0)] = t4 + t14; barrier(CLK_LOCAL_MEM_FENCE); t24 += s_[(get_local_id(0) + 4) % get_local_size(0)].wzyx; barrier(CLK_LOCAL_MEM_FENCE);
  s_[get_local_id(0)] = t5 + t15; barrier(CLK_LOCAL_MEM_FENCE); t25 += s_[(get_local_id(0) + 5) % get_local_size(0)].wzyx; barrier(CLK_LOCAL_MEM_FENCE);
  s_[get_local_id(0)] = t6 + t16; barrier(CLK_LOCAL_MEM_FENCE); t26 += s_[(get_local_id(0) + 6) % get_local_size(0)].wzyx; barrier(CLK_LOCAL_MEM_FENCE);
  s_[get_local_id(0)] = t7 + t17; barrier(CLK_LOCAL_MEM_FENCE); t27 += s_[(get_local_id(0) + 7) % get_local_size(0)].wzyx; barrier(CLK_LOCAL_MEM_FENCE);
  s_[get_local_id(0)] = t8 + t18; barrier(CLK_LOCAL_MEM_FENCE); t28 += s_[(get_local_id(0) + 8) % get_local_size(0)].wzyx; barrier(CLK_LOCAL_MEM_FENCE);
  s_[get_local_id(0)] = t9 + t19; barrier(CLK_LOCAL_MEM_FENCE); t29 += s_[(get_local_id(0) + 9) % get_local_size(0)].wzyx; barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] += t20.x ^ t20.w + t21.x ^ t21.w + t22.x ^ t22.w + t23.x ^ t23.w + t24.x ^ t24.w + t25.x ^ t25.w + t26.x ^ t26.w + t27.x ^ t27.w + t28.x ^ t28.w + t29.x ^ t29.w;
}
