#include "coop/kernel.clh"
struct batch { int size; int items[4]; };
void add(struct batch *batch, int value) { batch->items[batch->size++] = value; }
void find(int *found) { *found = 3; }

coop_kernel void flagged(global int *data, global int *out, int n)
{
    uint lid = get_local_id(0);
    int count = 0, again, some;
    transmit int round = 0;
    struct batch batch;
    int4 lanes = (int4)(0);
    int table[4] = {1, 2, 3, 4};
    batch.size = 0;
    for (; round < n; round++) {
        again = round;
        add(&batch, 3);
        offer_kill();
        request_fork();
        if (round > 2) {
            some = 3;
        }
        if (n > 2 && (again = 3) > n) {
            out[1] = 2;
        }
        out[lid] = count + again + some + lanes.y + batch.size;
        resizing_global_barrier();
        out[lid] += table[round & 3];
    }
}

/* Set again on every path, declared behind the fork point, not read there, or constant. */
coop_kernel void clean(global int *data, global int *out, int n)
{
    int each, both, found, chained, other;
    int sums[4];
    struct batch batch;
    int4 lanes;
    const int before = n * 2;
    constant int weights[2] = {1, 2};
    transmit int round = before;
    for (;;) {
        if (round > n) {
            break;
        }
        resizing_global_barrier();
        uint lid = get_local_id(0);
        if (round & 1) {
            both = 1;
        } else {
            both = 2;
        }
        for (int i = 0; i < 4; i++) {
            sums[i] = i;
        }
        batch.size = 0;
        add(&batch, 1);
        find(&found);
        chained = other = round;
        switch (round) {
        case 1:
            each = 4;
            break;
        default:
            each = 5;
        }
        lanes.xy = (int2)(1);
        lanes.zw = (int2)(2);
        global_barrier();
        out[lid] = both + each + sums[2] + batch.size + found + chained + other + lanes.x + weights[1];
        round++;
    }
    while (1) {
        int ends = round;
        request_fork();
        ends = 1;
        out[ends] = 1;
        if (out[3] > n) {
            return;
        }
    }
}

coop_kernel void in_blocks(global int *data, global int *out, int n)
{
    for (int i = 0; i < n; i++) {
        int j = n;
        do {
            resizing_global_barrier();
            out[0]++;
        } while (j-- > 0);
    }
}

coop_kernel void pointers(global int *out, int n)
{
    int x = 1, *to_private = &x;
    local int tile[64], *to_local = tile;
    global int *to_global = out + n;
    for (;;) {
        resizing_global_barrier();
        *to_private += 1;
        to_local[get_local_id(0)] = 2;
        to_global[0] = 3;
    }
}
