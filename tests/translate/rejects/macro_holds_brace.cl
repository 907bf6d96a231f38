#define BEGIN(name) kernel void name(global int *a) {
#define END }
#define OPEN {
#define BOTH constant int first = 3; kernel
kernel void k(global int *a)
OPEN
    a[0] = 1;
}
kernel void l(global int *a)
{
    a[0] = 1;
END
BOTH void m(global int *a)
{
    a[0] = first;
}
