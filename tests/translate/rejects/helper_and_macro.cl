#define scale(x) scale(x, 2)
int (scale)(int a, int b) { return a * b * (int)get_local_id(0); }
kernel void k(global int *a) { a[0] = scale(3); }
int (other)(int a) { return a * (int)get_local_id(0); }
