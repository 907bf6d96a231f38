// run: regular regular
/* Parameters without names keep their places, and names of the header's members that are made of parameters'
 * names give way to other parameters. */
int second(int, int b)
{
    barrier(CLK_LOCAL_MEM_FENCE);
    return b;
}

int both(int, local int *part, float)
{
    int value;

    part[get_local_id(0)] = 5;
    value = second(4, 3);
    return value + part[get_local_id(0)];
}

kernel void test(global int *, global int *out, int, local int *part, local float *)
{
    int sum = both(1, part, 2.0f);
    int more = second(7, 8);

    out[get_global_id(0)] = sum + more;
}

kernel void test1(global int *data, global int *, int n, local int *a, local int *a_bytes)
{
    a[get_local_id(0)] = n;
    barrier(CLK_LOCAL_MEM_FENCE);
    data[get_global_id(0)] = a[get_local_size(0) - 1 - get_local_id(0)];
}

kernel void names(local int *a, uint a_bytes, local int *a_bytes_, int class, int class_, local char *class_bytes,
                  local int *b, uint b_bytes, uint b_bytes_)
{
    a[0] = a_bytes + class + class_ + b[0] + b_bytes + b_bytes_;
    barrier(CLK_LOCAL_MEM_FENCE);
    a_bytes_[0] = class_bytes[0];
}
