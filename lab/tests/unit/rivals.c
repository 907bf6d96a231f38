/* Every rival of this build gives the right result at every number of threads. */
#include "lab/bench/base/rivals.h"
#include "apps/fib/task_fib.h"
#include "apps/octree/task_octree.h"
#include "apps/queens/task_queens.h"
#include "apps/uts/task_uts.h"
#include "test.h"
#include "tests/unit_work/inputs.h"

static struct tool_error error;

static void check(struct work_choice choice)
{
    struct work_problem problem;
    struct rival_input input;
    struct answer wanted, seen;
    const struct rival *rivals;
    uint64_t ns, tasks, first_tasks = 0;
    unsigned count, i, threads;

    work_choice_default(&choice);
    if (!TEST_EQUAL(work_problem_make(&choice, &problem, &error), 0) ||
        !TEST_EQUAL(work_problem_solve(&problem, &wanted, &error), 0) ||
        !TEST_EQUAL(rival_input_make(&problem, &input, &error), 0)) {
        return;
    }
    rivals = rivals_built(&count);
    TEST_EQUAL(count, RIVALS_WANTED);
    TEST_EQUAL(rivals_missing()[0] == '\0', RIVALS_WANTED == 4);
    rivals = rivals_for(&problem, &count);
    TEST_AT_LEAST(count, problem.workload == &workload_fib && problem.cutoff > 2 ? RIVALS_WANTED + 1
                                                                                 : RIVALS_WANTED);
    for (i = 0; i < count; i++) {
        for (threads = 1; threads <= (rivals[i].is_parallel ? 4 : 1); threads++) {
            if (!TEST_EQUAL(rival_run(&rivals[i], &input, threads, &seen, &ns, &tasks, &error), 0) ||
                answer_compare(&seen, &wanted, &error) != 0) {
                TEST_FAIL("%s on %u threads: %s", rivals[i].name, threads, error.text);
            }
            if (rivals[i].is_parallel) {
                first_tasks = first_tasks == 0 ? tasks : first_tasks;
                TEST_EQUAL(tasks, first_tasks);
            }
        }
    }
    rival_input_clear(&input);
    work_problem_clear(&problem);
}

TEST(all_count_unbalanced_trees)
{
    check((struct work_choice){.workload = &workload_uts, .uts_geometric = "4,7,19"});
    check((struct work_choice){.workload = &workload_uts, .uts_geometric = "4,10,34", .uts_shape = "linear"});
    check((struct work_choice){.workload = &workload_uts, .uts_binomial = "200,0.12,8,42"});
    check(
        (struct work_choice){.workload = &workload_uts, .uts_hybrid = "4,8,0.2,4,1", .uts_shape = "linear"});
}

/* Tasks that wait for their children: the value, and 2 fib(n + 1) - 1 tasks. */
TEST(all_join_their_children)
{
    const struct rival_input input = {.work = RIVAL_JOINS, .n = 15};
    const struct rival *rivals;
    struct answer wanted = {0};
    struct answer seen;
    uint64_t ns, tasks;
    unsigned count;

    answer_add(&wanted, "value", 610);
    rivals = rivals_built(&count);
    for (unsigned i = 0; i < count; i++) {
        unsigned threads = rivals[i].is_parallel ? 3 : 1;
        if (!TEST_EQUAL(rival_run(&rivals[i], &input, threads, &seen, &ns, &tasks, &error), 0) ||
            answer_compare(&seen, &wanted, &error) != 0) {
            TEST_FAIL("%s: %s", rivals[i].name, error.text);
        }
        TEST_EQUAL_U64(tasks, rivals[i].is_parallel ? 2 * 987 - 1 : 1);
    }
}

/* Of a root of 200 children, and of nodes of 8: the last vector is whole, or has some lanes too many. */
TEST(all_count_trees_by_vectors)
{
    check((struct work_choice){.workload = &workload_uts, .uts_geometric = "4,7,19", .lanes = 8});
    check((struct work_choice){.workload = &workload_uts, .uts_binomial = "200,0.12,8,42", .lanes = 8});
    check((struct work_choice){.workload = &workload_uts, .uts_binomial = "3,0.3,3,7", .lanes = 8});
}

TEST(all_place_queens)
{
    uint64_t cutoff;

    for (cutoff = 1; cutoff <= 10; cutoff += 3) {
        check((struct work_choice){.workload = &workload_queens, .n = 9, .cutoff = cutoff});
    }
    check((struct work_choice){.workload = &workload_queens, .n = 1});
}

TEST(all_find_fibonacci_numbers)
{
    check((struct work_choice){.workload = &workload_fib, .n = 22, .cutoff = 5});
    check((struct work_choice){.workload = &workload_fib, .n = 25, .cutoff = 20});
    check((struct work_choice){.workload = &workload_fib, .n = 15, .cutoff = 1});
    check((struct work_choice){.workload = &workload_fib, .n = 1});
    check((struct work_choice){.workload = &workload_fib, .n = 0});
}

TEST(other_workloads_have_none)
{
    struct work_problem problem = {.workload = &workload_octree};
    struct rival_input input;

    TEST_EQUAL(rival_input_make(&problem, &input, &error), -1);
    TEST_EQUAL_TEXT(error.text, "no rival knows octree; uts, queens and fib have some");
}
