/* The kernels of the device tests: each is about one primitive, or one way to keep the device busy. */
#include "coop/kernel.clh"

void add(global uint *word, uint value)
{
    atomic_fetch_add_explicit((global atomic_uint *)word, value, memory_order_relaxed, memory_scope_device);
}

uint look(global uint *word)
{
    return atomic_load_explicit((global atomic_uint *)word, memory_order_relaxed, memory_scope_device);
}

/* Takes a while, so that there are rounds enough for the scheduler to change its mind in. Looks at a word now
 * and then: NVIDIA's compiler keeps a private variable in a register, volatile or not, and a loop over it
 * alone takes no time. */
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

/* Stays until the host opens the gate. */
kernel void hold(global uint *gate, global uint *entered)
{
    if (get_local_id(0) == 0) {
        add(entered, 1);
        while (look(gate) == 0) {
        }
    }
}

/* Each work-item counts itself. */
kernel void count(global uint *out)
{
    add(&out[get_global_id(0)], 1);
}

/* Many short logical work-groups: each counts itself, and stays for a while as long as the gate is closed.
 * `inside` are at it. */
kernel void patient(global uint *gate, global uint *inside, global uint *done, uint delay)
{
    if (get_local_id(0) == 0) {
        add(inside, 1);
        add(&done[get_group_id(0)], 1);
        for (volatile uint i = 0; i < delay && look(gate) == 0; i++) {
        }
        add(inside, ~0u);
    }
}

/* Each work-item leaves a mark, which nothing but the end of the launch publishes. */
kernel void mark(global uint *out)
{
    out[get_global_id(0)] = (uint)get_global_id(0) + 1;
}

/* Says which work-group of which launch came when. */
kernel void stamp(global uint *clock, global uint *when)
{
    if (get_global_id(0) == 0) {
        when[0] = atomic_fetch_add_explicit((global atomic_uint *)clock, 1u, memory_order_relaxed,
                                            memory_scope_device) +
                  1;
    }
}

/* Against the rules of S7, in ways of which a translator can only warn: work-items part where the kernel
 * ends, and where the last work-group offers. */
int waits_here(global const uint *waits)
{
    return waits[get_local_id(0)] != 0;
}

