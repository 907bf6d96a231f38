int helper(int n) { local int x; return n; }
kernel void k(global int *a) { a[0] = helper(3); }
