/* One thread, no tasks. */
#include "lab/bench/base/rival_steps.h"
#include "tools/measure/clock.h"

/* Recursion is as deep as the tree, a small frame for each level. */
static void visit(const struct rival_input *input, struct sha1_digest state, uint32_t height,
                  struct rival_tally *tally)
{
    uint32_t children = rival_uts_children(input, state, height, tally);
    uint32_t i, j, made;

    for (i = 0; i < children; i += made) {
        struct rival_states states;

        made = rival_uts_states(input, state, i, children, &states);
        for (j = 0; j < made; j++) {
            visit(input, states.of[j], height + 1, tally);
        }
    }
}

uint64_t rival_solve_plain(const struct rival_input *input, unsigned threads, struct rival_tally *tallies)
{
    const struct queens_placement none = {0, 0, 0, 0};
    uint64_t begin = clock_now_ns();

    (void)threads;
    tallies[0].tasks = 1;
    switch (input->work) {
    case RIVAL_UTS:
        visit(input, uts_root(input->rule.seed), 0, &tallies[0]);
        break;
    case RIVAL_QUEENS:
        rival_queens_rest(input, none, &tallies[0]);
        break;
    case RIVAL_FIB:
        tallies[0].first = rival_fib_leaf(input, input->n);
        break;
    case RIVAL_JOINS:
        tallies[0].first = rival_fib_recursion(input->n);
        break;
    }
    return clock_now_ns() - begin;
}
