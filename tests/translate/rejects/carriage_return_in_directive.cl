#define ONE 1#define TWO 2
kernel void k(global int *o) { o[0] = ONE; }
