// run: regular regular regular
/* Private pointers that lie in local memory across a barrier: in an array, in structs, behind a parameter. */
struct box { int *p; };

kernel void test(global int *data, global int *out, int n)
{
    private int *local slots[64];
    uint me = get_local_id(0);
    int x = data[get_global_id(0)];

    slots[me] = &x;
    barrier(CLK_LOCAL_MEM_FENCE);
    x += 1;
    *slots[me] += n;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = x;
}

kernel void test1(global int *data, global int *out, int n)
{
    local struct box boxes[64];
    uint me = get_local_id(0);
    int x = data[get_global_id(0)];

    boxes[me].p = &x;
    barrier(CLK_LOCAL_MEM_FENCE);
    x += 2;
    *boxes[me].p += n;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = x;
}

kernel void test2(global int *data, global int *out, int n, local struct box *boxes, local struct box *unused)
{
    uint me = get_local_id(0);
    int x = data[get_global_id(0)];

    boxes[me].p = &x;
    barrier(CLK_LOCAL_MEM_FENCE);
    x += 3;
    *boxes[me].p += n;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = x;
}
