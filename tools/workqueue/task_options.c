#include "task.h"

#include <stdlib.h>
#include <string.h>

/* More rows than any command has. */
#define ROWS_MAX 32

#define PUBLIC_TASKS_MAX 32768
#define LOCAL_ITEMS 8 /* unless given */

/* A command's part of the usage. */
struct form {
    const char *summary;
    const char *operands; /* behind the command's name */
    const char *text;
    int has_n; /* the first argument is a number */
};

static const struct form forms[WORK_KINDS] = {
    [WORK_MEMSET] =
        {"set 8 bytes in each of many tasks", "",
         "Sets words of 8 bytes, each in a task of its own: next to nothing but the queue's own work.\n"
         "\n"
         "  --tasks N             words (default 1048576)\n",
         0},
    [WORK_CONTAINS] =
        {"count the documents that contain a word", " --text FILE --word W",
         "Counts the documents that contain a word, a task for each document. A word is a longest run\n"
         "of ASCII letters of either case.\n"
         "\n"
         "  --text FILE           a document on each line; plain, .gz or .xz\n"
         "  --word W              the word\n",
         0},
    [WORK_UTS] =
        {"count the nodes of an unbalanced tree of hashes (UTS)", " TREE",
         "Counts the nodes of an unbalanced tree that grows from hashes (Olivier et al., LCPC 2006), a task\n"
         "for each node that has children.\n"
         "\n"
         "TREE is one of\n"
         "  --tree NAME           a sample tree of the benchmark: T1 … T5, T1L, T2L, T3L, T1XL, T1XXL,\n"
         "                        T3XXL, BOTS-tiny\n"
         "  --geometric B,D,R     B children in the mean, D heights, seed R\n"
         "  --binomial B,Q,M,R    B children of the root, then M with probability Q, seed R\n"
         "  --hybrid B,D,Q,M,R    geometric below height D/2, then binomial\n"
         "  --shape S             of geometric and hybrid trees: fixed (default), linear or cyclic\n",
         0},
    [WORK_QUEENS] =
        {"place queens so that none attacks another", " N",
         "Counts the ways to place N queens so that none attacks another, N up to 16.\n"
         "\n"
         "  --cutoff K            placements of fewer than K queens are tasks that make others (default 4)\n",
         1},
    [WORK_OCTREE] =
        {"sort points into an octree", " --points FILE.f32|N",
         "Sorts points into the cells of an octree, a task for each cell that is split (Cederman and\n"
         "Tsigas, Graphics Hardware 2008).\n"
         "\n"
         "  --points FILE.f32     raw little-endian 32-bit x, y, z; plain, .gz or .xz\n"
         "  --points N            N points that are made here, around corners of a grid\n"
         "  --threshold T         cells of more than T points are split (default 32)\n",
         0},
    [WORK_GAME] =
        {"look ahead in connect four", "",
         "Looks ahead in connect four: counts all positions and finds the value of the first one.\n"
         "\n"
         "  --depth D             plies (default 8)\n"
         "  --board FILE          six lines of seven squares: \".\" free, \"X\" began, \"O\" (default: "
         "empty)\n"
         "  --cutoff K            positions fewer than K plies ahead make a task of each move (default 4)\n",
         0},
    [WORK_FIB] = {"a Fibonacci number by recursion", " N",
                  "Computes the N-th Fibonacci number by recursion, N up to 50.\n"
                  "\n"
                  "  --cutoff K            numbers below K are computed within a task (default 20)\n",
                  1},
    [WORK_TREE] = {"count the nodes of a tree from a file", " --counts FILE.u32",
                   "Counts the nodes of a tree on each of its levels.\n"
                   "\n"
                   "  --counts FILE.u32     how many children each node has, in breadth-first order: raw\n"
                   "                        little-endian 32-bit words; plain, .gz or .xz\n",
                   0},
};

static const char common_usage[] =
    "\n"
    "The run\n"
    "  --groups N            worker work-groups (default 4, or the number of processors if that is more)\n"
    "  --local L             work-items of a work-group (default 8)\n"
    "  --static              share the first tasks out in equal parts, and let nobody steal\n"
    "  --public N            places of a public queue's ring: a power of two (default 64)\n"
    "  --overflow N          places behind it, beside the first tasks' (default: what the workload needs)\n"
    "  --owners K            work-groups that share a public queue (default 1)\n"
    "  --repeat N            run at least N times (default 1)\n"
    "  --min-seconds S       run again until S seconds have passed (default 1 with frames, else 0)\n"
    "  --verify              compare every run with a sequential count by another method\n"
    "  --seed S              of the choice of victims, and of the frames' numbers (default 1)\n"
    "  --device D            number, platform:device, or part of a name (default: COOP_DEVICE, else the "
    "first)\n"
    "  --timeout S           give up on a launch after S seconds (default 120)\n"
    "  --stall-after S       give up on a run in which a launch makes no step for S seconds (default: "
    "never)\n"
    "\n" APP_USAGE_FRAMES "\n" APP_USAGE_RESULTS "\n" APP_USAGE_EXIT;

int task_command_find(const char *name, enum work_kind *kind)
{
    int i;

    for (i = 0; i < WORK_KINDS; i++) {
        if (strcmp(name, work_kind_name((enum work_kind)i)) == 0) {
            *kind = (enum work_kind)i;
            return 1;
        }
    }
    return 0;
}

