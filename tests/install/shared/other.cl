kernel void other(global uint *values)
{
    values[get_global_id(0)] = (uint)get_global_id(0);
}
