#include "work.h"

#include "options.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define GROUPS_MAX 2045
#define LOCAL_ITEMS_MAX 1024
#define MIN_SECONDS_WITH_FRAMES 1.0

static const char *const problem_usage[WORK_KINDS] = {
    [WORK_FIB] = "Usage: coop-app fib N [OPTION …]\n"
                 "\n"
                 "The N-th Fibonacci number by its definition; each call is a task.\n"
                 "\n"
                 "  N                     0 … 50\n"
                 "  --cutoff M            numbers below M are computed at once (default 20)\n",
    [WORK_UTS] =
        "Usage: coop-app uts TREE [OPTION …]\n"
        "\n"
        "Unbalanced tree search (Olivier et al., LCPC 2006): counts the nodes of a tree that is made\n"
        "by hashing as it is walked; each node is a task.\n"
        "\n"
        "TREE is one of\n"
        "  --tree NAME           T1 … T5, T1L, T2L, T3L, T1XL, T3XXL, T1XXL, BOTS-tiny\n"
        "  --geometric B,D,R     mean children, heights, seed\n"
        "  --binomial B,Q,M,R    the root's children; others have M with probability Q; seed\n"
        "  --hybrid B,D,Q,M,R    geometric above half of D, binomial below\n"
        "  --shape S             of a geometric one: fixed (default), linear, cyclic\n"};

static const char common_usage[] =
    "\n"
    "How\n"
    "  --groups N            worker work-groups (default 4, or the number of processors if that is more)\n"
    "  --local L             work-items of a work-group (default 8)\n"
    "  --static              equal shares of first tasks, and no stealing\n"
    "  --public N            places of a public queue's ring: a power of two (default 64)\n"
    "  --overflow N          places behind it (default: what the workload needs)\n"
    "  --owners K            work-groups that share a public queue (default 1)\n"
    "  --repeat N            run at least N times (default 1)\n"
    "  --min-seconds S       run again until S seconds have passed (default 1 with frames, else 0)\n"
    "  --verify              compare every result with a sequential one\n"
    "  --seed S              of the choice of victims, and of the frames' numbers (default 1)\n"
    "  --device D            number, platform:device, or part of a name (default: COOP_DEVICE, else the "
    "first)\n"
    "  --timeout S           give up on a launch after S seconds (default 120)\n"
    "  --stall-after S       give up on a run in which a launch makes no step for S seconds (default: "
    "never)\n"
    "  --json                one JSON object instead of text\n"
    "\n"
    "Frames: a regular kernel, launched every P ms, that takes E ms when it has all work-groups\n"
    "  --frames KIND         none (default), light (P 70, E 3), medium (40, 3) or heavy (40, 10)\n"
    "  --frame-groups K      work-groups of a frame: one, quarter, half (default), most, or a number\n"
    "\n"
    "Exit status: 0 all is right, 1 a result is wrong or something failed, 2 the command line makes no "
    "sense.\n";

static uint64_t default_groups(void)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);

    return processors > 4 && processors <= GROUPS_MAX ? (uint64_t)processors : 4;
}

static int check(struct work_options *options, struct tool_error *error)
{
    int has_frames = strcmp(options->frames, "none") != 0;

    if (work_choice_check(&options->choice, error) != 0) {
        return -1;
    }
    if (has_frames && frame_profile_find(options->frames) == NULL) {
        return tool_fail(error, "--frames wants none, light, medium or heavy, not \"%s\"", options->frames);
    }
    if (frame_groups_parse(options->frame_groups, (uint32_t)options->groups) == 0) {
        return tool_fail(
            error, "--frame-groups wants one, quarter, half, most or a number from 1 to %llu, not \"%s\"",
            (unsigned long long)options->groups, options->frame_groups);
    }
    if ((options->public_tasks & (options->public_tasks - 1)) != 0) {
        return tool_fail(error, "--public wants a power of two, not %llu",
                         (unsigned long long)options->public_tasks);
    }
    if (options->owners > options->groups) {
        return tool_fail(error, "--owners wants at most as many as --groups, %llu, not %llu",
                         (unsigned long long)options->groups, (unsigned long long)options->owners);
    }
    if (options->min_seconds <= 0 && has_frames) {
        options->min_seconds = MIN_SECONDS_WITH_FRAMES;
    }
    return 0;
}

/* queens and fib take a number as their first argument. */
static int take_number(struct work_options *options, int count, char **arguments, int *first,
                       struct tool_error *error)
{
    char *end;

    if (options->choice.kind != WORK_QUEENS && options->choice.kind != WORK_FIB) {
        return 0;
    }
    if (count > 2 && strcmp(arguments[2], "--help") == 0) {
        return 0;
    }
    if (count <= 2 || arguments[2][0] < '0' || arguments[2][0] > '9') {
        return tool_fail(error, "a number is wanted first, as in coop-app %s 12", arguments[1]);
    }
    errno = 0;
    options->choice.n = strtoull(arguments[2], &end, 10);
    if (*end != '\0' || errno != 0) {
        return tool_fail(error, "\"%s\" is not a number", arguments[2]);
    }
    *first = 3;
    return 0;
}

static enum work_kind find_kind(const char *name)
{
    int kind = 0;

