/* The sieve of Eratosthenes: the work-groups wait for each other behind every prime. */
#include "coop/kernel.clh"

/* The next prime: below the square of a prime there is one, and all is crossed out that ever will be. */
static uint next_prime(global const uchar *is_crossed, uint from)
{
    uint next = from + 1;

    while (is_crossed[next]) {
        next++;
    }
    return next;
}

/* Between the search for the next prime and the next barrier only its multiples from its square on are
 * crossed out, and all work-groups find it before that. */
coop_kernel void sieve(global uchar *is_crossed, uint count)
{
    transmit uint prime = 2;

    while (prime * prime < count) {
        uint first = prime * prime + prime * (uint)get_global_id(0);
        for (uint i = first; i < count; i += prime * (uint)get_global_size(0)) {
            is_crossed[i] = 1;
        }
        resizing_global_barrier();
        prime = next_prime(is_crossed, prime);
    }
}

/* Counts the numbers below `count` that are left, each work-item its part of them. */
kernel void count_left(global const uchar *is_crossed, uint count, global atomic_uint *left)
{
    uint found = 0;

    for (uint i = 2 + (uint)get_global_id(0); i < count; i += (uint)get_global_size(0)) {
        found += is_crossed[i] == 0;
    }
    atomic_fetch_add_explicit(left, found, memory_order_relaxed, memory_scope_device);
}
