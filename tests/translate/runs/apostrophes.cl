// run: regular
int shared_sum(local int *part)
{
#if 0
    this branch isn't taken, and "neither is this {
#endif
    barrier(CLK_LOCAL_MEM_FENCE);
    return part[0];
}
#if 0
It isn't used.
#endif
#ifdef NEVER
don't (
#elif 1
static int one(void) { return '\'' - 38; }
#else
can't {
#endif
kernel void test(global int *data, global int *out, int n)
{
    local int part[64];
    part[get_local_id(0)] = data[get_group_id(0)];
#if 0
    there's more {
#endif
    int sum = shared_sum(part);
    out[get_global_id(0)] = sum + one();
}
