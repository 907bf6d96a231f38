kernel void k(global int *a)
{
    uint item = get_local_id(0);

    if (get_local_id(0) < 4) {
        a[0] = work_group_reduce_add(a[1]);
    }
    if (item < 4) {
        a[1] = work_group_scan_inclusive_max(a[2]);
    }
    for (uint i = get_sub_group_local_id(); work_group_any(i < 9); ++i) {
        a[i] = sub_group_broadcast(a[i], 1);
    }
    while (get_sub_group_local_id() < (uint)a[9]) {
        a[9] = sub_group_all(a[0]);
    }
}