void task_command_list(FILE *file)
{
    int i;

    for (i = 0; i < WORK_KINDS; i++) {
        fprintf(file, "  %-9s %s\n", work_kind_name((enum work_kind)i), forms[i].summary);
    }
}

static void add_row(struct option *table, struct option row)
{
    while (table->name != NULL) {
        table++;
    }
    table[0] = row;
    table[1].name = NULL;
}

static void add_cutoff(struct option *table, struct work_choice *choice, uint64_t largest)
{
    add_row(table, (struct option){"--cutoff", OPTION_NUMBER, &choice->cutoff, 1, largest});
}

/* The options that only this workload has. */
static void add_own_rows(struct option *table, struct work_choice *choice)
{
    switch (choice->kind) {
    case WORK_MEMSET:
        add_row(table, (struct option){"--tasks", OPTION_NUMBER, &choice->tasks, 1, WORK_TASKS_MAX});
        break;
    case WORK_CONTAINS:
        add_row(table, (struct option){"--text", OPTION_TEXT, &choice->text, 0, 0});
        add_row(table, (struct option){"--word", OPTION_TEXT, &choice->word, 0, 0});
        break;
    case WORK_UTS:
        add_row(table, (struct option){"--tree", OPTION_TEXT, &choice->uts_name, 0, 0});
        add_row(table, (struct option){"--geometric", OPTION_TEXT, &choice->uts_geometric, 0, 0});
        add_row(table, (struct option){"--binomial", OPTION_TEXT, &choice->uts_binomial, 0, 0});
        add_row(table, (struct option){"--hybrid", OPTION_TEXT, &choice->uts_hybrid, 0, 0});
        add_row(table, (struct option){"--shape", OPTION_TEXT, &choice->uts_shape, 0, 0});
        break;
    case WORK_QUEENS:
        add_cutoff(table, choice, QUEENS_N_MAX);
        break;
    case WORK_OCTREE:
        add_row(table, (struct option){"--points", OPTION_TEXT, &choice->points, 0, 0});
        add_row(table, (struct option){"--threshold", OPTION_NUMBER, &choice->threshold, 1, PARTICLES_MAX});
        break;
    case WORK_GAME:
        add_row(table, (struct option){"--depth", OPTION_NUMBER, &choice->depth, 1, BOARD_SQUARES});
        add_row(table, (struct option){"--board", OPTION_TEXT, &choice->board, 0, 0});
        add_cutoff(table, choice, WORK_GAME_CUTOFF_MAX);
        break;
    case WORK_FIB:
        add_cutoff(table, choice, WORK_FIB_N_MAX);
        break;
    case WORK_TREE:
        add_row(table, (struct option){"--counts", OPTION_TEXT, &choice->counts, 0, 0});
        break;
    case WORK_KINDS:
        break;
    }
}

/* The number behind the command's name; how many arguments it takes, -1 with a sentence. */
static int take_n(struct work_choice *choice, int count, char **arguments, struct tool_error *error)
{
    const char *name = work_kind_name(choice->kind);

    if (count < 3 || arguments[2][0] == '-') {
        return 0;
    }
    if (options_numbers(arguments[2], ',', &choice->n, 1) != 1) {
        return tool_fail(error, "N is a whole number, as in coop-app %s 12, not \"%s\"", name, arguments[2]);
    }
    return 1;
}

int task_options_parse(struct task_options *options, enum work_kind kind, int count, char **arguments,
                       struct tool_error *error)
{
    struct option table[ROWS_MAX] = {APP_OPTION_ROWS(&options->app),
                                     {"--static", OPTION_FLAG, &options->is_static, 0, 0},
                                     {"--public", OPTION_NUMBER, &options->public_tasks, 1, PUBLIC_TASKS_MAX},
                                     {"--overflow", OPTION_NUMBER, &options->overflow_tasks, 1, 1 << 24},
                                     {"--owners", OPTION_NUMBER, &options->owners, 1, APP_GROUPS_MAX},
                                     {NULL, OPTION_FLAG, NULL, 0, 0}};
    const struct form *form = &forms[kind];
    int taken;

    memset(options, 0, sizeof *options);
    app_options_default(&options->app);
    options->app.local_items = LOCAL_ITEMS;
    options->owners = 1;
    options->choice.kind = kind;
    add_own_rows(table, &options->choice);
    taken = form->has_n ? take_n(&options->choice, count, arguments, error) : 0;
    if (taken < 0 || options_parse(table, count, arguments, 2 + taken, error) != 0) {
        return -1;
    }
    if (options->app.help) {
        printf("Usage: coop-app %s%s [OPTION …]\n\n%s%s", work_kind_name(kind), form->operands, form->text,
               common_usage);
        return 1;
    }
    if (form->has_n && taken == 0) {
        return tool_fail(error, "N is wanted, as in coop-app %s 12", work_kind_name(kind));
    }
    work_choice_default(&options->choice);
    if (work_choice_check(&options->choice, error) != 0 || app_options_check(&options->app, error) != 0) {
        return -1;
    }
    if ((options->public_tasks & (options->public_tasks - 1)) != 0) {
        return tool_fail(error, "--public wants a power of two, not %llu",
                         (unsigned long long)options->public_tasks);
    }
    if (options->owners > options->app.groups) {
        return tool_fail(error, "--owners wants at most as many as --groups, %llu, not %llu",
                         (unsigned long long)options->app.groups, (unsigned long long)options->owners);
    }
    return 0;
}
