// files: same_function.second.cl
#define FINE 1
struct thing { int a; };
int helper(int a);
int helper(int a) { return a + FINE; }
kernel void k(global int *a) { a[0] = helper(1); }
