#include "coop/kernel.clh"

/* Each number of this rank's part is set to 1 if it is a prime, else to 0. */
kernel void mark_primes(global uint *marks, ulong first, ulong count)
{
    ulong place = get_global_id(0);

    if (place < count) {
        ulong number = first + place;
        uint is_prime = number > 1;
        for (ulong divisor = 2; divisor * divisor <= number && is_prime; divisor++) {
            is_prime = number % divisor != 0;
        }
        marks[place] = is_prime;
    }
}
