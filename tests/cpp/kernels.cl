/* What the tests of the classes for C++ launch. Their parameters want padding: between them and behind. */
#include "coop/kernel.clh"

kernel void squares(global uint *values, uint count)
{
    uint i = (uint)get_global_id(0);

    if (i < count) {
        values[i] = i * i;
    }
}

/* Adds `value` to each word `rounds` times, with a barrier in between. */
coop_kernel void add_often(uint rounds, global uint *words, uint count, uint value)
{
    transmit uint round = 0;

    while (round < rounds) {
        for (uint i = (uint)get_global_id(0); i < count; i += (uint)get_global_size(0)) {
            words[i] += value;
        }
        round++;
        resizing_global_barrier();
    }
}

/* Stays until the host opens the gate. */
kernel void hold(global uint *gate)
{
    while (atomic_load_explicit((global atomic_uint *)gate, memory_order_relaxed, memory_scope_device) == 0) {
    }
}

struct step {
    uint by;
    uint times;
};

kernel void take_steps(global uint *words, struct step step)
{
    words[get_global_id(0)] += step.by * step.times;
}

kernel void nothing(void)
{
}
