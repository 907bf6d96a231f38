#include "coop/kernel.clh"
struct node { private int *next; };
coop_kernel void k(global int *a)
{
    local int tile[4];
    transmit local int *to_local = tile;
    transmit int *to_anything = 0;
    transmit struct node inside;
    transmit private int *array[2];
    resizing_global_barrier();
}
