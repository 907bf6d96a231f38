// run: cooperative
/* Pointers to variables, to parameters, to pointers, to parts and to vectors, in objects of all kinds. */
#include "coop/kernel.clh"

struct node { int value; struct node *next; };
struct part { int2 pair; int list[3]; };
coop_kernel void test(global int *data, global int *out, int n)
{
    uint me = get_global_id(0);
    int x = 1;
    const int fixed = 11;
    int *p = &x;
    int *q[2] = {&x, &n};
    private int *own = &x;
    int **deep = &q[1];
    struct node third = {3, 0}, second = {2, &third};
    struct node list = {1, &second};
    struct node *at = &list;
    struct part part = {(int2)(4, 5), {6, 7, 8}};
    const int *inside = part.list + 1, *constant_one = &fixed;
    int2 *pair = &part.pair;
    float4 wide = (float4)(1, 2, 3, 4);
    float *lane = (float *)&wide;
    global int *fine = data;
    int rounds = 0;

    barrier(CLK_LOCAL_MEM_FENCE);
    global_barrier();
    *p += 2;
    **deep += 1;
    while (at != 0) {
        x += at->value;
        global_barrier();
        at->value += n;
        at = at->next;
        ++rounds;
    }
    *deep = p;
    pair->y += *inside;
    global_barrier();
    *q[1] += *constant_one;
    lane[2] += 10;
    for (int i = 0, *step = &i; i < 3; ++*step) {
        global_barrier();
        part.list[*step] += 1;
    }
    if (me == 0) {
        out[me] = *p + 10 * *q[0] + *own + n + fine[0] + part.pair.y + part.list[1] + rounds + list.value + third.value +
                  (int)wide.z;
    }
}
