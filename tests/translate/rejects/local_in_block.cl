kernel void k(global int *a) { if (a[0]) { local int x; x = 1; } }
