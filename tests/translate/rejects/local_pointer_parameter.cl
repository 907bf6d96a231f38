kernel void k(global int *a, local int *scratch) { scratch[0] = a[0]; }
