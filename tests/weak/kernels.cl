/* The kernels of the runs under the memory model: every access of theirs is plain but for counters, so that
 * whatever the protocols order too little shows as a race or as a wrong value. */
#include "coop/kernel.clh"

void add(global uint *word, uint value)
{
    atomic_fetch_add_explicit((global atomic_uint *)word, value, memory_order_relaxed, memory_scope_device);
}

/* S5, S6: what each work-group wrote before a barrier is read by all after it, through changes of M at every
 * round. */
coop_kernel void exchange(global uint *cells, global uint *wrong, uint rounds)
{
    transmit uint round = 0;
    uint groups;

    while (round < rounds) {
        cells[get_group_id(0)] = round + 1;
        global_barrier();
        groups = get_num_groups(0);
        for (uint i = 0; i < groups; i++) {
            if (cells[i] != round + 1) {
                add(wrong, 1);
            }
        }
        round++;
        resizing_global_barrier();
    }
}

/* S3, S4: tickets are drawn by whoever is there; what the joining work-group is told is the caller's. */
coop_kernel void draw(global uint *tickets, global uint *done, global uint *wrong, uint end)
{
    transmit uint told = 0;
    uint ticket;

    while (true) {
        offer_kill();
        request_fork();
        if (told != 0 && done[told - 1] == 0) { /* what the caller did before it asked is visible */
            add(wrong, 1);
        }
        ticket = atomic_fetch_add_explicit((global atomic_uint *)tickets, 1u, memory_order_relaxed,
                                           memory_scope_device);
        if (ticket >= end) {
            break;
        }
        done[ticket]++;
        told = ticket + 1;
    }
}

/* As exchange, and its barriers may end all work-groups (S3b). Who is killed in front of a barrier may
 * complete it. */
coop_kernel coop_may_kill_all void exchange_to_the_last(global uint *cells, global uint *wrong, uint rounds)
{
    transmit uint round = 0;
    uint groups;

    while (round < rounds) {
        cells[get_group_id(0)] = round + 1;
        offer_kill();
        global_barrier();
        groups = get_num_groups(0);
        for (uint i = 0; i < groups; i++) {
            if (cells[i] != round + 1) {
                add(wrong, 1);
            }
        }
        round++;
        offer_kill();
        resizing_global_barrier();
    }
}

/* As draw, in any order and to the last one. The cell of an id is its bearer's alone: who has it next finds
 * what the last bearer left (S1a); what goes on behind the offer has what was held in front of it (S3b). */
coop_kernel coop_kill_any coop_may_kill_all void
draw_in_any_order(global uint *own, global uint *tickets, global uint *done, global uint *wrong, uint end)
{
    transmit uint told = 0;
    uint ticket;

    while (true) {
        own[get_group_id(0)]++;
        offer_kill();
        if (told != 0 && done[told - 1] == 0) {
            add(wrong, 1);
        }
        request_fork();
        if (told != 0 && done[told - 1] == 0) {
            add(wrong, 1);
        }
        ticket = atomic_fetch_add_explicit((global atomic_uint *)tickets, 1u, memory_order_relaxed,
                                           memory_scope_device);
        if (ticket >= end) {
            break;
        }
        done[ticket]++;
        told = ticket + 1;
    }
}

/* Talks with the host by words (coop/buffer.h): each side writes data, then its word; reads the other's word,
 * and then the data. */
coop_kernel void converse(global uint *data, global uint *asked, global uint *answered, global ulong *asked64,
                          global ulong *answered64, uint rounds)
{
    for (uint round = 1; round <= rounds; round++) {
        if (round % 2 == 1) {
            while (atomic_load_explicit((global atomic_uint *)asked, memory_order_acquire,
                                        memory_scope_device) != round) {
            }
            data[0]++;
            atomic_store_explicit((global atomic_uint *)answered, round, memory_order_release,
                                  memory_scope_device);
        } else {
            while (atomic_load_explicit((global atomic_ulong *)asked64, memory_order_acquire,
                                        memory_scope_device) != round) {
            }
            data[0]++;
            atomic_store_explicit((global atomic_ulong *)answered64, (ulong)round, memory_order_release,
                                  memory_scope_device);
        }
        offer_kill();
    }
}

/* Regular: each work-item writes its own cell. */
kernel void fill(global uint *out, uint value)
{
    out[get_global_id(0)] += value;
}

/* Fails as soon as two work-groups have arrived. */
coop_kernel void clash(global uint *cells)
{
    cells[get_group_id(0)] = 1;
    if (get_group_id(0) == 0) {
        global_barrier();
    } else {
        resizing_global_barrier();
    }
}
