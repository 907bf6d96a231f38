// run: regular2 regular3
// In two and three dimensions the order of the work-items is that of their linear ids.
kernel void test(global int *data, global int *out, int n)
{
    uint at = get_global_linear_id();
    long wide = work_group_scan_exclusive_min((long)data[at] << 33);
    uint low = work_group_scan_exclusive_min((uint)data[at]);

    out[at] += (int)(wide >> 33) + (low == 0xffffffffu ? 4 : 0);
    out[at] += work_group_broadcast((int)at, 3, 1) - work_group_broadcast(data[at], get_local_size(0) - 1, 0);
}

kernel void test1(global int *data, global int *out, int n)
{
    uint at = get_global_linear_id();
    ulong most = work_group_scan_inclusive_max(~(ulong)data[at]);

    out[at] += (int)(ushort)~most + work_group_broadcast(data[at], 1, 2, 1);
    out[at] += (int)work_group_scan_exclusive_max((float)(data[at] - 60) * 0.5f == 0.0f ? 1.0f : -2.0f) == -2;
}
