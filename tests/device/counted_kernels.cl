/* Loops that count to a constant, around primitives at which work-groups come and go: each is a form that a
 * newcomer writes first. Work-group 0 stays to the end, so that out[0] counts the rounds. */
#include "coop/kernel.clh"

coop_kernel void up_2(global uint *out)
{
    transmit int i = 0;

    for (; i < 2; i++) {
        out[get_global_id(0)] += 1;
        resizing_global_barrier();
    }
}

coop_kernel void up_10(global uint *out)
{
    transmit int i = 0;

    for (; i < 10; i++) {
        out[get_global_id(0)] += 1;
        resizing_global_barrier();
    }
}

coop_kernel void up_100(global uint *out)
{
    transmit int i = 0;

    for (; i < 100; i++) {
        out[get_global_id(0)] += 1;
        resizing_global_barrier();
    }
}

coop_kernel void unequal(global uint *out)
{
    transmit int i = 0;

    for (; i != 10; i++) {
        out[get_global_id(0)] += 1;
        resizing_global_barrier();
    }
}

coop_kernel void down(global uint *out)
{
    transmit int i = 10;

    for (; i > 0; i--) {
        out[get_global_id(0)] += 1;
        resizing_global_barrier();
    }
}

coop_kernel void down_unsigned(global uint *out)
{
    transmit uint i = 10;

    while (i-- > 0) {
        out[get_global_id(0)] += 1;
        resizing_global_barrier();
    }
}

coop_kernel void in_threes(global uint *out)
{
    transmit int i = 0;

    for (; i < 31; i += 3) {
        out[get_global_id(0)] += 1;
        resizing_global_barrier();
    }
}

coop_kernel void doubled(global uint *out)
{
    transmit int i = 1;

    for (; i < 1000; i *= 2) {
        out[get_global_id(0)] += 1;
        resizing_global_barrier();
    }
}

coop_kernel void do_while(global uint *out)
{
    transmit int i = 0;

    do {
        out[get_global_id(0)] += 1;
        resizing_global_barrier();
    } while (++i < 10);
}

coop_kernel void breaks(global uint *out)
{
    transmit int i = 0;

    for (;;) {
        if (i == 10)
            break;
        out[get_global_id(0)] += 1;
        resizing_global_barrier();
        i++;
    }
}

coop_kernel void breaks_behind(global uint *out)
{
    transmit int i = 0;

    while (true) {
        out[get_global_id(0)] += 1;
        resizing_global_barrier();
        if (++i >= 10)
            break;
    }
}

coop_kernel void returns(global uint *out)
{
    transmit int i = 0;

    for (;; i++) {
        if (i == 12)
            return;
        out[get_global_id(0)] += 1;
        resizing_global_barrier();
    }
}

coop_kernel void nest(global uint *out)
{
    transmit int i = 0;
    transmit int j = 0;

    for (; i < 3; i++) {
        for (j = 0; j < 4; j++) {
            out[get_global_id(0)] += 1;
            resizing_global_barrier();
        }
    }
}

coop_kernel void nest_of_three(global uint *out)
{
    transmit int i = 0;
    transmit int j = 0;
    transmit int k = 0;

    for (; i < 3; i++)
        for (j = 0; j < 2; j++)
            for (k = 0; k != 2; k++) {
                out[get_global_id(0)] += 1;
                resizing_global_barrier();
            }
}

coop_kernel void forks(global uint *out)
{
    transmit int i = 0;

    for (; i < 10; i++) {
        out[get_global_id(0)] += 1;
        offer_kill();
        request_fork();
    }
}

coop_kernel void forks_down(global uint *out)
{
    transmit int i = 20;

    for (; i != 0; i -= 2) {
        out[get_global_id(0)] += 1;
        offer_kill();
        request_fork();
    }
}

coop_kernel void forks_in_a_nest(global uint *out)
{
    transmit int i = 0;
    transmit int j = 0;

    for (; i < 3; i++) {
        for (j = 0; j < 4; j++) {
            out[get_global_id(0)] += 1;
            offer_kill();
            request_fork();
        }
        resizing_global_barrier();
    }
}

coop_kernel void two_loops(global uint *out)
{
    transmit int i = 0;

    for (; i < 10; i++) {
        out[get_global_id(0)] += 1;
        resizing_global_barrier();
    }
    for (i = 0; i < 5; i++) {
        out[get_global_id(0)] += 1;
        resizing_global_barrier();
    }
}

coop_kernel void guarded(global uint *out)
{
    transmit int i = 0;

    for (; i < 10; i++) {
        if (i % 2 == 0) {
            out[get_global_id(0)] += 1;
            resizing_global_barrier();
        } else {
            global_barrier();
        }
    }
}

coop_kernel void chosen(global uint *out)
{
    transmit int i = 0;

    for (; i < 9; i++) {
        switch (i % 3) {
        case 0:
            out[get_global_id(0)] += 1;
            resizing_global_barrier();
            break;
        default:
            out[get_global_id(0)] += 1;
            break;
        }
    }
}
