// run: regular
struct state { int state; int k0; };
static int vars(int v) { return v + 1; }
kernel void test(global int *data, global int *out, int n)
{
    local int locals, index, group[64];
    int state = 1, next = 2, op = 3, step = 4, args = 5, begins = 6, arena = 7, k0 = 8, v = 9, l = 10, a = 11, t = 12, i = 13, end_0 = 14, initial = 15, none = 16;
    struct state frame = {state, k0};
    if (get_local_id(0) == 0) { locals = 3; index = 4; }
    group[get_local_id(0)] = (int)get_global_id(0);
    barrier(CLK_LOCAL_MEM_FENCE);
    frame.state += state + next + op + step;
    frame.k0 += args + begins + arena + k0;
    barrier(CLK_LOCAL_MEM_FENCE);
    { int frame = 3, state = frame; barrier(CLK_LOCAL_MEM_FENCE); v += frame + state; }
    out[get_global_id(0)] = vars(frame.state) + frame.k0 * 3 + v + l + a + t + i + end_0 + initial + none + locals + index + group[get_local_id(0)];
}
