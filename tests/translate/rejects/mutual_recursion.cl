int odd(int n);
int even(int n) { return n == 0 || odd(n - 1); }
int odd(int n) { return n != 0 && even(n - 1); }
kernel void k(global int *a) { a[0] = even(3); }
