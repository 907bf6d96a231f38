/* How many perfect squares there are, by trial: a search that goes on until the host has had enough. */
#include "coop/kernel.clh"
#include "search.h"

#define DRAWN 64u /* numbers at a time */

static int is_square(uint number)
{
    uint root = 0;

    while (root * root < number) {
        root++;
    }
    return root * root == number;
}

/* Between two draws any work-group may leave, also the last one, and others may begin. */
coop_kernel coop_kill_any coop_may_kill_all void search(global atomic_uint *words)
{
    local uint is_enough;
    local uint first;

    for (;;) {
        if (get_local_id(0) == 0) {
            is_enough = atomic_load_explicit(&words[ENOUGH], memory_order_relaxed, memory_scope_device);
            if (is_enough == 0) {
                first = atomic_fetch_add_explicit(&words[NEXT], DRAWN, memory_order_relaxed,
                                                  memory_scope_device);
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (is_enough != 0) {
            break;
        }
        for (uint i = (uint)get_local_id(0); i < DRAWN; i += (uint)get_local_size(0)) {
            if (is_square(first + i)) {
                atomic_fetch_add_explicit(&words[FOUND], 1u, memory_order_relaxed, memory_scope_device);
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        offer_kill();
        request_fork();
    }
}
