// items: 1 8 64
/* In the manner of an implementation's own tests: small kernels that look for trouble, behind lines of macros.

   Kernels' names are what the host expects; the rest is what could go wrong.  */
#define DEFINE_BODY_V(NAME, EXPR)                      \
  void test_##NAME(global int *out)                    \
  {                                                    \
    EXPR;                                              \
  }                                                    \

#define CHECK(name, expression) static int name(int a) { return expression; }
#define TYPES(X) X(char) X(short) X(int) X(long)
#define SIZE_OF(type) + (int)sizeof(type)
#define DECLARE(type) static type id_##type(type a) { return a; }
#ifdef cl_khr_fp64
#  define IF_DOUBLE(x) x
#else
#  define IF_DOUBLE(x)
#endif
TYPES(DECLARE)
IF_DOUBLE(static double id_double(double a) { return a; })
DEFINE_BODY_V
( vectors,
  ({
    int4 v = (int4)(1, 2, 3, 4);
    out[0] += v.x + v.w;
  });
 )
CHECK(bounded, ((int[2]){ a & 15, 0 }[0]))
CHECK(folded, (a % 13))
DEFINE_BODY_V(folds, { out[1] += folded(100); })
kernel void test(global int *data, global int *out, int n)
{
  if (get_global_id(0) == 0) { test_vectors(out); test_folds(out); }
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[2 + get_global_id(0)] = (int)id_char(3) + id_int(data[0]) + 0 TYPES(SIZE_OF) + bounded(17);
}
#if __OPENCL_C_VERSION__ >= 120
CHECK(negated, -a)
#else
CHECK(negated, ~a + 1)
#endif
kernel void test1(global int *data, global int *out, int n)
{
  volatile int i, j;
  for (i = 0; i < 3; ++i)
    {
      if (i == 1) barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
      for (j = 0; j < 2; ++j)
        {
          out[get_global_id(0)] += negated(i * j);
          barrier (CLK_LOCAL_MEM_FENCE);
        }
      if (i == 1 && n < 0) return;
    }
}
kernel void test2(global int *data, global int *out, int n)
{
  private int private_array[10];
  local int scratch[64];
  int k = 0;
  for (int a = 0; a < 10; ++a) private_array[a] = a * data[a];
  do {
    scratch[get_local_id(0)] = private_array[k];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (scratch[0] < 0) break;
    private_array[k + 1] += scratch[get_local_size(0) - 1 - get_local_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    ++k;
  } while (k < 8);
  out[get_global_id(0)] += private_array[k] * 3 + private_array[9];
}
__attribute__((work_group_size_hint(4, 1, 1))) __attribute__ (( vec_type_hint (float4) ))
kernel
void
test3
(
  global int *data,
  global int *out,
  int n
)
{
  int gid = get_global_id(0), lid = get_local_id(0);
  local int x[64];
  switch (n % 5) {
  case 0: out[gid] += 1;
  case 1: out[gid] += 2; break;
  case 2: { x[lid] = lid; barrier(CLK_LOCAL_MEM_FENCE); out[gid] += x[get_local_size(0) - 1]; break; }
  case 3:
  case 4: barrier(CLK_LOCAL_MEM_FENCE); out[gid] += 5; break;
  default: out[gid] += 6;
  }
}
typedef struct __attribute__((packed)) { char c; int i; short s[2]; } packed_t;
typedef union { int4 v; int a[4]; float f[4]; } both_t;
constant packed_t table[] = { { 1, 2, { 3, 4 } }, { 5, 6, { 7, 8 } } };
kernel void test4(global int *data, global int *out, int n)
{
  packed_t p = table[get_local_id(0) & 1];
  both_t b;
  b.v = (int4)(p.c, p.i, p.s[0], p.s[1]);
  barrier(CLK_LOCAL_MEM_FENCE);
  b.a[1] += p.i;
  b.v.zw = b.v.wz;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] += b.a[0] + b.a[1] * 10 + b.a[2] * 100 + b.v.s3 * 1000;
}
#define LOOP(i, n) for (int i = 0; i < (n); ++i)
#define BARRIER barrier(CLK_LOCAL_MEM_FENCE)
kernel void test5(global int *data, global int *out, int n)
{
  local int part[64];
  int result = 0;
  LOOP(i, 4) { result += data[i]; }
  part[get_local_id(0)] = result;
  BARRIER;
  LOOP(i, (int)get_local_size(0)) result += part[i];
  for (int i = 0; i < 3; ++i) { if (result > i) { BARRIER; result -= i; } else BARRIER; }
  out[get_global_id(0)] += result;
}
kernel void test6(global int *data, global int *out, int n)
{
  int a = 1, *pa = &a;
  int b[2] = { 2, 3 }, (*pb)[2] = &b;
  *pa += (*pb)[1];
  barrier(CLK_LOCAL_MEM_FENCE);
  pa = b;
  pb = &b;
  pa[0] += a;
  out[get_global_id(0)] += (*pb)[0] + b[1];
}
kernel void test7(global int *data, global int *out, int n) { barrier(CLK_LOCAL_MEM_FENCE); ; {} ; { ; } if (0) ; else ; out[get_global_id(0)] ^= 1; }
