#include "rivals.h"

#include "apps/fib/task_fib.h"
#include "apps/queens/task_queens.h"
#include "apps/uts/task_uts.h"

#include <stdlib.h>
#include <string.h>

static const struct rival rivals[] = {
    {"plain loop", rival_solve_plain, 0},
#ifdef RIVALS_HAVE_OPENMP
    {"OpenMP tasks", rival_solve_openmp, 1},
#endif
#ifdef RIVALS_HAVE_TBB
    {"oneTBB", rival_solve_tbb, 1},
#endif
};

const struct rival *rivals_built(unsigned *count)
{
    *count = sizeof rivals / sizeof *rivals;
    return rivals;
}

const char *rivals_missing(void)
{
#if defined(RIVALS_HAVE_OPENMP) && defined(RIVALS_HAVE_TBB)
    return "";
#elif defined(RIVALS_HAVE_OPENMP)
    return "built without oneTBB (Debian: libtbb-dev and g++)";
#elif defined(RIVALS_HAVE_TBB)
    return "built without OpenMP tasks (gcc brings them)";
#else
    return "built without OpenMP tasks (gcc brings them) and without oneTBB (Debian: libtbb-dev and g++)";
#endif
}

int rivals_know(const struct workload *workload)
{
    return workload == &workload_uts || workload == &workload_queens || workload == &workload_fib;
}

int rival_input_make(const struct work_problem *problem, struct rival_input *input, struct tool_error *error)
{
    uint32_t *table = NULL;

    memset(input, 0, sizeof *input);
    if (!rivals_know(problem->workload)) {
        return tool_fail(error, "no rival knows %s; uts, queens and fib have some", problem->workload->name);
    }
    input->n = problem->n;
    input->cutoff = problem->cutoff;
    input->work = problem->workload == &workload_uts      ? RIVAL_UTS
                  : problem->workload == &workload_queens ? RIVAL_QUEENS
                                                          : RIVAL_FIB;
    if (problem->workload == &workload_uts &&
        uts_tree_rule(problem->input, &input->rule, &table, error) != 0) {
        return -1;
    }
    input->table = table;
    return 0;
}

void rival_input_clear(struct rival_input *input)
{
    free((void *)(uintptr_t)input->table);
    memset(input, 0, sizeof *input);
}

static void add_up(const struct rival_input *input, const struct rival_tally *sum, struct answer *answer)
{
    memset(answer, 0, sizeof *answer);
    switch (input->work) {
    case RIVAL_UTS:
        answer_add(answer, "nodes", (int64_t)sum->third);
        answer_add(answer, "leaves", (int64_t)sum->first);
        answer_add(answer, "depth", (int64_t)sum->second);
        break;
    case RIVAL_QUEENS:
        answer_add(answer, "solutions", (int64_t)sum->first);
        answer_add(answer, "placements", (int64_t)sum->second);
        break;
    case RIVAL_FIB:
        answer_add(answer, "value", (int64_t)sum->first);
        break;
    }
}

int rival_run(const struct rival *rival, const struct rival_input *input, unsigned threads,
              struct answer *answer, uint64_t *ns, uint64_t *tasks, struct tool_error *error)
{
    struct rival_tally sum;
    struct rival_tally *tallies;
    unsigned i;

    if (threads < 1 || threads > RIVAL_THREADS_MAX) {
        return tool_fail(error, "rivals run on 1 to %d threads, not %u", RIVAL_THREADS_MAX, threads);
    }
    tallies = calloc(threads, sizeof *tallies);
    if (tallies == NULL) {
        return tool_fail(error, "memory is exhausted");
    }
    *ns = rival->solve(input, threads, tallies);
    memset(&sum, 0, sizeof sum);
    for (i = 0; i < threads; i++) {
        sum.tasks += tallies[i].tasks;
        sum.first += tallies[i].first;
        sum.third += tallies[i].third;
        if (input->work == RIVAL_UTS) {
            sum.second = tallies[i].second > sum.second ? tallies[i].second : sum.second;
        } else {
            sum.second += tallies[i].second;
        }
    }
    free(tallies);
    *tasks = sum.tasks;
    add_up(input, &sum, answer);
    return 0;
}
