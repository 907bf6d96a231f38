#define LEAVE return
#define STOP(c) if (c) break
#define ONLY_IF(c) if (!(c)) continue
kernel void k(global int *a, int n)
{
    for (int i = 0; i < n; i++) {
        ONLY_IF(i & 1);
        STOP(i > 5);
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int j = 0; j < 3; j++) { STOP(j == 2); a[j] = j; }
    }
    if (n > 3) LEAVE;
    a[0] = 1;
}
