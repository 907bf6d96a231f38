#define FINE 2
struct thing { float a; };
int helper(int a) { return a - FINE; }
kernel void k(global int *a) { a[0] = helper(1); }
