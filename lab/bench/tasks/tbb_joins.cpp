// Tasks of oneTBB that wait for their children, as one writes them: a task_group for each wait.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-braces" /* C's {0}, of vectors too */
#include "lab/bench/base/join_steps.h"
#include "lab/bench/tasks/sort_cut.h"
#pragma GCC diagnostic pop

#include <tbb/global_control.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include <chrono>

namespace
{

struct solver {
    const join_input *input;

    uint64_t fib(uint32_t n) const
    {
        uint64_t x, y;
        tbb::task_group children;

        if (n < 2) {
            return n;
        }
        if (n < input->cutoff) {
            return fib_leaf(n);
        }
        children.run([this, n, &x] { x = fib(n - 1); });
        children.run([this, n, &y] { y = fib(n - 2); });
        children.wait();
        return x + y;
    }

    uint64_t place(queens_placement at) const
    {
        uint64_t solutions[QUEENS_N_MAX];
        uint64_t sum = 0;
        uint32_t count = 0;

        if (at.row >= input->cutoff || at.row == input->n) {
            return queens_search(at, input->n).solutions;
        }
        {
            tbb::task_group children;

            for (uint32_t squares = queens_free(at, input->n); squares != 0; squares &= squares - 1) {
                const queens_placement next = queens_put(at, squares & (0u - squares));
                uint64_t *result = &solutions[count++];

                children.run([this, next, result] { *result = place(next); });
            }
            children.wait();
        }
        for (uint32_t i = 0; i < count; i++) {
            sum += solutions[i];
        }
        return sum;
    }

    void merge(uint32_t a, uint32_t a_count, uint32_t b, uint32_t b_count, uint32_t to) const
    {
        if (a_count + b_count <= input->leaf) {
            sort_merge(input->keys, a, a_count, b, b_count, to);
            return;
        }
        tbb::task_group children;
        const sort_cut cut = sort_cut_of(input->keys, a, a_count, b, b_count);

        children.run([=] { merge(a, cut.a, b, cut.b, to); });
        children.run(
            [=] { merge(a + cut.a, a_count - cut.a, b + cut.b, b_count - cut.b, to + cut.a + cut.b); });
        children.wait();
    }

    void sort(uint32_t at, uint32_t count) const
    {
        const uint32_t quarter = count / 4;
        const uint32_t other = input->n + at;

        if (count <= input->leaf) {
            sort_few(input->keys, at, other, count);
            return;
        }
        tbb::task_group children;

        for (uint32_t i = 0; i < 4; i++) {
            children.run([=] { sort(at + i * quarter, i < 3 ? quarter : count - 3 * quarter); });
        }
        children.wait();
        children.run([=] { merge(at, quarter, at + quarter, quarter, other); });
        children.run([=] {
            merge(at + 2 * quarter, quarter, at + 3 * quarter, count - 3 * quarter, other + 2 * quarter);
        });
        children.wait();
        merge(other, 2 * quarter, other + 2 * quarter, count - 2 * quarter, at);
    }

    void multiply(join_product of, uint32_t size) const
    {
        const uint32_t part = size / 2;
        const uint32_t rows = strassen_rows_each(part);

        if (size <= input->leaf) {
            strassen_leaf(input->matrices, of.a, of.b, of.c, size, 0);
            return;
        }
        tbb::task_group children;

        if (rows == part) {
            strassen_sum(input->matrices, of.a, of.b, of.room, part, 0, rows);
        }
        for (uint32_t row = 0; row < part && rows < part; row += rows) {
            children.run([=] { strassen_sum(input->matrices, of.a, of.b, of.room, part, row, rows); });
        }
        children.wait();
        for (uint32_t i = 0; i < 7; i++) {
            children.run([=] { multiply(join_product_of(input, of, part, i), part); });
        }
        children.wait();
        if (rows == part) {
            strassen_combine(input->matrices, of.c, of.room, part, 0, rows);
        }
        for (uint32_t row = 0; row < part && rows < part; row += rows) {
            children.run([=] { strassen_combine(input->matrices, of.c, of.room, part, row, rows); });
        }
        children.wait();
    }

    void add_product(join_product of, uint32_t size) const
    {
        if (size <= input->leaf) {
            strassen_leaf(input->matrices, of.a, of.b, of.c, size, 1);
            return;
        }
        tbb::task_group children;

        for (uint32_t i = 0; i < 8; i++) {
            children.run([=] { add_product(join_quarter_of(of, size / 2, i), size / 2); });
        }
        children.wait();
    }

    uint64_t first_task() const
    {
        switch (input->work) {
        case JOIN_FIB:
            return fib(input->n);
        case JOIN_QUEENS:
            return place(queens_placement{0, 0, 0, 0});
        case JOIN_SORT:
            sort(0, input->n);
            break;
        case JOIN_STRASSEN:
            multiply(join_first_product(input), input->n);
            break;
        case JOIN_CLASSICAL:
            add_product(join_first_product(input), input->n);
            break;
        }
        return 0;
    }
};

} // namespace

uint64_t rival_join_tbb(const join_input *input, unsigned threads, uint64_t *value)
{
    // More threads than processors only if they are asked for.
    tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
    tbb::task_arena arena(static_cast<int>(threads));
    const solver work{input};
    std::chrono::steady_clock::time_point begin;

    arena.initialize();
    begin = std::chrono::steady_clock::now();
    arena.execute([&work, value] { *value = work.first_task(); });
    return static_cast<uint64_t>(
        std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - begin)
            .count());
}
