/* Workloads as the tools choose them. */
#include "apps/contains/task_contains.h"
#include "apps/fib/task_fib.h"
#include "apps/game/task_game.h"
#include "apps/memset/task_memset.h"
#include "apps/octree/task_octree.h"
#include "apps/queens/task_queens.h"
#include "apps/uts/task_uts.h"
#include "inputs.h"
#include "test.h"

#include <string.h>

static struct tool_error error;

/* "" when the choice is taken, else the message. */
static const char *check(struct work_choice choice)
{
    error.text[0] = '\0';
    work_choice_default(&choice);
    work_choice_check(&choice, &error);
    return error.text;
}

#define CHECK(...) check((struct work_choice){__VA_ARGS__})

TEST(takes_what_makes_sense)
{
    TEST_EQUAL_TEXT(CHECK(.workload = &workload_memset), "");
    TEST_EQUAL_TEXT(CHECK(.workload = &workload_uts, .uts_name = "T3"), "");
    TEST_EQUAL_TEXT(CHECK(.workload = &workload_uts, .uts_geometric = "4,10,19"), "");
    TEST_EQUAL_TEXT(CHECK(.workload = &workload_queens, .n = 16), "");
    TEST_EQUAL_TEXT(CHECK(.workload = &workload_fib, .n = 0), "");
    TEST_EQUAL_TEXT(CHECK(.workload = &workload_game), "");
    TEST_EQUAL_TEXT(CHECK(.workload = &workload_uts), "");
    TEST_EQUAL_TEXT(CHECK(.workload = &workload_contains), "");
    TEST_EQUAL_TEXT(CHECK(.workload = &workload_contains, .word = "y"), "");
    TEST_EQUAL_TEXT(CHECK(.workload = &workload_octree), "");
    TEST_EQUAL_TEXT(CHECK(.workload = &workload_contains, .text = "x", .word = "y"), "");
    TEST_EQUAL_TEXT(CHECK(.workload = &workload_octree, .points = "x"), "");
}

TEST(refuses_what_does_not)
{
    TEST_EQUAL_TEXT(CHECK(.workload = &workload_uts, .uts_name = "T1", .uts_binomial = "2,0.1,2,1"),
                    "one tree is wanted: --tree, --geometric, --binomial or --hybrid");
    TEST_EQUAL_TEXT(CHECK(.workload = &workload_queens, .n = 17), "N must be from 1 to 16, not 17");
    TEST_EQUAL_TEXT(CHECK(.workload = &workload_queens), "N must be from 1 to 16, not 0");
    TEST_EQUAL_TEXT(CHECK(.workload = &workload_fib, .n = 51), "N must be from 0 to 50, not 51");
    TEST_EQUAL_TEXT(CHECK(.workload = &workload_contains, .text = "x"),
                    "--word is wanted, as in --word kernel");
    TEST_CONTAINS(CHECK(.workload = &workload_contains, .text = "x", .word = "4"),
                  "--word takes ASCII letters alone");
    TEST_EQUAL_TEXT(CHECK(.workload = &workload_game, .depth = 43), "--depth must be from 1 to 42, not 43");
    TEST_CONTAINS(CHECK(.workload = &workload_memset, .tasks = UINT64_MAX),
                  "--tasks must be from 1 to 268435456, not 1844");
}

TEST(makes_and_solves)
{
    const uint32_t point[] = {0, 0, 0};
    struct work_choice choice = {.workload = &workload_octree, .points = input_words("t.f32", point, 3)};
    struct work_problem problem;
    struct answer answer;

    work_choice_default(&choice);
    if (TEST_EQUAL(work_problem_make(&choice, &problem, &error), 0)) {
        TEST_EQUAL(work_problem_solve(&problem, &answer, &error), 0);
        TEST_EQUAL(answer_get(&answer, "leaves"), 1);
        TEST_CONTAINS(problem.name, "t.f32");
        work_problem_clear(&problem);
    }
    choice.points = file_path("missing.f32");
    TEST_EQUAL(work_problem_make(&choice, &problem, &error), -1);
    TEST_CONTAINS(error.text, "missing.f32 cannot be opened");
}

TEST(answers_are_compared_by_name_and_value)
{
    struct answer seen = {0};
    struct answer wanted = {0};

    answer_add(&seen, "nodes", 5);
    TEST_EQUAL(answer_compare(&seen, &wanted, &error), -1);
    TEST_EQUAL_TEXT(error.text, "there are 1 counts, and 0 are wanted");
    answer_add(&wanted, "nodes", 5);
    TEST_EQUAL(answer_compare(&seen, &wanted, &error), 0);
    answer_add_numbered(&seen, "level_", 3, -2);
    answer_add_numbered(&wanted, "level_", 3, 7);
    TEST_EQUAL(answer_compare(&seen, &wanted, &error), -1);
    TEST_EQUAL_TEXT(error.text, "level_3 is -2, and 7 is right");
    strcpy(wanted.counts[1].name, "leaves");
    TEST_EQUAL(answer_compare(&seen, &wanted, &error), -1);
    TEST_EQUAL_TEXT(error.text, "there is a count of level_3 where one of leaves is wanted");
}
