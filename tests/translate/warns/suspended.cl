#include "coop/kernel.clh"
/* Where all work-groups may be killed, a new one begins behind each offer. */
coop_kernel coop_may_kill_all void loses(global int *data, global int *out, int n)
{
    local int sums[64];
    uint lid = get_local_id(0);
    int count = 0;
    transmit int round = 0;
    sums[lid] = 0;
    for (; round < n; round++) {
        n -= 1;
        count++;
        offer_kill();
        out[lid] = count + sums[lid] + n;
    }
}

/* The same, which keeps one. */
coop_kernel coop_keep_one void keeps(global int *data, global int *out, int n)
{
    local int sums[64];
    uint lid = get_local_id(0);
    int count = 0;
    sums[lid] = 0;
    for (int round = 0; round < n; round++) {
        n -= 1;
        count++;
        offer_kill();
        out[lid] = count + sums[lid] + n;
    }
}
