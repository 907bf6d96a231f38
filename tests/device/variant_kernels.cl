/* Kernels whose work-groups end in any order, or all of them (CK appendix B). */
#include "coop/kernel.clh"

uint add(global uint *word, uint value)
{
    return atomic_fetch_add_explicit((global atomic_uint *)word, value, memory_order_relaxed,
                                     memory_scope_device);
}

uint look(global uint *word)
{
    return atomic_load_explicit((global atomic_uint *)word, memory_order_relaxed, memory_scope_device);
}

/* Looks at a word now and then, as that of kernels.cl does. */
void linger(global uint *word, uint turns)
{
    if (get_local_id(0) == 0) {
        for (volatile uint i = 0; i < turns; i++) {
            if (i % 16 == 0) {
                look(word);
            }
        }
    }
}

/* Each work-item counts itself. */
kernel void count(global uint *out)
{
    add(&out[get_global_id(0)], 1);
}

/* Stays until the host opens the gate. */
kernel void hold(global uint *gate, global uint *entered)
{
    if (get_local_id(0) == 0) {
        add(entered, 1);
        while (look(gate) == 0) {
        }
    }
}

/* Many short logical work-groups. */
kernel void crowd(global uint *entered, uint delay)
{
    if (get_local_id(0) == 0) {
        add(entered, 1);
    }
    linger(entered, delay);
}

/* Until the gate opens, draws numbers from a counter. Between two places where it may end, a work-group holds
 * its id: holders[id] must be free, and stays held by one that has returned (S1a). */
coop_kernel coop_kill_any void drawing_in_any_order(global uint *gate, global uint *next, global uint *done,
                                                    global uint *holders, global uint *wrong, uint cells,
                                                    uint delay, uint limit)
{
    local uint is_open;
    int goes_on = 1;

    while (goes_on) {
        offer_kill();
        request_fork();
        if (get_local_id(0) == 0) {
            uint id = (uint)get_group_id(0);
            if (id >= limit || add(&holders[id % limit], 1) != 0 || get_num_groups(0) > limit) {
                add(wrong, 1);
            }
            is_open = look(gate);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        goes_on = is_open == 0;
        if (goes_on && get_local_id(0) == 0) {
            add(&done[add(next, 1) % cells], 1);
        }
        linger(next, delay);
        if (goes_on && get_local_id(0) == 0) {
            add(&holders[get_group_id(0) % limit], 0xffffffffu);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

/* Plain barriers between offers and requests, ids with gaps: who passes finds the arrivals of all (S5). */
coop_kernel coop_kill_any void meeting_in_any_order(global uint *arrived, global uint *least,
                                                    global uint *most, uint rounds, uint delay)
{
    transmit uint round = 0;

    while (round < rounds) {
        offer_kill();
        request_fork();
        linger(&arrived[round], delay);
        if (get_local_id(0) == 0) {
            add(&arrived[round], 1);
        }
        global_barrier();
        if (get_local_id(0) == 0) {
            uint here = look(&arrived[round]);
            atomic_fetch_min_explicit((global atomic_uint *)&least[round], here, memory_order_relaxed,
                                      memory_scope_device);
            atomic_fetch_max_explicit((global atomic_uint *)&most[round], here, memory_order_relaxed,
                                      memory_scope_device);
        }
        round++;
    }
}

/* Work drawn from a counter by a kernel that may lose all its work-groups, in the highest's order. What goes
 * on behind the offer, in the same work-group or a later one, compares what it was given with what its
 * predecessor must have held. */
coop_kernel coop_may_kill_all void drawing_to_the_last(global uint *gate, global uint *next,
                                                       global uint *done, global uint *wrong, uint cells,
                                                       uint delay)
{
    transmit uint turn = 0;
    transmit ulong wide = 0;
    transmit float4 four = (float4)(0.0f);
    transmit global uint *where = 0;
    transmit coop_transmit_leader uint item = 0;
    local uint is_open;
    int goes_on = 1;

    do {
        turn++;
        wide = (ulong)turn * 0x100000001ul;
        four = (float4)((float)turn, 1.0f, 2.0f, 3.0f);
        where = done + turn;
        item = (uint)get_local_id(0);
        offer_kill();
        if (wide != (ulong)turn * 0x100000001ul || four.x != (float)turn || four.w != 3.0f ||
            where != done + turn || (item != 0 && item != get_local_id(0))) {
            add(wrong, 1);
        }
        request_fork();
        if (get_local_id(0) == 0) {
            is_open = look(gate);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        goes_on = is_open == 0;
        if (goes_on && get_local_id(0) == 0) {
            add(&done[add(next, 1) % cells], 1);
        }
        linger(next, delay);
        barrier(CLK_LOCAL_MEM_FENCE);
    } while (goes_on);
}

/* Both variants together. */
coop_kernel coop_kill_any coop_may_kill_all void
drawing_without_rules(global uint *gate, global uint *next, global uint *done, global uint *holders,
                      global uint *wrong, uint cells, uint delay, uint limit)
{
    local uint is_open;
    int goes_on = 1;

    while (goes_on) {
        offer_kill();
        request_fork();
        if (get_local_id(0) == 0) {
            uint id = (uint)get_group_id(0);
            if (id >= limit || add(&holders[id % limit], 1) != 0 || get_num_groups(0) > limit) {
                add(wrong, 1);
            }
            is_open = look(gate);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        goes_on = is_open == 0;
        if (goes_on && get_local_id(0) == 0) {
            add(&done[add(next, 1) % cells], 1);
        }
        linger(next, delay);
        if (goes_on && get_local_id(0) == 0) {
            add(&holders[get_group_id(0) % limit], 0xffffffffu);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

/* A long computation whose result depends on every work-item of every round; its barriers may end all
 * work-groups. Work-group 0 says in each round whether it is the last one; its two words take turns, so that
 * all read one before it is written again. */
coop_kernel coop_may_kill_all void swinging_to_the_last(global uint *gate, global uint *data,
                                                        global uint *last, uint count, uint delay)
{
    transmit uint round = 0;
    uint is_last = 0;

    while (!is_last) {
        for (size_t i = get_global_id(0); i < count; i += get_global_size(0)) {
            uint left = data[(round & 1) * count + (i > 0 ? i - 1 : count - 1)];
            data[(~round & 1) * count + i] = data[(round & 1) * count + i] * 1664525u + left + round;
        }
        round++;
        if (get_global_id(0) == 0) {
            last[round & 1] = look(gate) != 0;
        }
        linger(gate, delay);
        resizing_global_barrier();
        is_last = last[round & 1];
    }
    if (get_global_id(0) == 0) {
        last[2] = round;
    }
}
