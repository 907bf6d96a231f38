void f0(void) { barrier(CLK_LOCAL_MEM_FENCE); }
void f1(void) { f0(); f0(); f0(); f0(); f0(); f0(); f0(); f0(); f0(); f0(); }
void f2(void) { f1(); f1(); f1(); f1(); f1(); f1(); f1(); f1(); f1(); f1(); }
void f3(void) { f2(); f2(); f2(); f2(); f2(); f2(); f2(); f2(); f2(); f2(); }
kernel void k(global int *a) { f3(); a[0] = 1; }
