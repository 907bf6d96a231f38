int down(int n) { return n > 0 ? down(n - 1) : 0; }
kernel void k(global int *a) { a[0] = down(3); }
