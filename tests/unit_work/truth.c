/* Real inputs of the data directory against what other programs found in them. */
#include "apps/contains/task_contains.h"
#include "apps/octree/task_octree.h"
#include "inputs.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>

static struct tool_error error;

/* "documents=31102 containing=139": the counts as one text. */
static const char *solve(struct work_choice choice)
{
    static char text[2048];
    struct work_problem problem;
    struct answer answer;
    size_t length = 0;
    unsigned i;

    work_choice_default(&choice);
    if (work_choice_check(&choice, &error) != 0 || work_problem_make(&choice, &problem, &error) != 0) {
        return error.text;
    }
    if (work_problem_solve(&problem, &answer, &error) != 0) {
        work_problem_clear(&problem);
        return error.text;
    }
    work_problem_clear(&problem);
    for (i = 0; i < answer.count; i++) {
        length += (size_t)snprintf(text + length, sizeof text - length, "%s%lld", i > 0 ? " " : "",
                                   (long long)answer.counts[i].value);
    }
    return text;
}

/* inner nodes, leaves, depth, then the cells on each level */
static void check_octree(const char *name, uint64_t threshold, const char *wanted)
{
    const char *path = input_data(name);

    TEST_EQUAL_TEXT(
        solve((struct work_choice){.workload = &workload_octree, .points = path, .threshold = threshold}),
        wanted);
}

TEST(octree_of_a_galaxy)
{
    check_octree("particles/gadget2-galaxy.f32", 1,
                 "29467 60000 14 1 6 30 147 822 4808 15704 18667 15525 15601 12903 4378 728 133 14");
    check_octree("particles/gadget2-galaxy.f32", 8,
                 "3705 21495 10 1 6 30 140 778 4373 6007 4232 4412 4570 651");
    check_octree("particles/gadget2-galaxy.f32", 32, "984 6672 9 1 6 20 136 738 2022 1376 1306 1446 605");
    check_octree("particles/gadget2-galaxy.f32", 256, "120 831 8 1 6 20 124 208 168 200 176 48");
}

TEST(octree_of_a_scan)
{
    check_octree(
        "particles/isprs-CSite1_red1-utm.f32", 1,
        "1304746 500820 20 1 4 16 83 409 1704 7657 32373 111469 228341 208401 210527 208168 209447 207751 "
        "163092 96603 54585 21645 21645 21645");
    check_octree("particles/isprs-CSite1_red1-utm.f32", 8,
                 "43569 137125 15 1 4 16 83 406 1690 7534 31038 87827 40001 8432 3046 465 95 52 4");
    check_octree("particles/isprs-CSite1_red1-utm.f32", 32,
                 "10785 43419 10 1 4 16 83 403 1665 7241 26419 15151 3206 15");
    check_octree("particles/isprs-CSite1_red1-utm.f32", 256, "1508 6680 7 1 4 16 83 400 1588 5226 870");
}

static void check_words(const char *name, const char *const *words, const char *const *wanted)
{
    const char *path = input_data(name);
    int i;

    for (i = 0; words[i] != NULL; i++) {
        TEST_NOTE("%s", words[i]);
        TEST_EQUAL_TEXT(
            solve((struct work_choice){.workload = &workload_contains, .text = path, .word = words[i]}),
            wanted[i]);
    }
}

TEST(words_of_verses)
{
    check_words(
        "text/kjv-verses.txt", (const char *[]){"the", "god", "Begat", "love", "kernel", "tree", NULL},
        (const char *[]){"31102 24091", "31102 3892", "31102 139", "31102 281", "31102 0", "31102 169"});
}

TEST(words_of_glosses)
{
    check_words("text/wordnet-glosses.txt",
                (const char *[]){"the", "kernel", "deadlock", "tree", "qqqq", NULL},
                (const char *[]){"117659 53682", "117659 10", "117659 1", "117659 1141", "117659 0"});
}

TEST(words_of_kernel_documentation)
{
    check_words("text/linux61-docs.txt",
                (const char *[]){"the", "kernel", "DEADLOCK", "gpu", "zebra", "qqqq", NULL},
                (const char *[]){"3183 2540", "3183 2043", "3183 49", "3183 84", "3183 1", "3183 0"});
}
