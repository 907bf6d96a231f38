kernel void k(global int *a)
{
    int shifted(int v);
    a[get_global_id(0)] = shifted(3);
}
int shifted(int v)
{
    return v + (int)get_local_id(0);
}
kernel void l(global int *a)
{
    int plain(int v);
    a[0] = plain(3);
    barrier(CLK_GLOBAL_MEM_FENCE);
    a[1] = plain(4);
}
int plain(int v)
{
    return v + 1;
}
kernel void m(global int *a)
{
    int plain(int v);
    a[0] = plain(5);
}
void waits(global int *a);
kernel void n(global int *a)
{
    void waits(global int *a);
    a[0] = 1;
}
void waits(global int *a)
{
    barrier(CLK_GLOBAL_MEM_FENCE);
}
