// options: --no-generic-space
static int first(int *p) { return p[0]; }
kernel void k(global int *o) { local int t[8]; t[get_local_id(0)] = 5; barrier(CLK_LOCAL_MEM_FENCE); o[get_global_id(0)] = first(t) + first(o); }
