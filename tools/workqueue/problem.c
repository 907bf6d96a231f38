#include "problem.h"

#include "tools/options/options.h"

#include <stdio.h>
#include <string.h>

#define CUTOFF_FIB 20
#define CUTOFF_QUEENS 4
#define CUTOFF_GAME 4

#define MADE_TREE_NODES (1u << 20)

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash != NULL && slash[1] != '\0' ? slash + 1 : path;
}

const char *work_kind_name(enum work_kind kind)
{
    static const char *const names[WORK_KINDS] = {"memset", "contains", "uts", "queens",
                                                  "octree", "game",     "fib", "tree"};

    return names[kind];
}

void work_choice_default(struct work_choice *choice)
{
    if (choice->uts_shape == NULL) {
        choice->uts_shape = "fixed";
    }
    if (choice->uts_name == NULL && choice->uts_geometric == NULL && choice->uts_binomial == NULL &&
        choice->uts_hybrid == NULL) {
        choice->uts_name = "T1";
    }
    if (choice->points == NULL) {
        choice->points = "1048576";
    }
    if (choice->text == NULL && choice->word == NULL) {
        choice->word = "needle";
    }
    if (choice->tasks == 0) {
        choice->tasks = 1 << 20;
    }
    if (choice->threshold == 0) {
        choice->threshold = 32;
    }
    if (choice->depth == 0) {
        choice->depth = 8;
    }
    if (choice->cutoff == 0) {
        choice->cutoff = choice->kind == WORK_QUEENS ? CUTOFF_QUEENS
                         : choice->kind == WORK_FIB  ? CUTOFF_FIB
                                                     : CUTOFF_GAME;
    }
}

struct work_choice work_tree_choice(const char *text)
{
    struct work_choice choice = {.kind = WORK_UTS};
    unsigned commas = 0;
    const char *next;

    for (next = text; *next != '\0'; next++) {
        commas += *next == ',';
    }
    if (commas == 0) {
        choice.uts_name = text;
    } else if (commas == 2) {
        choice.uts_geometric = text;
    } else {
        choice.uts_binomial = text;
    }
    return choice;
}

static int take_uts(const struct work_choice *choice, struct uts_tree *tree, struct tool_error *error)
{
    int count = (choice->uts_name != NULL) + (choice->uts_geometric != NULL) +
                (choice->uts_binomial != NULL) + (choice->uts_hybrid != NULL);

    if (count != 1) {
        return tool_fail(error, "one tree is wanted: --tree, --geometric, --binomial or --hybrid");
    }
    if (choice->uts_name != NULL) {
        return uts_tree_find(choice->uts_name, tree, error);
    }
    if (choice->uts_geometric != NULL) {
        return uts_tree_parse_geometric(choice->uts_geometric, choice->uts_shape, tree, error);
    }
    if (choice->uts_binomial != NULL) {
        return uts_tree_parse_binomial(choice->uts_binomial, tree, error);
    }
    return uts_tree_parse_hybrid(choice->uts_hybrid, choice->uts_shape, tree, error);
}

static int check_range(const char *what, uint64_t number, uint64_t least, uint64_t most,
                       struct tool_error *error)
{
    if (number < least || number > most) {
        return tool_fail(error, "%s must be from %llu to %llu, not %llu", what, (unsigned long long)least,
                         (unsigned long long)most, (unsigned long long)number);
    }
    return 0;
}

static int check_given(const char *value, const char *option, const char *example, struct tool_error *error)
{
    return value != NULL ? 0 : tool_fail(error, "%s is wanted, as in %s %s", option, option, example);
}

/* 0: they are in a file. */
static uint64_t points_to_make(const struct work_choice *choice)
{
    uint64_t count = 0;

    return options_numbers(choice->points, ',', &count, 1) == 1 ? count : 0;
}

int work_choice_check(const struct work_choice *choice, struct tool_error *error)
{
    char letters[WORD_LETTERS_MAX + 1];
    struct uts_tree tree;

    switch (choice->kind) {
    case WORK_MEMSET:
        return check_range("--tasks", choice->tasks, 1, WORK_TASKS_MAX, error);
    case WORK_CONTAINS:
        if (check_given(choice->word, "--word", "kernel", error) != 0) {
            return -1;
        }
        return documents_check_word(choice->word, letters, error);
    case WORK_UTS:
        return take_uts(choice, &tree, error);
    case WORK_QUEENS:
        return check_range("N", choice->n, 1, QUEENS_N_MAX, error);
    case WORK_OCTREE:
        if (points_to_make(choice) > PARTICLES_MADE_MAX) {
            return tool_fail(error, "--points wants a file or a number up to %llu, not %s",
                             (unsigned long long)PARTICLES_MADE_MAX, choice->points);
        }
        return check_range("--threshold", choice->threshold, 1, PARTICLES_MAX, error);
    case WORK_GAME:
        if (check_range("--cutoff", choice->cutoff, 1, WORK_GAME_CUTOFF_MAX, error) != 0) {
            return -1;
        }
        return check_range("--depth", choice->depth, 1, BOARD_SQUARES, error);
    case WORK_FIB:
        return check_range("N", choice->n, 0, WORK_FIB_N_MAX, error);
    case WORK_TREE:
        return 0;
    case WORK_KINDS:
        break;
    }
    return tool_fail(error, "there is no such workload");
}

