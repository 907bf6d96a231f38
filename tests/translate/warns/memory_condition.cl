// options: -Wmemory-condition
#include "coop/kernel.clh"
struct queue { atomic_int size; int tail; };
static int tail_of(global struct queue *queue) { return queue->tail; }
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
