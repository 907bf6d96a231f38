void helper(global int *a) { barrier(CLK_LOCAL_MEM_FENCE); a[0] = 1; }
kernel void k(global int *a) { helper(a); }
