// items: 1 8 64
// In the manner of tuned linear algebra: precision and work-group size by macros, conditional heads everywhere.
#ifndef PRECISION
  #define PRECISION 32
#endif
#if PRECISION == 32
  typedef int real;
  #define ZERO 0
  #define ONE 1
#elif PRECISION == 64
  typedef long real;
  #define ZERO 0L
  #define ONE 1L
#endif
#ifndef WGS
  #define WGS 64     // The local work-group size
#endif
#ifndef WPT
  #define WPT 2      // Work per thread
#endif
#define SetToZero(a) a = ZERO
#define Add(c,a,b) c = a + b
#define MultiplyAdd(c,a,b) c += a * b
#if defined(ROUTINE_AMAX)
  #define INIT_FUNC()
#endif
#define INLINE_FUNC inline static
#define RELAX_WORKGROUP_SIZE 1
#define USE_STAGING

// =================================================================================================

INLINE_FUNC real LoadVector(const int id, const int base, const int inc,
                            const __global real* restrict gm) {
  return gm[(base + id * inc) % 512];
}

INLINE_FUNC void StoreResult(__global int* gm, const int id, const real value, const real alpha) {
  #if PRECISION == 64
    gm[id] = (int)(alpha * value);
  #else
    gm[id] += alpha * value;
  #endif
}

// Full version of the kernel with offsets and strided accesses
#if RELAX_WORKGROUP_SIZE == 1
  __kernel
#else
  __kernel __attribute__((reqd_work_group_size(WGS, 1, 1)))
#endif
void test(__global int* restrict data, __global int* restrict out, const int n) {
  // Loops over the work that needs to be done
  #pragma unroll
  for (int id = get_global_id(0); id < n; id += get_global_size(0)) {
    real xvalue = LoadVector(id, 3, 2, data);
    out[id] = out[id] + 3 * xvalue;
  }
}

// Fast version of the kernel without offsets
#if RELAX_WORKGROUP_SIZE == 0
  __kernel __attribute__((reqd_work_group_size(WGS, 1, 1)))
#else
  __kernel
#endif
void test1(__global int* data, __global int* out,
           const int n) {
  __local real lm[64];
  const int lid = get_local_id(0);
  const int wgid = get_group_id(0);
  real acc;
  SetToZero(acc);
  for (int id = wgid * get_local_size(0) + lid; id < 4 * n; id += get_local_size(0) * get_num_groups(0)) {
    real x1 = data[id];
    MultiplyAdd(acc, x1, x1);
  }
  lm[lid] = acc;
  barrier(CLK_LOCAL_MEM_FENCE);
  // Performs reduction in local memory
  for (int s = get_local_size(0) / 2; s > 0; s = s >> 1) {
    if (lid < s) {
      Add(lm[lid], lm[lid], lm[lid + s]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  // Stores the per-workgroup result
  if (lid == 0) {
    out[100 + wgid] = lm[0];
  }
}

#if defined(ROUTINE_TRANSPOSE) && \
    !defined(ROUTINE_COPY)
__kernel __attribute__((reqd_work_group_size(8, 8, 1)))
void test2(__global int* data, __global int* out, const int n, __global real* more) {
#elif defined(ROUTINE_COPY)
__kernel
void test2(__global int* data, __global int* out, const int n, const int m) {
#else
__kernel __attribute__((work_group_size_hint(8, 1, 1)))
void test2(__global int* data, __global int* out, const int n) {
#endif
  __local int tile[8][9];
  for (int id = get_local_id(0); id < 72; id += get_local_size(0)) { tile[id / 9][id % 9] = id; }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int w = 0; w < WPT; ++w) {
    const int id = get_local_id(0) + w * get_local_size(0);
    if (id < 64) { tile[id % 8][id / 8] = data[id + w]; }
    else { }
    barrier(CLK_LOCAL_MEM_FENCE);
    #ifdef USE_STAGING
      if (id < 64) { out[(id + get_group_id(0) * 64) % 192] += tile[id / 8][id % 8] * (w + 1); }
    #else
      out[0] = 0;
    #endif
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}

// The vector is staged in local memory, by a conditional piece of code
#if RELAX_WORKGROUP_SIZE == 1
  __kernel
#else
  __kernel __attribute__((reqd_work_group_size(WGS, 1, 1)))
#endif
void test3(
#if PRECISION == 32
           __global int* restrict data,
#else
           __global long* restrict data,
#endif
           __global int* restrict out, const int n)
#ifdef USE_STAGING
{
  __local real xlm[WGS];
  real acc[WPT];
  #pragma unroll
  for (int _w = 0; _w < WPT; _w += 1) {
    SetToZero(acc[_w]);
  }
  for (int kwg = 0; kwg < 3; kwg += 1) {
    const int lid = get_local_id(0);
    xlm[lid] = data[lid + kwg];
    barrier(CLK_LOCAL_MEM_FENCE);
    #pragma unroll
    for (int _w = 0; _w < WPT; _w += 1) {
      for (int _kl = 0; _kl < (int)get_local_size(0); _kl += 1) {
        MultiplyAdd(acc[_w], xlm[_kl], data[(_w + _kl) * 2]);
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int _w = 0; _w < WPT; ++_w) {
    StoreResult(out, get_global_id(0), acc[_w], ONE);
  }
}
#else
{
  out[0] = 1;
}
#endif

#if RELAX_WORKGROUP_SIZE == 1
  __kernel
#else
  __kernel __attribute__((reqd_work_group_size(WGS, 1, 1)))
#endif
#if PRECISION == 64
#  if defined(cl_khr_fp64)
#    pragma OPENCL EXTENSION cl_khr_fp64: enable
#  endif
void test4(__global long* data, __global int* out, const int n)
#else
void test4(__global int* data, __global int* out, const int n)
#endif
{
  __local int maxlm[WGS];
  __local uint imaxlm[WGS];
  const int lid = get_local_id(0);
  int max = -1;
  uint imax = 0;
  for (int id = lid; id < 5 * n; id += get_local_size(0)) {
    const int x = data[id];
    if (x > max) {
      max = x;
      imax = id;
    }
  }
  maxlm[lid] = max;
  imaxlm[lid] = imax;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = get_local_size(0) / 2; s > 0; s >>= 1) {
    if (lid < s) {
      if (maxlm[lid + s] > maxlm[lid] || (maxlm[lid + s] == maxlm[lid] && imaxlm[lid + s] < imaxlm[lid])) {
        maxlm[lid] = maxlm[lid + s];
        imaxlm[lid] = imaxlm[lid + s];
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lid == 0) {
    out[200 + get_group_id(0)] = maxlm[0] * 1000 + imaxlm[0];
  }
}

// A batched version, when the routine wants it
#ifdef ROUTINE_BATCHED
#if RELAX_WORKGROUP_SIZE == 1
  __kernel
#else
  __kernel __attribute__((reqd_work_group_size(WGS, 1, 1)))
#endif
void test5(__global int* data, __global int* out, const int n, const __constant real* arg_alphas) { out[0] = 9; }
#else
#if RELAX_WORKGROUP_SIZE == 1
  __kernel
#endif
void test5(__global int* data, __global int* out, const int n) {
  const int batch = get_group_id(0);
  real alpha = batch + 1;
  for (int id = get_local_id(0); id < n; id += get_local_size(0)) {
    out[256 + batch * n + id] = alpha * data[id];
  }
}
#endif
// =================================================================================================
