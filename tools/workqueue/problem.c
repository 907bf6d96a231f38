#include "problem.h"

#include <stdlib.h>
#include <string.h>

const char *work_base_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash != NULL && slash[1] != '\0' ? slash + 1 : path;
}

int work_check_range(const char *what, uint64_t number, uint64_t least, uint64_t most,
                     struct tool_error *error)
{
    if (number < least || number > most) {
        return tool_fail(error, "%s must be from %llu to %llu, not %llu", what, (unsigned long long)least,
                         (unsigned long long)most, (unsigned long long)number);
    }
    return 0;
}

void work_choice_default(struct work_choice *choice)
{
    if (choice->workload->complete != NULL) {
        choice->workload->complete(choice);
    }
}

int work_choice_check(const struct work_choice *choice, struct tool_error *error)
{
    return choice->workload->check != NULL ? choice->workload->check(choice, error) : 0;
}

int work_problem_make(const struct work_choice *choice, struct work_problem *problem,
                      struct tool_error *error)
{
    const struct workload *workload = choice->workload;

    memset(problem, 0, sizeof *problem);
    problem->workload = workload;
    problem->n = (uint32_t)choice->n;
    problem->tasks = (uint32_t)choice->tasks;
    problem->lanes = (uint32_t)choice->lanes;
    problem->by_tasks = choice->by_tasks;
    problem->by_group = choice->by_group;
    problem->cutoff = choice->cutoff < UINT32_MAX ? (uint32_t)choice->cutoff : UINT32_MAX;
    if (workload->input_bytes > 0) {
        problem->input = calloc(1, workload->input_bytes);
        if (problem->input == NULL) {
            return tool_fail(error, "memory is exhausted");
        }
    }
    if (workload->make(choice, problem, error) != 0) {
        work_problem_clear(problem);
        return -1;
    }
    return 0;
}

int work_problem_solve(const struct work_problem *problem, struct answer *answer, struct tool_error *error)
{
    memset(answer, 0, sizeof *answer);
    return problem->workload->solve(problem, answer, error);
}

void work_problem_clear(struct work_problem *problem)
{
    if (problem->input != NULL && problem->workload->clear != NULL) {
        problem->workload->clear(problem->input);
    }
    free(problem->input);
    memset(problem, 0, sizeof *problem);
}
