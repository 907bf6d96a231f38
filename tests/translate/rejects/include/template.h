kernel void TEMPLATE_NAME(global int *a) { a[0] = 1; }
