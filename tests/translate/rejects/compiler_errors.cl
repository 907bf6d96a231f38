kernel void k(global int *a)
{
    a[0] = undeclared + 1;
    a[1] = 3
    missing(a);
}
