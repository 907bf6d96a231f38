// run: cooperative
#include "coop/kernel.clh"
struct node { int value; int next; };
constant int weights[] = {3, 1, 4, 1, 5};
constant int others[] = {2, 7, 1, 8, 2};
coop_kernel void test(global int *data, global int *out, int n)
{
    transmit constant int *table = weights;
    transmit global int *at = data, *const end = data + 9;
    transmit global struct node *node = (global struct node *)data;
    transmit global const int *restrict from = data;
    transmit global int *none = 0;
    transmit global void *any = out;
    transmit int sum = 0;
    while (at != end) {
        sum += *at++ * *table;
        resizing_global_barrier();
        table = table == weights ? others + 1 : weights;
        node++;
        sum += node->value + from[at - data];
        if (none) sum = 0;
        none = sum == -1 ? out : none;
        if (get_global_id(0) == 0) ((global int *)any)[at - data] = sum;
        any = (global void *)((global char *)any + 4);
        offer_kill();
    }
    if (get_global_id(0) == 0) out[100] = sum + (none == 0);
}
