int elsewhere(int a) { barrier(CLK_LOCAL_MEM_FENCE); return a; }
