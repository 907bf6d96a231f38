int __attribute__((overloadable)) me(int a) { return a + (int)get_global_id(0); }
int __attribute__((overloadable)) me(float a) { return (int)a; }
kernel void k(global int *a) { a[0] = me(1) + me(1.0f); }
