#include "coop/kernel.clh"
struct queue { atomic_int size; int tail; };
static int tail_of(global struct queue *queue) { return queue->tail; }

coop_kernel void flagged(global int *flag, global struct queue *queue, global const int *rows, int n)
{
    transmit int round = 0;
    while (flag[0] == 0) {
        if (get_global_id(0) == 0) {
            flag[0] = round > 4;
        }
        round++;
        resizing_global_barrier();
    }
    do {
        offer_kill();
        atomic_fetch_add_explicit(&queue->size, 1, memory_order_relaxed, memory_scope_device);
    } while (atomic_load_explicit(&queue->size, memory_order_relaxed, memory_scope_device) < n);
    if (tail_of(queue) > 1) {
        global_barrier();
    }
}
kernel void of_one_group(global int *left)
{
    for (; left[get_group_id(0)] > 0;) {
        barrier(CLK_GLOBAL_MEM_FENCE);
        if (get_local_id(0) == 0) {
            left[get_group_id(0)]--;
        }
    }
}

/* What is read does not change between the barriers around the condition. */
coop_kernel void clean(global int *flag, global struct queue *in, global struct queue *out, global const int *rows)
{
    while (tail_of(in) > 0) {
        out->tail = in->tail - 1;
        resizing_global_barrier();
        in->tail = out->tail;
        global_barrier();
    }
    if (rows[0] > 0) {
        global_barrier();
    }
    if (flag[0] > 0) {
        flag[1] = 3;
    }
}

/* Counters in turn: no work-item reads the one that others write. */
enum { TURNS = 3 };
#define COUNTERS 3
struct counts { uint size[4]; };
coop_kernel void turns(global uint *count, global struct counts *counts)
{
    transmit uint round = 0;
    while (count[round % 3] > 0) {
        if (get_global_id(0) == 0) {
            count[(round + 2) % 3] = 0;
        }
        atomic_fetch_add_explicit((global atomic_uint *)&count[(round + 1) % COUNTERS], 1, memory_order_relaxed,
                                  memory_scope_device);
        resizing_global_barrier();
        round++;
    }
    while (counts->size[round & 3] > 0) {
        counts->size[(round + 1) & 3] = 1;
        resizing_global_barrier();
        round++;
    }
}
/* The same counter; another modulus; changed in between; none that coopc can tell. */
coop_kernel void no_turns(global uint *count, uint n)
{
    transmit uint round = 0;
    while (count[round % 3] > 0) {
        count[(round + 6) % 3] = 0;
        resizing_global_barrier();
        round++;
    }
    while (count[round % 3] > 0) {
        count[(round + 1) % 4] = 0;
        resizing_global_barrier();
        round++;
    }
    while (count[round % 3] > 0) {
        resizing_global_barrier();
        count[(round + 1) % 3] = 0;
        round++;
    }
    while (count[round % 3] > 0) {
        count[(n + 1) % 3] = 0;
        resizing_global_barrier();
        round++;
    }
}
