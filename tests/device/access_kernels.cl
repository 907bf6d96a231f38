/* Kernels that read and write where they are told to: the tests tell them wrong places, and name lines of
 * this file. */
#include "coop/kernel.clh"

struct cell {
    uint head;
    uint words[3];
};

#define FIRST_OF(cells) ((cells)->head)
#define DOUBLED(value) ((value) + (value))

uint second(global const uint *from, long at)
{
    return from[at];
}

uint first(global const uint *from, long at)
{
    return second(from, at);
}

void store(global uint *to, long at, uint value)
{
    *(to + at) = value;
}

uint count_up(global uint *words, uint n)
{
    uint sum = 0;

    while (n-- > 0) {
        sum += *words++;
    }
    return sum;
}

/* Every way to reach memory, one at a time. */
kernel void reach(global uint *words, global float4 *vectors, global struct cell *cells, constant uint *table,
                  uint way, long at)
{
    global uint *alias = words + 1;
    uint value = 0;

    if (get_global_id(0) != 0) {
        return;
    }
    if (way == 0) {
        value = words[at];
    } else if (way == 1) {
        words[at] = 1;
    } else if (way == 2) {
        value = *(words + at);
    } else if (way == 3) {
        value = (uint)vectors[at].s3;
    } else if (way == 4) {
        vectors[at].x = 1.0f;
    } else if (way == 5) {
        value = cells[at].words[1];
    } else if (way == 6) {
        (cells + at)->head = 2;
    } else if (way == 7) {
        value = table[at];
    } else if (way == 8) {
        value = alias[at - 1];
    } else if (way == 9) {
        value = first(words, at);
    } else if (way == 10) {
        store(words, at, 3);
    } else if (way == 11) {
        atomic_inc(&words[at]);
    } else if (way == 12) {
        atomic_add(words + at, 5u);
    } else if (way == 13) {
        value = DOUBLED(words[at]);
    } else if (way == 14) {
        words[at]++;
    } else if (way == 15) {
        alias += at - 1;
        value = *alias++;
    } else if (way == 16) {
        value = atomic_fetch_add_explicit((global atomic_uint *)&words[at], 1u, memory_order_relaxed,
                                          memory_scope_device);
    } else if (way == 17) {
        value = count_up(words, (uint)at);
    }
    words[0] = value + words[0] * 0;
}

/* After a barrier, through pointers that have changed places. */
coop_kernel void swapped(global uint *one, global uint *two, uint rounds, long at)
{
    transmit uint round = 0;
    transmit global uint *in = one;
    transmit global uint *out = two;

    while (round < rounds) {
        if (get_global_id(0) == 0) {
            out[at] = in[at] + 1;
        }
        global uint *swap = in;
        in = out;
        out = swap;
        round++;
        resizing_global_barrier();
    }
}

/* An index that only the second step reads, in a helper with a barrier. */
void wait_and_store(global uint *to, long at)
{
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (get_local_id(0) == 0) {
        to[at] = 9;
    }
}

kernel void behind_a_barrier(global uint *words, long at)
{
    wait_and_store(words, at);
}

/* Goes on behind the buffer when no word of it is 0. */
kernel void find_zero(global uint *words)
{
    long at = 0;

    while (words[at] != 0) {
        at++;
    }
    words[0] = (uint)at;
}

/* Writes all it may, and reads all. */
coop_kernel void all_right(global uint *words, global struct cell *cells, uint n)
{
    for (uint i = get_global_id(0); i < n; i += get_global_size(0)) {
        global uint *end = words + n;

        end[-1 - (int)i] = i;
        cells[i].words[2] = FIRST_OF(cells);
    }
    global_barrier();
    if (get_global_id(0) == 0) {
        words[0] = count_up(words, n);
    }
}
