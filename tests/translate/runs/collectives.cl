// run: cooperative regular
// Every collective function of a work-group, in every form of a statement.
#include "coop/kernel.clh"
coop_kernel void test(global int *data, global int *out, int n)
{
    for (uint part = get_group_id(0); part < 5; part += get_num_groups(0)) {
        uint at = part * get_local_size(0) + get_local_id(0);
        int mine = data[at];
        int sum = work_group_reduce_add(mine), twice = 2 * sum;

        out[at] = work_group_scan_inclusive_add(mine) + 10 * work_group_scan_exclusive_add(mine);
        out[at] ^= work_group_scan_inclusive_min(mine) * 3 + work_group_scan_exclusive_max(mine - 50) + twice;
    }
    resizing_global_barrier();
    for (uint part = get_group_id(0); part < 5; part += get_num_groups(0)) {
        uint at = part * get_local_size(0) + get_local_id(0);

        if (part % 2 == 0) out[at] += work_group_reduce_max((int)at); else out[at] -= work_group_reduce_min((int)at);
        if (work_group_any(at % 7 == 3)) {
            out[at] += 1000;
        } else if (work_group_all(at % 2 == 0 || at % 3 == 0)) {
            out[at] += 2000;
        }
    }
}

/* Conditions of loops, and continue and break in them. */
kernel void test1(global int *data, global int *out, int n)
{
    uint at = get_global_id(0);
    int left = data[at] % 5 + (int)get_local_id(0) % 3;
    int rounds = 0;

    while (work_group_any(left > 0)) {
        --left;
        ++rounds;
        if (work_group_reduce_max(left) == 2) continue;
        out[at] += rounds;
        if (rounds > 6) break;
    }
    for (int i = work_group_reduce_min(data[at]); work_group_all(i < 3 * (int)get_local_size(0)) && i < 90; i += 7) {
        if (i % 3 == 0) continue;
        out[at] += i + work_group_broadcast(data[at] + i, (uint)i % get_local_size(0));
    }
    do {
        ++rounds;
        if (rounds % 4 == 0) continue;
        out[at] ^= rounds << 4;
    } while (work_group_reduce_add(rounds) < 12 * (int)get_local_size(0));
    switch (work_group_reduce_add((int)get_local_id(0)) % 3) {
    case 0:
        out[at] += 5;
    case 1:
        out[at] += work_group_reduce_add(data[at] & 3);
        break;
    default:
        out[at] -= 9;
    }
}
