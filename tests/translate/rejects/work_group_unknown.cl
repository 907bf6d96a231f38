kernel void k(global int *a)
{
    a[0] = work_group_reduce_mul(a[1]);
    if (work_group_any(a[2])) {
        a[3] = sub_group_ballot(1);
    }
}
