/* Tasks of OpenMP that wait for their children, as one writes them: a task for each child, and taskwait. */
#include "lab/bench/base/join_steps.h"
#include "lab/bench/tasks/sort_cut.h"
#include "tools/measure/clock.h"

static uint64_t fib(const struct join_input *input, uint32_t n)
{
    uint64_t x, y;

    if (n < 2) {
        return n;
    }
    if (n < input->cutoff) {
        return fib_leaf(n);
    }
#pragma omp task shared(x) firstprivate(n)
    x = fib(input, n - 1);
#pragma omp task shared(y) firstprivate(n)
    y = fib(input, n - 2);
#pragma omp taskwait
    return x + y;
}

static uint64_t place(const struct join_input *input, struct queens_placement at)
{
    uint64_t solutions[QUEENS_N_MAX];
    uint64_t sum = 0;
    uint32_t count = 0;

    if (at.row >= input->cutoff || at.row == input->n) {
        return queens_search(at, input->n).solutions;
    }
    for (uint32_t squares = queens_free(at, input->n); squares != 0; squares &= squares - 1) {
        struct queens_placement next = queens_put(at, squares & (0u - squares));
        uint64_t *result = &solutions[count++];
#pragma omp task firstprivate(next, result)
        *result = place(input, next);
    }
#pragma omp taskwait
    for (uint32_t i = 0; i < count; i++) {
        sum += solutions[i];
    }
    return sum;
}

static void merge(const struct join_input *input, uint32_t a, uint32_t a_count, uint32_t b, uint32_t b_count,
                  uint32_t to)
{
    struct sort_cut cut;

    if (a_count + b_count <= input->leaf) {
        sort_merge(input->keys, a, a_count, b, b_count, to);
        return;
    }
    cut = sort_cut_of(input->keys, a, a_count, b, b_count);
#pragma omp task
    merge(input, a, cut.a, b, cut.b, to);
#pragma omp task
    merge(input, a + cut.a, a_count - cut.a, b + cut.b, b_count - cut.b, to + cut.a + cut.b);
#pragma omp taskwait
}

static void sort(const struct join_input *input, uint32_t at, uint32_t count)
{
    uint32_t quarter = count / 4;
    uint32_t other = input->n + at;

    if (count <= input->leaf) {
        sort_few(input->keys, at, other, count);
        return;
    }
    for (uint32_t i = 0; i < 4; i++) {
#pragma omp task firstprivate(i)
        sort(input, at + i * quarter, i < 3 ? quarter : count - 3 * quarter);
    }
#pragma omp taskwait
#pragma omp task
    merge(input, at, quarter, at + quarter, quarter, other);
#pragma omp task
    merge(input, at + 2 * quarter, quarter, at + 3 * quarter, count - 3 * quarter, other + 2 * quarter);
#pragma omp taskwait
    merge(input, other, 2 * quarter, other + 2 * quarter, count - 2 * quarter, at);
}

static void multiply(const struct join_input *input, struct join_product of, uint32_t size)
{
    uint32_t part = size / 2;
    uint32_t rows = strassen_rows_each(part);

    if (size <= input->leaf) {
        strassen_leaf(input->matrices, of.a, of.b, of.c, size, 0);
        return;
    }
    for (uint32_t row = 0; row < part; row += rows) {
#pragma omp task firstprivate(row) if (rows < part)
        strassen_sum(input->matrices, of.a, of.b, of.room, part, row, rows);
    }
#pragma omp taskwait
    for (uint32_t i = 0; i < 7; i++) {
#pragma omp task firstprivate(i)
        multiply(input, join_product_of(input, of, part, i), part);
    }
#pragma omp taskwait
    for (uint32_t row = 0; row < part; row += rows) {
#pragma omp task firstprivate(row) if (rows < part)
        strassen_combine(input->matrices, of.c, of.room, part, row, rows);
    }
#pragma omp taskwait
}

static void add_product(const struct join_input *input, struct join_product of, uint32_t size)
{
    if (size <= input->leaf) {
        strassen_leaf(input->matrices, of.a, of.b, of.c, size, 1);
        return;
    }
    for (uint32_t i = 0; i < 8; i++) {
#pragma omp task firstprivate(i)
        add_product(input, join_quarter_of(of, size / 2, i), size / 2);
    }
#pragma omp taskwait
}

static uint64_t first_task(const struct join_input *input)
{
    const struct queens_placement none = {0, 0, 0, 0};

    switch (input->work) {
    case JOIN_FIB:
        return fib(input, input->n);
    case JOIN_QUEENS:
        return place(input, none);
    case JOIN_SORT:
        sort(input, 0, input->n);
        break;
    case JOIN_STRASSEN:
        multiply(input, join_first_product(input), input->n);
        break;
    case JOIN_CLASSICAL:
        add_product(input, join_first_product(input), input->n);
        break;
    }
    return 0;
}

uint64_t rival_join_openmp(const struct join_input *input, unsigned threads, uint64_t *value)
{
    uint64_t begin;

    /* The threads of a first region are kept for the next. */
#pragma omp parallel num_threads(threads)
    {
    }
    begin = clock_now_ns();
#pragma omp parallel num_threads(threads)
#pragma omp single
    *value = first_task(input);
    return clock_now_ns() - begin;
}
