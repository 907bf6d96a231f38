kernel void k(global int *a) { while (barrier(CLK_LOCAL_MEM_FENCE), a[0]++ < 3); do { } while ((barrier(CLK_LOCAL_MEM_FENCE), a[0]++ < 3)); }
