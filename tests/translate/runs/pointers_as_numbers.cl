// run: regular regular regular
/* What holds the address of a private variable across a barrier need not be a pointer, nor be in private memory. */
struct box {
    int *at;
};

ulong number_of(int *at)
{
    return (ulong)at;
}

kernel void test(global int *data, global int *out, int n)
{
    int x = n, y = data[get_global_id(0)];
    ulong a = (ulong)(private int *)&x;
    size_t b = number_of(&y);

    barrier(CLK_LOCAL_MEM_FENCE);
    x += 1;
    *(private int *)b += n;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = *(private int *)a + 3 * y;
}

kernel void test1(global int *data, global int *out, int n)
{
    local ulong places[64];
    uint me = get_local_id(0);
    int row[3] = {1, 2, n};

    places[me] = (ulong)row + sizeof row[0];
    barrier(CLK_LOCAL_MEM_FENCE);
    row[1] += data[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = *(private int *)places[me] + row[2];
}

/* Global memory that others do not read: each work-item has a place of its own. */
kernel void test2(global int *data, global int *out, int n)
{
    global struct box *box = (global struct box *)data + get_global_id(0);
    int x = n;

    box->at = &x;
    barrier(CLK_GLOBAL_MEM_FENCE);
    x += 1;
    *box->at += 2;
    barrier(CLK_GLOBAL_MEM_FENCE);
    out[get_global_id(0)] = x;
    box->at = 0;
}
