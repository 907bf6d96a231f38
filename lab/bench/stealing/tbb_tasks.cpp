// Tasks of oneTBB, as one writes them: a task for each child in one group, and a wait for the group.
#include "lab/bench/base/rival_steps.h"

#include <tbb/global_control.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include <chrono>

namespace
{

struct solver {
    const rival_input *input;
    rival_tally *tallies;
    tbb::task_group group;

    rival_tally *tally() const
    {
        return &tallies[tbb::this_task_arena::current_thread_index()];
    }

    // Children without children are no tasks.
    void visit(sha1_digest state, uint32_t height, uint32_t children)
    {
        tally()->tasks++;
        for (uint32_t i = 0; i < children;) {
            rival_states states;
            const uint32_t made = rival_uts_states(input, state, i, children, &states);

            for (uint32_t j = 0; j < made; j++) {
                const sha1_digest child = states.of[j];
                const uint32_t its_children = rival_uts_children(input, child, height + 1, tally());

                if (its_children > 0) {
                    group.run(
                        [this, child, height, its_children] { visit(child, height + 1, its_children); });
                }
            }
            i += made;
        }
    }

    void place(queens_placement placement)
    {
        uint32_t squares = queens_free(placement, input->n);

        tally()->tasks++;
        tally()->second += BOTH_BITS(squares);
        while (squares != 0) {
            const queens_placement next = queens_put(placement, squares & (0u - squares));

            squares &= squares - 1;
            if (rival_queens_is_whole(input, next)) {
                rival_queens_rest(input, next, tally());
            } else {
                group.run([this, next] { place(next); });
            }
        }
    }

    void fib(uint32_t n)
    {
        tally()->tasks++;
        if (rival_fib_is_leaf(input, n)) {
            tally()->first += rival_fib_leaf(input, n);
            return;
        }
        group.run([this, n] { fib(n - 1); });
        group.run([this, n] { fib(n - 2); });
    }

    uint64_t joined(uint32_t n)
    {
        uint64_t x, y;
        tbb::task_group children;

        tally()->tasks++;
        if (n < 2) {
            return n;
        }
        children.run([this, n, &x] { x = joined(n - 1); });
        children.run([this, n, &y] { y = joined(n - 2); });
        children.wait();
        return x + y;
    }

    void first_task()
    {
        const sha1_digest root = uts_root(input->rule.seed);

        switch (input->work) {
        case RIVAL_UTS:
            visit(root, 0, rival_uts_children(input, root, 0, tally()));
            break;
        case RIVAL_QUEENS:
            place(queens_placement{0, 0, 0, 0});
            break;
        case RIVAL_FIB:
            fib(input->n);
            break;
        case RIVAL_JOINS:
            tallies[0].first = joined(input->n);
            break;
        }
    }
};

} // namespace

uint64_t rival_solve_tbb(const rival_input *input, unsigned threads, rival_tally *tallies)
{
    // More threads than processors only if they are asked for.
    tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
    tbb::task_arena arena(static_cast<int>(threads));
    solver work{input, tallies, {}};
    std::chrono::steady_clock::time_point begin;

    arena.initialize();
    begin = std::chrono::steady_clock::now();
    arena.execute([&work] {
        work.group.run([&work] { work.first_task(); });
        work.group.wait();
    });
    return static_cast<uint64_t>(
        std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - begin)
            .count());
}
