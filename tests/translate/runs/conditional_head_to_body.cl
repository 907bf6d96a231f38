// run: regular
/* Conditional groups that begin in the head and end in the body. */
#define WIDE 1
kernel void test(global int *data, global int *out,
#ifdef NARROW
                 short n)
{
    int a = n;
#else
                 int n)
{
    int a = n + 1;
#endif
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = data[get_global_id(0)] + a;
}

kernel void test1(global int *data, global int *out, int n)
#if WIDE
{
    int a = data[get_global_id(0)];
#elif defined(NARROW)
{
    int a = (short)data[get_global_id(0)];
#else
{
    int a = 0;
#endif
#ifdef NARROW
    a = 7;
#endif
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] += a + n;
}
