/* The kernels of coop-bench mailbox: an empty one, one that answers the host, and one that holds
 * work-groups until the host ends it. */
#include "coop/kernel.clh"

#define POLLS_MAX 64

kernel void nothing(uint unused)
{
    (void)unused;
}

/* Polls for a while; answers what is new. Returns the last question. */
static uint answer_some(global atomic_uint *asked, global atomic_uint *answered)
{
    uint answer = atomic_load_explicit(answered, memory_order_relaxed, memory_scope_device); /* its own */
    uint question = answer;

    for (uint poll = 0; poll < POLLS_MAX && question == answer; poll++) {
        question = atomic_load_explicit(asked, memory_order_acquire, memory_scope_device);
    }
    if (question != answer) {
        atomic_store_explicit(answered, question, memory_order_release, memory_scope_device);
    }
    return question;
}

/* On one work-group. A run that stops ends it at the offer. */
coop_kernel void answer(global atomic_uint *asked, global atomic_uint *answered, uint last)
{
    local uint question;

    do {
        offer_kill();
        if (get_local_id(0) == 0) {
            question = answer_some(asked, answered);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    } while (question != last);
}

/* Gives up work-groups and takes them back at every second barrier, as a search does. `shown` is work-group
 * 0's alone to write: what it has seen between two barriers is what all end by. */
coop_kernel void hold(global atomic_uint *running, global atomic_uint *must_end, global atomic_uint *shown)
{
    transmit uint ends = 0;

    if (get_global_id(0) == 0) {
        atomic_fetch_add_explicit(running, 1u, memory_order_relaxed, memory_scope_device);
    }
    do {
        if (get_global_id(0) == 0) {
            atomic_store_explicit(
                shown, atomic_load_explicit(must_end, memory_order_relaxed, memory_scope_device),
                memory_order_relaxed, memory_scope_device);
        }
        global_barrier();
        ends = atomic_load_explicit(shown, memory_order_relaxed, memory_scope_device);
        resizing_global_barrier();
    } while (ends == 0);
}
