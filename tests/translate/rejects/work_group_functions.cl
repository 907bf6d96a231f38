kernel void k(global int *a)
{
    a[0] = work_group_reduce_add(a[1]);
    if (work_group_all(a[2])) {
        a[3] = 1;
    }
}
