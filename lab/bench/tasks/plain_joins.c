/* One thread, without tasks: the elision of the device's, built as rivals are. */
#include "lab/bench/base/join_steps.h"
#include "tools/measure/clock.h"

#include <coop/spawn.h>

#undef coop_task
#define coop_task static

#include "apps/fib/fib_spawn.cl"
#include "apps/queens/queens_spawn.cl"
#include "apps/sort/sort.cl"
#include "apps/strassen/strassen.cl"

uint64_t rival_join_plain(const struct join_input *input, unsigned threads, uint64_t *value)
{
    const struct queens_placement none = {0, 0, 0, 0};
    const struct join_product first = join_first_product(input);
    uint64_t begin = clock_now_ns();

    (void)threads;
    *value = 0;
    switch (input->work) {
    case JOIN_FIB:
        *value = fib(input->n, input->cutoff);
        break;
    case JOIN_QUEENS:
        *value = place(none, input->n, input->cutoff);
        break;
    case JOIN_SORT:
        sort(0, input->n, input->keys, input->n, input->leaf);
        break;
    case JOIN_STRASSEN:
        product(first.a, first.b, first.c, first.room, input->n, input->matrices, input->leaf);
        break;
    case JOIN_CLASSICAL:
        classical(first.a, first.b, first.c, input->n, input->matrices, input->leaf);
        break;
    }
    return clock_now_ns() - begin;
}
