#include "task_game.h"

#include "board_ahead.h"
#include "game_kernels.h"
#include "game_kernels_text.h"
#include "tools/workqueue/task.h"
#include "tools/workqueue/task_kernels.h"

#include "game_tasks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CUTOFF 4     /* unless given */
#define CUTOFF_MAX 7 /* each position up to there has a record */

enum { TALLIES, RECORDS };

struct own {
    struct game_record *records; /* as the host made them */
    uint64_t count;
};

/* At most a record for each position up to `cutoff` plies ahead. */
static uint64_t records_most(const struct work_problem *problem)
{
    uint64_t level = 1;
    uint64_t sum = 1;
    uint32_t ply;

    for (ply = 0; ply < problem->cutoff && ply + 1 < problem->depth; ply++) {
        level *= BOARD_COLUMNS;
        sum += level;
    }
    return sum;
}

static void sizes(const struct task_device *device, uint64_t bytes[TASK_BUFFERS_MAX])
{
    bytes[TALLIES] = task_tallies_bytes(device);
    bytes[RECORDS] = records_most(device->problem) * sizeof(struct game_record);
}

static void add_task(struct task_device *device, struct board board, uint32_t parent, uint32_t ply)
{
    struct own *own = device->own;
    struct try_moves task = {board, (uint32_t)own->count, ply};

    own->records[own->count] = (struct game_record){parent, 0, BOARD_COLUMNS, 0};
    own->count++;
    frontier_push(&device->first, &task);
}

static int prepare(struct task_device *device, struct tool_error *error)
{
    const struct board *board = device->problem->input;
    struct own *own = calloc(1, sizeof *own);

    device->own = own;
    if (own == NULL) {
        return tool_fail(error, "memory is exhausted");
    }
    own->records = calloc(records_most(device->problem), sizeof *own->records);
    if (own->records == NULL) {
        return tool_fail(error, "memory is exhausted; take a smaller --cutoff");
    }
    device->host.counts[GAME_POSITIONS] = 1;
    add_task(device, *board, GAME_NO_RECORD, 0);
    return 0;
}

/* The same as close_column of game.cl. */
static void close_column(struct game_record *records, uint32_t record, int value)
{
    for (;;) {
        struct game_record *here = &records[record];
        uint32_t best = (uint32_t)(value + GAME_BEST_ZERO);

        here->best = best > here->best ? best : here->best;
        here->open--;
        if (here->open > 0 || here->parent == GAME_NO_RECORD) {
            return;
        }
        value = board_value_of_move((int)here->best - GAME_BEST_ZERO);
        record = here->parent;
    }
}

static int makes_tasks(const struct task_device *device, const void *parameters)
{
    const struct try_moves *task = parameters;

    return task->ply < device->problem->cutoff && task->ply + 1 < device->problem->depth;
}

static void expand(struct task_device *device, const void *parameters)
{
    const struct try_moves *task = parameters;
    struct own *own = device->own;
    struct board_count count = {0, {0, 0}, 0};
    uint32_t column;

    for (column = 0; column < BOARD_COLUMNS; column++) {
        struct board next = board_drop(task->board, column);
        int state = board_state(next);

        if (!board_has_room(task->board, column)) {
            close_column(own->records, task->record, -GAME_BEST_ZERO);
            continue;
        }
        count = board_tally(count, state, task->ply + 1);
        if (state == BOARD_OPEN) {
            add_task(device, next, task->record, task->ply + 1);
        } else {
            close_column(own->records, task->record,
                         board_value_of_move(state == BOARD_LOST ? -BOARD_WON : 0));
        }
    }
    device->host.counts[GAME_POSITIONS] += count.positions;
    device->host.counts[GAME_MOVER_WINS] += count.wins[0];
    device->host.counts[GAME_OTHER_WINS] += count.wins[1];
    device->host.counts[GAME_DRAWS] += count.draws;
}

static int reset(struct task_device *device, struct tool_error *error)
{
    struct own *own = device->own;

    own->records[0].allocated = (uint32_t)own->count;
    return task_write(device, RECORDS, own->records, own->count * sizeof *own->records, error);
}

static int launch(struct task_device *device, const struct coop_launch_options *options, coop_launch **launch,
                  struct tool_error *error)
{
    const struct game_args args = {.queue = task_queue(device),
                                   .depth = device->problem->depth,
                                   .cutoff = device->problem->cutoff,
                                   .records = task_address(device, RECORDS),
                                   .tallies = task_address(device, TALLIES)};

