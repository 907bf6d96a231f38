/* Tasks of OpenMP, as one writes them: a task for each child, and the region's end waits for all. */
#include "lab/bench/base/rival_steps.h"
#include "tools/measure/clock.h"

#include <omp.h>

/* Children without children are no tasks. */
static void visit(const struct rival_input *input, struct sha1_digest state, uint32_t height,
                  uint32_t children, struct rival_tally *tallies)
{
    struct rival_tally *tally = &tallies[omp_get_thread_num()];
    uint32_t i, j, made;

    tally->tasks++;
    for (i = 0; i < children; i += made) {
        struct rival_states states;

        made = rival_uts_states(input, state, i, children, &states);
        for (j = 0; j < made; j++) {
            struct sha1_digest child = states.of[j];
            uint32_t its_children = rival_uts_children(input, child, height + 1, tally);

            if (its_children > 0) {
#pragma omp task firstprivate(child, its_children)
                visit(input, child, height + 1, its_children, tallies);
            }
        }
    }
}

static void place(const struct rival_input *input, struct queens_placement placement,
                  struct rival_tally *tallies)
{
    struct rival_tally *tally = &tallies[omp_get_thread_num()];
    uint32_t squares = queens_free(placement, input->n);

    tally->tasks++;
    tally->second += BOTH_BITS(squares);
    while (squares != 0) {
        struct queens_placement next = queens_put(placement, squares & (0u - squares));

        squares &= squares - 1;
        if (rival_queens_is_whole(input, next)) {
            rival_queens_rest(input, next, tally);
        } else {
#pragma omp task firstprivate(next)
            place(input, next, tallies);
        }
    }
}

static void fib(const struct rival_input *input, uint32_t n, struct rival_tally *tallies)
{
    struct rival_tally *tally = &tallies[omp_get_thread_num()];

    tally->tasks++;
    if (rival_fib_is_leaf(input, n)) {
        tally->first += rival_fib_leaf(input, n);
        return;
    }
#pragma omp task firstprivate(n)
    fib(input, n - 1, tallies);
#pragma omp task firstprivate(n)
    fib(input, n - 2, tallies);
}

static uint64_t joined(uint32_t n, struct rival_tally *tallies)
{
    uint64_t x, y;

    tallies[omp_get_thread_num()].tasks++;
    if (n < 2) {
        return n;
    }
#pragma omp task shared(x) firstprivate(n)
    x = joined(n - 1, tallies);
#pragma omp task shared(y) firstprivate(n)
    y = joined(n - 2, tallies);
#pragma omp taskwait
    return x + y;
}

static void first_task(const struct rival_input *input, struct rival_tally *tallies)
{
    const struct queens_placement none = {0, 0, 0, 0};
    const struct sha1_digest root = uts_root(input->rule.seed);

    switch (input->work) {
    case RIVAL_UTS:
        visit(input, root, 0, rival_uts_children(input, root, 0, &tallies[omp_get_thread_num()]), tallies);
        break;
    case RIVAL_QUEENS:
        place(input, none, tallies);
        break;
    case RIVAL_FIB:
        fib(input, input->n, tallies);
        break;
    case RIVAL_JOINS:
        tallies[0].first = joined(input->n, tallies);
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
