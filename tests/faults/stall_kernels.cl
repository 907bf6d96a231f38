/* Kernels that stop making progress, until the host opens a gate, and some that are only slow. */
#include "coop/kernel.clh"

void add(global uint *word)
{
    atomic_fetch_add_explicit((global atomic_uint *)word, 1u, memory_order_relaxed, memory_scope_device);
}

uint look(global uint *word)
{
    return atomic_load_explicit((global atomic_uint *)word, memory_order_relaxed, memory_scope_device);
}

/* One leader stays until the gate is at least `level`. */
void stay(global uint *gate, uint level)
{
    if (get_local_id(0) == 0) {
        while (look(gate) < level) {
        }
    }
}

/* Work-group 0 never comes to the barrier at which all the others wait. */
coop_kernel void one_stays_away(global uint *gate, global uint *entered)
{
    if (get_group_id(0) == 0) {
        stay(gate, 1);
    } else if (get_local_id(0) == 0) {
        add(entered);
    }
    global_barrier();
}

/* The same at a resizing one. */
coop_kernel void one_stays_away_resizing(global uint *gate, global uint *entered)
{
    if (get_group_id(0) == 0) {
        stay(gate, 1);
    } else if (get_local_id(0) == 0) {
        add(entered);
    }
    resizing_global_barrier();
}

/* Goes on and on, and could give up its work-groups, but does not come to the place where it would. */
coop_kernel void never_offers(global uint *gate, global uint *entered)
{
    local uint is_open;
    int goes_on = 1;

    if (get_local_id(0) == 0) {
        add(entered);
    }
    while (goes_on) {
        if (get_local_id(0) == 0) {
            is_open = look(gate);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        goes_on = is_open == 0;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    offer_kill();
}

/* Makes steps without end, counts them, and has no place to give anything up. */
coop_kernel void keeps_all(global uint *gate, global uint *entered, global uint *steps)
{
    local uint is_open;
    int goes_on = 1;

    if (get_local_id(0) == 0) {
        add(entered);
    }
    while (goes_on) {
        if (get_local_id(0) == 0) {
            is_open = look(gate);
            add(steps);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        goes_on = is_open == 0;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

/* A regular kernel whose every work-group stays. */
kernel void stays(global uint *gate, global uint *entered)
{
    if (get_local_id(0) == 0) {
        add(entered);
    }
    stay(gate, 1);
}

kernel void fine(global uint *out)
{
    add(out);
}

/* Slow, and healthy: step `s` ends when the gate is at s, and every step counts itself. */
coop_kernel void slow_steps(global uint *gate, global uint *done, uint steps)
{
    for (uint step = 1; step <= steps; step++) {
        stay(gate, step);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (get_local_id(0) == 0) {
            add(done);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

/* The same for logical work-groups of a regular kernel, one after the other. */
kernel void slow_groups(global uint *gate, global uint *done)
{
    stay(gate, (uint)get_group_id(0) + 1);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0) {
        add(done);
    }
}

/* Fails as soon as work-group 1 stays, which then does not leave: work-group 2 comes to another kind of
 * barrier than work-group 0, well after it, since only work-group 0's arrival says of which kind the barrier
 * is (P9). */
coop_kernel void fails_while_one_stays(global uint *gate, global uint *entered)
{
    if (get_group_id(0) == 1) {
        if (get_local_id(0) == 0) {
            add(entered);
        }
        stay(gate, 1);
    } else if (get_group_id(0) == 2) {
        if (get_local_id(0) == 0) {
            while (look(entered) < 2) {
            }
            for (uint i = 0; i < 20000000; i++) {
                look(entered);
            }
        }
        global_barrier();
    } else {
        if (get_group_id(0) == 0 && get_local_id(0) == 0) {
            while (look(entered) < 1) {
            }
            add(entered);
        }
        resizing_global_barrier();
    }
}

/* Writes where no buffer is, 64 TiB behind its own. */
kernel void writes_far_away(global uint *data)
{
    if (get_global_id(0) == 0) {
        data[(ulong)1 << 44] = 1;
    }
}

/* Writes `value` into the word that lies `back` words before what it was given. */
kernel void writes_before(global uint *data, uint back, uint value, global uint *gate)
{
    if (get_global_id(0) == 0) {
        *(data - back) = value;
    }
    stay(gate, 1);
}