static int make_contains(const struct work_choice *choice, struct work_problem *problem,
                         struct tool_error *error)
{
    snprintf(problem->name, sizeof problem->name, "%.120s, word %s",
             choice->text != NULL ? base_name(choice->text) : "made text", choice->word);
    if (documents_check_word(choice->word, problem->word, error) != 0) {
        return -1;
    }
    return choice->text != NULL ? documents_read(choice->text, &problem->documents, error)
                                : documents_make(&problem->documents, error);
}

static int make_octree(const struct work_choice *choice, struct work_problem *problem,
                       struct tool_error *error)
{
    uint64_t made = points_to_make(choice);

    problem->threshold = (uint32_t)choice->threshold;
    if (made > 0) {
        snprintf(problem->name, sizeof problem->name, "%llu made points, threshold %u",
                 (unsigned long long)made, problem->threshold);
        return particles_make((uint32_t)made, &problem->particles, error);
    }
    snprintf(problem->name, sizeof problem->name, "%.120s, threshold %u", base_name(choice->points),
             problem->threshold);
    return particles_read(choice->points, &problem->particles, error);
}

static int make_game(const struct work_choice *choice, struct work_problem *problem, struct tool_error *error)
{
    problem->depth = (uint32_t)choice->depth;
    problem->board = board_empty();
    snprintf(problem->name, sizeof problem->name, "%.120s, %u plies",
             choice->board != NULL ? base_name(choice->board) : "empty board", problem->depth);
    return choice->board != NULL ? board_read(choice->board, &problem->board, error) : 0;
}

static int make_tree(const struct work_choice *choice, struct work_problem *problem, struct tool_error *error)
{
    if (choice->counts == NULL) {
        snprintf(problem->name, sizeof problem->name, "made tree");
        return child_counts_make(MADE_TREE_NODES, &problem->tree, error);
    }
    snprintf(problem->name, sizeof problem->name, "%.200s", base_name(choice->counts));
    return child_counts_read(choice->counts, &problem->tree, error);
}

int work_problem_make(const struct work_choice *choice, struct work_problem *problem,
                      struct tool_error *error)
{
    memset(problem, 0, sizeof *problem);
    problem->kind = choice->kind;
    problem->n = (uint32_t)choice->n;
    problem->tasks = (uint32_t)choice->tasks;
    problem->cutoff = choice->cutoff < UINT32_MAX ? (uint32_t)choice->cutoff : UINT32_MAX;
    switch (choice->kind) {
    case WORK_MEMSET:
        snprintf(problem->name, sizeof problem->name, "memset of %u words", problem->tasks);
        return 0;
    case WORK_CONTAINS:
        return make_contains(choice, problem, error);
    case WORK_UTS:
        if (take_uts(choice, &problem->uts, error) != 0) {
            return -1;
        }
        snprintf(problem->name, sizeof problem->name, "%s", problem->uts.name);
        return 0;
    case WORK_QUEENS:
    case WORK_FIB:
        snprintf(problem->name, sizeof problem->name, "%s %u", work_kind_name(choice->kind), problem->n);
        return 0;
    case WORK_OCTREE:
        return make_octree(choice, problem, error);
    case WORK_GAME:
        return make_game(choice, problem, error);
    case WORK_TREE:
        return make_tree(choice, problem, error);
    case WORK_KINDS:
        break;
    }
    return tool_fail(error, "there is no such workload");
}

int work_problem_solve(const struct work_problem *problem, struct answer *answer, struct tool_error *error)
{
    memset(answer, 0, sizeof *answer);
    switch (problem->kind) {
    case WORK_MEMSET:
        answer_add(answer, "words", problem->tasks);
        return 0;
    case WORK_CONTAINS:
        documents_count(&problem->documents, problem->word, answer);
        return 0;
    case WORK_UTS:
        return uts_tree_count(&problem->uts, answer, error);
    case WORK_QUEENS:
        queens_count(problem->n, answer);
        return 0;
    case WORK_OCTREE:
        return particles_octree(&problem->particles, problem->threshold, answer, error);
    case WORK_GAME:
        board_count_ahead(problem->board, problem->depth, answer);
        return 0;
    case WORK_FIB:
        fib_count(problem->n, answer);
        return 0;
    case WORK_TREE:
        child_counts_count(&problem->tree, answer);
        return 0;
    case WORK_KINDS:
        break;
    }
    return tool_fail(error, "there is no such workload");
}

void work_problem_clear(struct work_problem *problem)
{
    documents_clear(&problem->documents);
    particles_clear(&problem->particles);
    child_counts_clear(&problem->tree);
    memset(problem, 0, sizeof *problem);
}
