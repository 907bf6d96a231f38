// Tasks of libfork, as one writes them: a coroutine forks a child for each task, and joins them at its end.
// Source: Williams and Elliott, "Libfork: portable continuation-stealing with stackless coroutines" (2024).
#include "lab/bench/base/rival_steps.h"

#include <libfork.hpp>

#include <atomic>
#include <chrono>
#include <memory>

namespace
{

// The threads of a pool, and the part of the result that is a thread's own. A pool is kept for the next run
// on as many threads.
struct threads_kept {
    std::unique_ptr<lf::lazy_pool> pool;
    unsigned count = 0;
};

threads_kept kept;
std::atomic<unsigned> pools_made{0};
std::atomic<unsigned> threads_seen{0};

struct solver {
    const rival_input *input;
    rival_tally *tallies;

    // Not inlined: a coroutine may go on in another thread, and would keep the address.
    [[gnu::noinline]] rival_tally *tally() const
    {
        static thread_local unsigned pool_of = 0;
        static thread_local unsigned index = 0;

        if (pool_of != pools_made.load(std::memory_order_relaxed)) {
            pool_of = pools_made.load(std::memory_order_relaxed);
            index = threads_seen.fetch_add(1, std::memory_order_relaxed);
        }
        return &tallies[index];
    }
};

// Children without children are no tasks.
constexpr auto visit = [](auto visit, const solver *work, sha1_digest state, uint32_t height,
                          uint32_t children) LF_STATIC_CALL -> lf::task<void> {
    work->tally()->tasks++;
    for (uint32_t i = 0; i < children;) {
        rival_states states;
        const uint32_t made = rival_uts_states(work->input, state, i, children, &states);

        for (uint32_t j = 0; j < made; j++) {
            const uint32_t its_children =
                rival_uts_children(work->input, states.of[j], height + 1, work->tally());

            if (its_children > 0) {
                co_await lf::fork(visit)(work, states.of[j], height + 1, its_children);
            }
        }
        i += made;
    }
    co_await lf::join;
};

constexpr auto place = [](auto place, const solver *work, queens_placement placement)
                           LF_STATIC_CALL -> lf::task<void> {
    uint32_t squares = queens_free(placement, work->input->n);

    work->tally()->tasks++;
    work->tally()->second += BOTH_BITS(squares);
    while (squares != 0) {
        const queens_placement next = queens_put(placement, squares & (0u - squares));

        squares &= squares - 1;
        if (rival_queens_is_whole(work->input, next)) {
            rival_queens_rest(work->input, next, work->tally());
        } else {
            co_await lf::fork(place)(work, next);
        }
    }
    co_await lf::join;
};

struct fib_sum {
    uint64_t value;
    uint64_t tasks;
};

constexpr auto fib = [](auto fib, const rival_input *input, uint32_t n) LF_STATIC_CALL -> lf::task<fib_sum> {
    fib_sum first, second;

    if (rival_fib_is_leaf(input, n)) {
        co_return fib_sum{rival_fib_leaf(input, n), 1};
    }
    co_await lf::fork(&first, fib)(input, n - 1);
    co_await lf::call(&second, fib)(input, n - 2);
    co_await lf::join;
    co_return fib_sum{first.value + second.value, first.tasks + second.tasks + 1};
};

} // namespace

uint64_t rival_solve_libfork(const rival_input *input, unsigned threads, rival_tally *tallies)
{
    const solver work{input, tallies};
    const sha1_digest root = uts_root(input->rule.seed);
    std::chrono::steady_clock::time_point begin;

    if (kept.count != threads) {
        kept.pool.reset();
        threads_seen = 0;
        pools_made++;
        kept.pool = std::make_unique<lf::lazy_pool>(threads);
        kept.count = threads;
    }
    begin = std::chrono::steady_clock::now();
    switch (input->work) {
    case RIVAL_UTS:
        // The calling thread waits and runs no task, so that it may have any tally.
        lf::sync_wait(*kept.pool, visit, &work, root, 0u, rival_uts_children(input, root, 0, &tallies[0]));
        break;
    case RIVAL_QUEENS:
        lf::sync_wait(*kept.pool, place, &work, queens_placement{0, 0, 0, 0});
        break;
    case RIVAL_FIB:
    case RIVAL_JOINS: {
        const fib_sum sum = lf::sync_wait(*kept.pool, fib, input, input->n);

        tallies[0].first = sum.value;
        tallies[0].tasks = sum.tasks;
        break;
    }
    }
    return static_cast<uint64_t>(
        std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - begin)
            .count());
}
