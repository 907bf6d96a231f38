#include "rivals.h"

#include "apps/fib/task_fib.h"
#include "apps/queens/task_queens.h"
#include "apps/uts/task_uts.h"
#include "tools/file/bytes.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PARALLEL 3

/* A library beside the program, and its function: a shared object that is opened when it is there, so that
 * the program needs neither libgomp nor oneTBB. */
static const struct {
    const char *file;
    const char *function;
    const char *join; /* NULL: it has none */
    const char *name;
    const char *missing;
} parallel[PARALLEL] = {
    {"tasks_openmp.so", "rival_solve_openmp", "rival_join_openmp", "OpenMP tasks",
     "OpenMP tasks (gcc brings them)"},
    {"tasks_tbb.so", "rival_solve_tbb", "rival_join_tbb", "oneTBB", "oneTBB (Debian: libtbb-dev and g++)"},
    {"tasks_libfork.so", "rival_solve_libfork", NULL, "libfork", "libfork (cmake -DCOOP_LIBFORK=DIR)"}};

static struct {
    struct rival rivals[2 * (1 + PARALLEL)];
    unsigned count; /* of those that take the device's leaf; 0: not looked for yet */
    unsigned with_recursion;
    char missing[240];
} found;

/* 0 when there is no such library. */
static int open_rival(unsigned index, struct rival *rival)
{
    char path[4096];
    void *library = beside_find(parallel[index].file, path, sizeof path) ? dlopen(path, RTLD_NOW) : NULL;
    void *function = library != NULL ? dlsym(library, parallel[index].function) : NULL;

    rival->name = parallel[index].name;
    rival->is_parallel = 1;
    /* ISO C has no conversion between the two kinds of pointers. */
    memcpy(&rival->solve, &function, sizeof function);
    if (function != NULL && parallel[index].join != NULL) {
        void *join = dlsym(library, parallel[index].join);
        memcpy(&rival->join, &join, sizeof join);
    }
    return function != NULL;
}

/* What the rival is called where it recurses; NULL: it does not. */
static const char *recursion_name(const char *name)
{
    return strcmp(name, "plain loop") == 0     ? "plain recursion"
           : strcmp(name, "OpenMP tasks") == 0 ? "OpenMP, recursion"
                                               : NULL;
}

/* Libraries stay open: their threads do, too. */
static void find_rivals(void)
{
    unsigned i;

    found.rivals[0] =
        (struct rival){.name = "plain loop", .solve = rival_solve_plain, .join = rival_join_plain};
    found.count = 1;
    for (i = 0; i < PARALLEL; i++) {
        if (open_rival(i, &found.rivals[found.count])) {
            found.count++;
        } else {
            size_t length = strlen(found.missing);

            snprintf(found.missing + length, sizeof found.missing - length, "%s%s",
                     length == 0 ? "built without " : " and without ", parallel[i].missing);
        }
    }
    found.with_recursion = found.count;
    for (i = 0; i < found.count; i++) {
        if (recursion_name(found.rivals[i].name) != NULL) {
            struct rival *rival = &found.rivals[found.with_recursion++];

            *rival = found.rivals[i];
            rival->name = recursion_name(rival->name);
            rival->recurses = 1;
        }
    }
}

const struct rival *rivals_built(unsigned *count)
{
    if (found.count == 0) {
        find_rivals();
    }
    *count = found.count;
    return found.rivals;
}

const struct rival *rivals_for(const struct work_problem *problem, unsigned *count)
{
    const struct rival *rivals = rivals_built(count);

    *count = problem->workload == &workload_fib && problem->cutoff > 2 ? found.with_recursion : *count;
    return rivals;
}

const char *rivals_missing(void)
{
    unsigned count;

    (void)rivals_built(&count);
    return found.missing;
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
    input->lanes = problem->lanes > 1 ? BOTH_LANES : 1;
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
    case RIVAL_JOINS:
        answer_add(answer, "value", (int64_t)sum->first);
        break;
    }
}

int rival_run(const struct rival *rival, const struct rival_input *input, unsigned threads,
              struct answer *answer, uint64_t *ns, uint64_t *tasks, struct tool_error *error)
{
    struct rival_input own = *input;
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
    own.recurses = (uint32_t)rival->recurses;
    *ns = rival->solve(&own, threads, tallies);
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