kernel void parts_at_the_end(global const uint *waits)
{
    if (waits_here(waits)) {
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

coop_kernel void parts_at_an_offer(global const uint *waits, global uint *gate)
{
    while (look(gate) == 0) {
    }
    if (get_group_id(0) + 1 == get_num_groups(0) && waits_here(waits)) {
        offer_kill();
    }
}

/* S3 alone: offers until the gate opens. */
coop_kernel void offering(global uint *gate, global uint *entered, global uint *ended)
{
    local uint is_open;
    int goes_on = 1;

    if (get_local_id(0) == 0) {
        add(entered, 1);
    }
    while (goes_on) {
        if (get_local_id(0) == 0) {
            is_open = look(gate);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        goes_on = is_open == 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        offer_kill();
    }
    if (get_local_id(0) == 0) {
        add(&ended[get_group_id(0)], 1);
    }
}

/* Offers `rounds` times, with nobody to want anything. */
coop_kernel void offering_in_vain(global uint *ended, uint rounds)
{
    transmit uint i = 0;

    for (; i < rounds; i++) {
        offer_kill();
        request_fork();
    }
    if (get_local_id(0) == 0) {
        add(&ended[get_group_id(0)], get_num_groups(0));
    }
}

/* S4 alone: requests until the gate opens; joining work-groups compare what they were given with what the
 * forker must have held. begun[id] counts joining work-groups, wrong[0] counts work-items that saw something
 * else. */
coop_kernel void requesting(global uint *gate, global uint *entered, global uint *begun, global uint *wrong)
{
    transmit coop_transmit_leader uint from = 0xffffffffu;
    transmit uint turn = 0;
    transmit coop_transmit_leader uint item = get_local_id(0);
    transmit char tiny = 0;
    transmit coop_transmit_leader ushort small = 0;
    transmit coop_transmit_leader ulong wide = 0;
    transmit float real = 0.0f;
    transmit coop_transmit_leader float4 four = (float4)(0.0f);
    transmit coop_transmit_leader uchar3 three = (uchar3)(0);
    transmit coop_transmit_leader global uint *where = 0;
    local uint is_open;
    int goes_on;

    if (get_local_id(0) == 0) {
        add(entered, 1);
    }
    do {
        from = (uint)get_group_id(0);
        turn++;
        tiny = (char)(turn % 100) - 50;
        small = (ushort)(turn * 7 + from);
        wide = (ulong)turn * 0x100000001ul + from;
        real = (float)turn + 0.5f;
        four = (float4)((float)from, real, -real, 1.0f);
        three = (uchar3)((uchar)from, (uchar)turn, 200);
        where = begun + from;
        request_fork();
        int is_wrong = tiny != (char)(turn % 100) - 50 || small != (ushort)(turn * 7 + from) ||
                       wide != (ulong)turn * 0x100000001ul + from || real != (float)turn + 0.5f ||
                       four.x != (float)from || four.y != real || four.z != -real || four.w != 1.0f ||
                       three.x != (uchar)from || three.y != (uchar)turn || three.z != 200 ||
                       where != begun + from;
        if (from != get_group_id(0)) {
            is_wrong |= item != 0 || get_group_id(0) >= get_num_groups(0);
            item = get_local_id(0);
            if (get_local_id(0) == 0) {
                add(&begun[get_group_id(0)], 1);
            }
        }
        is_wrong |= item != get_local_id(0);
        if (is_wrong) {
            add(wrong, 1);
        }
        if (get_local_id(0) == 0) {
            is_open = look(gate);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        goes_on = is_open == 0;
        barrier(CLK_LOCAL_MEM_FENCE);
    } while (goes_on);
}

/* S5: messages through plain memory, between all work-items with the same local id. */
coop_kernel void passing(global uint *cells, global uint *wrong, uint rounds)
{
    uint items = (uint)get_local_size(0);
    uint groups = (uint)get_num_groups(0);
    uint item = (uint)get_local_id(0);

    for (uint round = 1; round <= rounds; round++) {
        global uint *bank = cells + (round & 1) * groups * items;
        bank[get_group_id(0) * items + item] = round;
        global_barrier();
        for (uint group = 0; group < groups; group++) {
            if (bank[group * items + item] != round) {
                add(wrong, 1);
            }
        }
    }
}

/* One work-group comes late to the barrier. */
coop_kernel void late(global uint *gate, global uint *entered, global uint *early, global uint *passed)
{
    if (get_local_id(0) == 0) {
        add(entered, 1);
        if (get_group_id(0) == 0) {
            while (look(gate) == 0) {
            }
        }
    }
    global_barrier();
    if (get_local_id(0) == 0) {
        add(look(gate) == 0 ? early : passed, 1);
    }
}

/* S6: every work-group notes what it sees in every round. seen[round * stride + id] counts visits in the
 * lower half and M in the upper. A joining work-group's first barrier is one like any other: it waits there
 * for all the others' cells. */
coop_kernel void resizing(global uint *seen, global uint *cells, global uint *wrong, uint rounds, uint stride,
                          uint delay, uint delay_alone)
{
    transmit uint round = 0;
    transmit uint before = 0;
    transmit coop_transmit_leader uint from = 0;
    transmit global uint *bank = cells;
    transmit float real = 0.25f;
    uint items = (uint)get_local_size(0);

    while (round < rounds) {
        items = (uint)get_local_size(0);
        before = (uint)get_num_groups(0);
        bank = cells + (round & 1) * stride * items;
        if (get_global_size(0) != (size_t)before * items || get_group_id(0) >= before ||
            get_global_id(0) != get_group_id(0) * items + get_local_id(0)) {
            add(wrong, 1);
        }
        linger(&seen[round * stride], before == 1 ? delay_alone : delay);
        bank[get_global_id(0)] = round + 1;
        if (get_local_id(0) == 0) {
            add(&seen[round * stride + get_group_id(0)], 1 + (before << 16));
        }
        if (get_num_groups(0) != before) {
            add(wrong, 1);
        }
        round++;
        from = (uint)get_group_id(0);
        real += 0.25f;
        resizing_global_barrier();
        /* A joining work-group's is work-group 0's (S6) */
        if (from != (get_group_id(0) < before ? get_group_id(0) : 0)) {
            add(wrong, 1);
        }
        items = (uint)get_local_size(0);
        for (uint group = 0; group < before; group++) {
            if (bank[group * items + get_local_id(0)] != round) {
                add(wrong, 1);
            }
        }
        if (real != 0.25f * (float)(round + 1) || bank != cells + ((round - 1) & 1) * stride * items) {
            add(wrong, 1);
        }
    }
}

/* Bare primitives between barriers. Those who pass the barrier of a round must find the same number of
 * arrivals, also those that a fork of this very round brought in, and also when an offer completes the
 * barrier; and M is that number to them, whatever has become of it behind the barrier. */
coop_kernel coop_transmit_live void mixed(global uint *arrived, global uint *least, global uint *most,
                                          uint rounds, uint delay)
{
    uint round = 0;

    while (round < rounds) {
        offer_kill();
        request_fork();
        linger(&arrived[round], delay);
        if (get_local_id(0) == 0) {
            add(&arrived[round], 1);
        }
        global_barrier();
        if (get_local_id(0) == 0) {
            uint here = get_num_groups(0) == look(&arrived[round]) ? look(&arrived[round]) : 0;
            atomic_fetch_min_explicit((global atomic_uint *)&least[round], here, memory_order_relaxed,
                                      memory_scope_device);
            atomic_fetch_max_explicit((global atomic_uint *)&most[round], here, memory_order_relaxed,
                                      memory_scope_device);
        }
        round++;
    }
}

/* Has use for one work-group until it is alone, and then for any number again, `turns` times. `alone` counts
 * the barriers behind which one work-group ran, `most` has the largest number of them. */
coop_kernel coop_transmit_live void wishing(global uint *alone, global uint *most, uint turns,
                                            uint rounds_max, uint delay)
{
    transmit uint turn = 0;
    uint round = 0;

    while (turn < 2 * turns && round < rounds_max) {
        uint groups = (uint)get_num_groups(0);

        if (get_global_id(0) == 0) {
            alone[0] += groups == 1;
            most[0] = most[0] < groups ? groups : most[0];
        }
        turn += turn % 2 == 0 ? groups == 1 : groups > 1;
        if (get_group_id(0) == 0) {
            want_groups(turn % 2 == 0 ? 1u : ~0u);
        }
        linger(&most[1], delay);
        round++;
        resizing_global_barrier();
    }
}

/* A long computation whose result depends on every work-item of every round. */
coop_kernel void swinging(global uint *data, uint count, uint rounds, uint delay)
{
    transmit uint round = 0;

    while (round < rounds) {
        for (size_t i = get_global_id(0); i < count; i += get_global_size(0)) {
            uint left = data[(round & 1) * count + (i > 0 ? i - 1 : count - 1)];
            data[(~round & 1) * count + i] = data[(round & 1) * count + i] * 1664525u + left + round;
        }
        linger(&data[(round & 1) * count], delay); /* nobody writes there in this round */
        round++;
        resizing_global_barrier();
    }
}

/* Nothing but resizing barriers, `rounds` of them and as many more as it takes for the number of work-groups
 * to change `changes` times; `rounds_max` at most. All work-groups count alike: the number changes at
 * barriers alone (S6). */
coop_kernel void changing(global uint *word, uint rounds, uint rounds_max, uint changes, uint delay)
{
    transmit uint round = 0;
    transmit uint before = 0;
    transmit uint changed = 0;

    while (round < rounds_max && (round < rounds || changed < changes)) {
        before = (uint)get_num_groups(0);
        round++;
        linger(word, delay);
        resizing_global_barrier();
        changed += get_num_groups(0) != before;
    }
}

/* Work drawn from a counter, under offers and requests alone. */
coop_kernel void drawing(global uint *next, global uint *done, uint count, uint delay)
{
    local uint drawn;
    int goes_on = 1;

    while (goes_on) {
        offer_kill();
        request_fork();
        if (get_local_id(0) == 0) {
            drawn = atomic_fetch_add_explicit((global atomic_uint *)next, 1u, memory_order_relaxed,
                                              memory_scope_device);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        goes_on = drawn < count;
        if (goes_on && get_local_id(0) == 0) {
            add(&done[drawn], 1);
        }
        linger(next, delay);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

/* Has no place at which it could shrink or grow. */
coop_kernel void stubborn(global uint *gate, global uint *entered)
{
    if (get_local_id(0) == 0) {
        add(entered, 1);
        while (look(gate) == 0) {
        }
    }
}

/* Grows where it must not be reached before the gate opens: what is granted before stays unused. */
coop_kernel void reluctant(global uint *gate, global uint *entered, global uint *groups)
{
    if (get_local_id(0) == 0) {
        add(entered, 1);
        while (look(gate) == 0) {
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (look(gate) == 2) {
        request_fork();
    }
    if (get_local_id(0) == 0) {
        add(groups, 1);
    }
}

/* Follows the scheduler until the gate opens: offers and requests in every turn. Each work-group counts
 * itself when it begins, joining ones, too: they find the id of another one. */
coop_kernel void breathing(global uint *gate, global uint *entered)
{
    transmit coop_transmit_leader uint from = 0;
    local uint is_open;
    transmit int goes_on = 1;

    if (get_local_id(0) == 0) {
        add(entered, 1);
    }
    while (goes_on) {
        if (get_local_id(0) == 0) {
            is_open = look(gate);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        goes_on = is_open == 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        linger(gate, 200);
        offer_kill();
        from = (uint)get_group_id(0);
        request_fork();
        if (get_local_id(0) == 0 && from != (uint)get_group_id(0)) {
            add(entered, 1);
        }
    }
}
