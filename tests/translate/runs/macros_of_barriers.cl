// run: cooperative
#include "coop/kernel.clh"
#define SYNC barrier(CLK_LOCAL_MEM_FENCE)
#define SYNC_ALL() global_barrier()
#define RESIZE resizing_global_barrier();
#define FENCED(flags) work_group_barrier(flags)
#define OUTER SYNC
#ifdef NEVER
#define LET_GO
#else
#define LET_GO offer_kill()
#endif
#define BRING(who) request_fork()
coop_kernel void test(global int *data, global int *out, int n)
{
    transmit int k = 0;
    local int tile[64];
    SYNC;
    while (k < 4) {
        RESIZE
        tile[get_local_id(0)] = data[k];
        if (k & 1)
            OUTER;
        else
            FENCED(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        SYNC;
        if (get_global_id(0) == 0) out[k] = tile[get_local_size(0) - 1];
        RESIZE;
        SYNC_ALL();
        switch (k) {
        case 2:
            BRING(them);
            break;
        default:
            LET_GO;
        }
        k++;
    }
    do SYNC_ALL(); while (k++ < 6);
    if (get_global_id(0) == 0) out[10] = k;
}
