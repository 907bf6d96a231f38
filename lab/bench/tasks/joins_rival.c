#include "joins_rival.h"

#include "apps/sort/task_sort.h"
#include "apps/strassen/task_strassen.h"
#include "tools/measure/clock.h"

#include <stdlib.h>
#include <string.h>

/* Copies what the rival works on. All of it is written, so that no page is missing when the clock runs. */
static int take_input(enum join_work work, const struct work_problem *problem, struct join_input *input,
                      struct tool_error *error)
{
    *input = (struct join_input){.work = work, .n = problem->n, .cutoff = problem->cutoff};
    if (work == JOIN_SORT) {
        const struct sort_input *from = problem->input;

        input->leaf = from->base;
        input->keys = malloc(2 * (size_t)from->count * sizeof *input->keys + 1);
        if (input->keys == NULL) {
            return tool_fail(error, "memory is exhausted");
        }
        memset(input->keys, 255, 2 * (size_t)from->count * sizeof *input->keys);
        memcpy(input->keys, from->keys, (size_t)from->count * sizeof *input->keys);
    } else if (work == JOIN_STRASSEN || work == JOIN_CLASSICAL) {
        const struct strassen_input *from = problem->input;
        size_t elements = (size_t)from->size * from->size;
        size_t room = work == JOIN_STRASSEN ? strassen_room(from->size, from->leaf) : 0;

        input->leaf = from->leaf;
        input->matrices = malloc((3 * elements + room) * sizeof *input->matrices);
        if (input->matrices == NULL) {
            return tool_fail(error, "memory is exhausted");
        }
        for (size_t i = 0; i < 3 * elements + room; i++) {
            input->matrices[i] = i < 3 * elements ? 0 : 1;
        }
        memcpy(input->matrices, from->words, 2 * elements * sizeof *input->matrices);
    }
    return 0;
}

/* Integers are exact. */
static int differs(const struct join_input *input, const struct work_problem *problem, uint64_t value,
                   const struct answer *wanted)
{
    if (input->work == JOIN_FIB || input->work == JOIN_QUEENS) {
        return (int64_t)value != wanted->counts[0].value;
    }
    if (input->work == JOIN_SORT) {
        const struct sort_input *from = problem->input;

        return memcmp(input->keys, from->sorted, (size_t)from->count * sizeof *input->keys) != 0;
    }
    {
        const struct strassen_input *from = problem->input;
        size_t elements = (size_t)from->size * from->size;
        size_t i = 0;

        while (i < elements && (double)input->matrices[2 * elements + i] == from->wanted[i]) {
            i++;
        }
        return i < elements;
    }
}

int joins_rival_run(const struct rival *rival, enum join_work work, const struct work_problem *problem,
                    const struct answer *wanted, unsigned threads, double *ms, double *cpu_ms, int *is_wrong,
                    struct tool_error *error)
{
    struct join_input input;
    uint64_t value = 0;
    uint64_t cpu_begin;

    if (take_input(work, problem, &input, error) != 0) {
        return -1;
    }
    cpu_begin = clock_process_ns();
    *ms = (double)rival->join(&input, rival->is_parallel ? threads : 1, &value) / 1e6;
    *cpu_ms = (double)(clock_process_ns() - cpu_begin) / 1e6;
    *is_wrong = differs(&input, problem, value, wanted);
    free(input.keys);
    free(input.matrices);
    return 0;
}
