kernel void k(global int *a, global int *b)
{
    local int tile[4];
    event_t done = async_work_group_copy(tile, (global const int *)a, 4, 0);
    wait_group_events(1, &done);
    a[0] = tile[0] + b[0];
}
