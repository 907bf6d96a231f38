kernel void k(global int *a, int n)
{
    int i = 0;
    while (i < n) {
        for (; i < (int)get_global_linear_id(); i++) {
            if (n > 3) { work_group_barrier(CLK_LOCAL_MEM_FENCE); }
        }
    }
}
