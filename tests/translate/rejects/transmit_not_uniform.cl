#include "coop/kernel.clh"
struct cell { uint first, end; };
static uint mine(void) { return (uint)get_global_id(0); }
static uint other(uint i, uint n) { return n; }
static void fill(uint *to, uint i) { *to = i + 1; }
static uint is_first(uint n)
{
    if (get_local_id(0) == 0) {
        return n;
    }
    return 0;
}
static struct cell cell_of(uint i) { struct cell cell = {i, 7}; return cell; }
static uint drawn(local uint *part)
{
    barrier(CLK_LOCAL_MEM_FENCE);
    return part[get_local_id(0)];
}

coop_kernel void ways(global uint *a, uint n)
{
    transmit uint direct = (uint)get_global_id(0);
    transmit uint group = 0;
    transmit uint by_helper = mine();
    transmit uint by_pointer = 0;
    transmit uint by_return = is_first(n);
    transmit uint by_condition = 0;
    transmit uint by_break = 0;
    transmit uint by_variable;
    transmit uint from_memory = a[get_local_id(0)];
    transmit uint from_inlined;
    transmit struct cell cell = cell_of((uint)get_local_id(0));
    local uint part[64];
    uint i = (uint)get_local_id(0) * 2;

    by_variable = i;
    group += (uint)get_group_id(0);
    fill(&by_pointer, i);
    if (i < n) {
        by_condition = 1;
    }
    for (; by_break < n; by_break++) {
        if (a[i] > by_break) {
            break;
        }
    }
    from_inlined = drawn(part);
    resizing_global_barrier();
    a[0] = direct + group + by_helper + by_pointer + by_return + by_condition + by_break + by_variable +
           from_memory + from_inlined + cell.first;
}

/* Set again before it is read; the same in all; read from memory; said to be the leader's. */
coop_kernel void right(global uint *a, uint n)
{
    transmit uint again;
    transmit uint stride = (uint)get_global_size(0);
    transmit uint size = other((uint)get_local_id(0), n);
    transmit uint word = a[n];
    transmit uint drawn = 0;
    transmit uint ended = 0;
    transmit uint round = 0;
    transmit coop_transmit_leader uint from = (uint)get_group_id(0);
    local uint shared;

    for (; round < n; round++) {
        for (again = (uint)get_global_id(0); again < n; again += stride) {
            a[again]++;
        }
        if (get_local_id(0) == 0) {
            shared = a[0];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        drawn = shared;
        struct cell cell = cell_of((uint)get_local_id(0));
        ended = cell.end;
        again = 0;
        resizing_global_barrier();
        a[word + again + size] = drawn + ended + from;
    }
}

/* A work-group that was suspended goes on under its id. */
coop_kernel coop_may_kill_all void suspended(global uint *a)
{
    transmit uint group = (uint)get_group_id(0);
    transmit uint item = (uint)get_local_id(0);
    offer_kill();
    a[group] = item;
}
