/* Tasks of OpenMP, as one writes them: a task for each child, and the region's end waits for all. */
#include "clock.h"
#include "rival_steps.h"

#include <omp.h>

static void visit(const struct rival_input *input, struct sha1_digest parent, uint32_t index, uint32_t height,
                  struct rival_tally *tallies)
{
    struct sha1_digest state = height == 0 ? uts_root(input->rule.seed) : uts_child(parent, index);
    uint32_t children = rival_uts_children(input, state, height, &tallies[omp_get_thread_num()]);
    uint32_t i;

    for (i = 0; i < children; i++) {
#pragma omp task firstprivate(state, i, height)
        visit(input, state, i, height + 1, tallies);
    }
}

static void place(const struct rival_input *input, struct queens_placement placement,
                  struct rival_tally *tallies)
{
    struct rival_tally *tally = &tallies[omp_get_thread_num()];
    uint32_t squares = queens_free(placement, input->n);

    if (rival_queens_is_whole(input, placement)) {
        rival_queens_rest(input, placement, tally);
        return;
    }
    tally->tasks++;
    tally->second += BOTH_BITS(squares);
    while (squares != 0) {
        uint32_t square = squares & (0u - squares);

        squares ^= square;
#pragma omp task firstprivate(placement, square)
        place(input, queens_put(placement, square), tallies);
    }
}

static uint64_t fib_below(uint32_t n)
{
    return n < 2 ? n : fib_below(n - 1) + fib_below(n - 2);
}

static void fib(const struct rival_input *input, uint32_t n, struct rival_tally *tallies)
{
    struct rival_tally *tally = &tallies[omp_get_thread_num()];

    tally->tasks++;
    if (n < 2 || n < input->cutoff) {
        tally->first += fib_below(n);
        return;
    }
#pragma omp task firstprivate(n)
    fib(input, n - 1, tallies);
#pragma omp task firstprivate(n)
    fib(input, n - 2, tallies);
}

static void first_task(const struct rival_input *input, struct rival_tally *tallies)
{
    const struct queens_placement none = {0, 0, 0, 0};
    const struct sha1_digest nobody = {{0, 0, 0, 0, 0}};

    switch (input->work) {
    case RIVAL_UTS:
        visit(input, nobody, 0, 0, tallies);
        break;
    case RIVAL_QUEENS:
        place(input, none, tallies);
        break;
    case RIVAL_FIB:
        fib(input, input->n, tallies);
        break;
    }
}

uint64_t rival_solve_openmp(const struct rival_input *input, unsigned threads, struct rival_tally *tallies)
{
    uint64_t begin;

    /* The threads of a first region are kept for the next. */
#pragma omp parallel num_threads(threads)
    {
    }
    begin = clock_now_ns();
#pragma omp parallel num_threads(threads)
#pragma omp single
    first_task(input, tallies);
    return clock_now_ns() - begin;
}
