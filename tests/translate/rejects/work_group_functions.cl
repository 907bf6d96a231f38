kernel void k(global int *a, global char *b, int n)
{
    if (n > 3 && work_group_any(a[0])) {
        a[1] = 1;
    }
    a[2] = n < 0 ? work_group_reduce_add(a[1]) : 0;
    a[3] = (a[4] = 1, work_group_reduce_max(a[4]));
    int first = a[0], second = work_group_broadcast(first, 0);
    for (int i = 0; i < n; i += work_group_reduce_max(1)) {
        a[i] = second;
    }
    *b = sub_group_shuffle(*b, 2);
    a[5] = work_group_reduce_add(
#ifdef WIDE
        2 *
#endif
        a[6]);
}