    return session_check(device->session, game_launch(device->session->run, &args, options, launch), error);
}

static int answer(struct task_device *device, struct answer *answer, struct tool_error *error)
{
    struct game_record root;
    struct tally sum;

    if (task_read_tallies(device, TALLIES, 0, &sum, error) != 0 ||
        task_read(device, RECORDS, &root, sizeof root, error) != 0) {
        return -1;
    }
    if (root.open != 0) {
        return tool_fail(error, "%u moves of the first position have no value", root.open);
    }
    answer_add(answer, "positions", (int64_t)sum.counts[GAME_POSITIONS]);
    answer_add(answer, "mover_wins", (int64_t)sum.counts[GAME_MOVER_WINS]);
    answer_add(answer, "other_wins", (int64_t)sum.counts[GAME_OTHER_WINS]);
    answer_add(answer, "draws", (int64_t)sum.counts[GAME_DRAWS]);
    answer_add(answer, "value", (int64_t)root.best - GAME_BEST_ZERO);
    return 0;
}

static void clear(struct task_device *device)
{
    struct own *own = device->own;

    if (own != NULL) {
        free(own->records);
        free(own);
    }
}

static const struct task_kernel kernel = {.module_text = game_kernels_module_text,
                                          .module_bytes = &game_kernels_module_bytes,
                                          .task_bytes = 48,
                                          .tag = coop_tag_try_moves,
                                          .parameter_bytes = sizeof(struct try_moves),
                                          .cleared = 1,
                                          .tasks_meet = 1,
                                          .tallies = 0,
                                          .unit = GAME_POSITIONS,
                                          .unit_name = "positions",
                                          .sizes = sizes,
                                          .prepare = prepare,
                                          .may_expand = makes_tasks,
                                          .expand = expand,
                                          .reset = reset,
                                          .launch = launch,
                                          .answer = answer,
                                          .clear = clear};

static void add_options(struct option *table, struct work_choice *choice)
{
    option_add(table, (struct option){"--depth", OPTION_NUMBER, &choice->depth, 1, BOARD_SQUARES});
    option_add(table, (struct option){"--board", OPTION_TEXT, &choice->board, 0, 0});
    option_add(table, (struct option){"--cutoff", OPTION_NUMBER, &choice->cutoff, 1, CUTOFF_MAX});
}

static void complete(struct work_choice *choice)
{
    if (choice->depth == 0) {
        choice->depth = 8;
    }
    if (choice->cutoff == 0) {
        choice->cutoff = CUTOFF;
    }
}

static int check_choice(const struct work_choice *choice, struct tool_error *error)
{
    if (work_check_range("--cutoff", choice->cutoff, 1, CUTOFF_MAX, error) != 0) {
        return -1;
    }
    return work_check_range("--depth", choice->depth, 1, BOARD_SQUARES, error);
}

static int make(const struct work_choice *choice, struct work_problem *problem, struct tool_error *error)
{
    struct board *board = problem->input;

    problem->depth = (uint32_t)choice->depth;
    *board = board_empty();
    snprintf(problem->name, sizeof problem->name, "%.120s, %u plies",
             choice->board != NULL ? work_base_name(choice->board) : "empty board", problem->depth);
    return choice->board != NULL ? board_read(choice->board, board, error) : 0;
}

static int solve(const struct work_problem *problem, struct answer *answer, struct tool_error *error)
{
    const struct board *board = problem->input;

    (void)error;
    board_count_ahead(*board, problem->depth, answer);
    return 0;
}

const struct workload workload_game = {.name = "game",
                                       .kernel = &kernel,
                                       .input_bytes = sizeof(struct board),
                                       .add_options = add_options,
                                       .complete = complete,
                                       .check = check_choice,
                                       .make = make,
                                       .solve = solve};

static const struct task_form form = {
    .workload = &workload_game,
    .operands = "",
    .text =
        "Looks ahead in connect four: counts all positions and finds the value of the first one.\n"
        "\n"
        "  --depth D             plies (default 8)\n"
        "  --board FILE          six lines of seven squares: \".\" free, \"X\" began, \"O\" (default: "
        "empty)\n"
        "  --cutoff K            positions fewer than K plies ahead make a task of each move (default 4)\n"};

const struct application application_game = {.name = "game",
                                             .summary = "look ahead in connect four",
                                             .command = task_command,
                                             .form = &form,
                                             .source = "Cederman and Tsigas 2008",
                                             .primitives = "offer_kill, request_fork",
                                             .input = "a board"};
