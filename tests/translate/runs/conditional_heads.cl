// run: regular
#define RELAXED 1
#define TILE 4
#if RELAXED == 1
kernel
#else
kernel __attribute__((reqd_work_group_size(TILE, 1, 1)))
#endif
void test(global int *data, global int *out, int n)
{
    int a = data[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = a + n;
}

/* The condition covers the parameters and the brace; a helper stands in the same branch. */
#ifdef WITH_IMAGES
int shift(int a) { return a; }
kernel void test1(global int *data, read_only image2d_t out, int n) {
#else
int shift(int a)
{
    return a + (int)get_local_id(0);
}
kernel void test1(global int *data, global int *out,
#if defined(WIDE)
                  long n
#elif RELAXED
                  int n
#endif
                 ) {
#endif
    int a = shift(data[get_global_id(0)]);
    barrier(CLK_LOCAL_MEM_FENCE);
#if TILE == 4
    out[get_global_id(0)] += 3 * a;
#ifdef WIDE
}
#else
}
#endif
constant int behind[2] = {5, 6};
#else
    out[get_global_id(0)] = 0;
}
constant int behind[2] = {7, 8};
#endif

kernel
#define LIMIT (n - 30)
void test2(global int *data,
#undef TILE
#define TILE 9
      global int *out, int n)
{
    out[get_global_id(0)] += LIMIT + TILE + behind[1];
}
