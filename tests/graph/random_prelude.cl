/* Work-item functions of accessors that are compiled for the host: the cell is the driver's choice. */
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
ulong model_global_id(uint dimension);
#define get_global_id(dimension) model_global_id(dimension)
#define get_local_id(dimension) ((size_t)0)
#define get_local_size(dimension) ((size_t)1)
#define barrier(flags) ((void)0)
