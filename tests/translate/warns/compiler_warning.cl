kernel void k(global int *a, global const int *b)
{
    global int *p = b;
    a[0] = p[0];
}
