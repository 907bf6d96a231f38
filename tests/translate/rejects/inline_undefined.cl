// files: inline_undefined.second.cl
int later(int a);
int elsewhere(int a);
kernel void k(global int *a)
{
    a[0] = later(1);
    a[1] = elsewhere(2);
}
int later(int a) { barrier(CLK_LOCAL_MEM_FENCE); return a; }
