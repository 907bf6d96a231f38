int f(int a) { barrier(CLK_LOCAL_MEM_FENCE); return a; }
int g(int a) { int b = 1 + f(a); return b; }
kernel void k(global int *a, int n)
{
    a[0] = f(n) + 1;
    a[1] = 1 + f(n);
    a[2] = f(f(n));
    a[f(n)] = 3;
    int b = 1, c = f(n);
    int d = f(n), e = 2;
    b = 2, c = f(n);
    n > 3 && (c = f(n));
    if (n == f(n)) { c = (f(n)); }
    while (f(n) > 3) n--;
    for (int i = f(n); i < f(n); i = f(i)) a[i] = c;
    do { n++; } while (f(n));
    switch (f(n)) { case 1: n == f(n); n <= f(n); }
    a[3] = n ? f(n) : 2;
    a[4] = sizeof f(n);
    a[5] = g(n);
    for (;;) return (void)f(n);
}