    while (kind < WORK_KINDS && strcmp(name, work_kind_name((enum work_kind)kind)) != 0) {
        kind++;
    }
    return (enum work_kind)kind;
}

/* An option of some workloads only. */
struct own_option {
    unsigned kinds; /* bits */
    struct option option;
};

#define OF(kind) (1u << (kind))

enum { OPTIONS_MAX = 48 };

/* Fills in the options of the workload itself; returns how many. */
static size_t add_own(struct work_choice *choice, struct option *table)
{
    const struct own_option own[] = {
        {OF(WORK_UTS), {"--tree", OPTION_TEXT, &choice->uts_name, 0, 0}},
        {OF(WORK_UTS), {"--geometric", OPTION_TEXT, &choice->uts_geometric, 0, 0}},
        {OF(WORK_UTS), {"--binomial", OPTION_TEXT, &choice->uts_binomial, 0, 0}},
        {OF(WORK_UTS), {"--hybrid", OPTION_TEXT, &choice->uts_hybrid, 0, 0}},
        {OF(WORK_UTS), {"--shape", OPTION_TEXT, &choice->uts_shape, 0, 0}},
        {OF(WORK_CONTAINS), {"--text", OPTION_TEXT, &choice->text, 0, 0}},
        {OF(WORK_CONTAINS), {"--word", OPTION_TEXT, &choice->word, 0, 0}},
        {OF(WORK_OCTREE), {"--points", OPTION_TEXT, &choice->points, 0, 0}},
        {OF(WORK_OCTREE), {"--threshold", OPTION_NUMBER, &choice->threshold, 1, UINT64_MAX}},
        {OF(WORK_TREE), {"--counts", OPTION_TEXT, &choice->counts, 0, 0}},
        {OF(WORK_GAME), {"--board", OPTION_TEXT, &choice->board, 0, 0}},
        {OF(WORK_GAME), {"--depth", OPTION_NUMBER, &choice->depth, 1, UINT64_MAX}},
        {OF(WORK_MEMSET), {"--tasks", OPTION_NUMBER, &choice->tasks, 1, UINT64_MAX}},
        {OF(WORK_FIB) | OF(WORK_QUEENS) | OF(WORK_GAME),
         {"--cutoff", OPTION_NUMBER, &choice->cutoff, 1, UINT32_MAX}},
    };
    size_t count = 0;

    for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
        if (own[i].kinds & OF(choice->kind)) {
            table[count++] = own[i].option;
        }
    }
    return count;
}

static int parse(struct work_options *options, int count, char **arguments, int first,
                 struct tool_error *error)
{
    const struct option common[] = {{"--groups", OPTION_NUMBER, &options->groups, 1, GROUPS_MAX},
                                    {"--local", OPTION_NUMBER, &options->local_items, 1, LOCAL_ITEMS_MAX},
                                    {"--static", OPTION_FLAG, &options->is_static, 0, 0},
                                    {"--public", OPTION_NUMBER, &options->public_tasks, 1, 32768},
                                    {"--overflow", OPTION_NUMBER, &options->overflow_tasks, 1, UINT32_MAX},
                                    {"--owners", OPTION_NUMBER, &options->owners, 1, GROUPS_MAX},
                                    {"--repeat", OPTION_NUMBER, &options->repeat, 1, 1000000000},
                                    {"--min-seconds", OPTION_SECONDS, &options->min_seconds, 0, 0},
                                    {"--verify", OPTION_FLAG, &options->verify, 0, 0},
                                    {"--device", OPTION_TEXT, &options->device, 0, 0},
                                    {"--timeout", OPTION_SECONDS, &options->timeout_s, 0, 0},
                                    {"--stall-after", OPTION_SECONDS, &options->stall_after_s, 0, 0},
                                    {"--frames", OPTION_TEXT, &options->frames, 0, 0},
                                    {"--frame-groups", OPTION_TEXT, &options->frame_groups, 0, 0},
                                    {"--seed", OPTION_NUMBER, &options->seed, 0, UINT64_MAX},
                                    {"--json", OPTION_FLAG, &options->json, 0, 0},
                                    {"--help", OPTION_FLAG, &options->help, 0, 0},
                                    {NULL, OPTION_FLAG, NULL, 0, 0}};
    struct option table[OPTIONS_MAX];
    size_t own = add_own(&options->choice, table);

    memcpy(table + own, common, sizeof common);
    return options_parse(table, count, arguments, first, error);
}

int work_options_parse(struct work_options *options, int count, char **arguments, struct tool_error *error)
{
    int first = 2;

    memset(options, 0, sizeof *options);
    options->choice.kind = find_kind(arguments[1]);
    options->method = work_method_find(options->choice.kind);
    options->frames = "none";
    options->frame_groups = "half";
    options->groups = default_groups();
    options->local_items = 8;
    options->public_tasks = 64;
    options->owners = 1;
    options->repeat = 1;
    options->seed = 1;
    options->timeout_s = 120;
    if (take_number(options, count, arguments, &first, error) != 0 ||
        parse(options, count, arguments, first, error) != 0) {
        return -1;
    }
    if (options->help) {
        fputs(problem_usage[options->choice.kind], stdout);
        fputs(common_usage, stdout);
        return 1;
    }
    work_choice_default(&options->choice);
    return check(options, error);
}
