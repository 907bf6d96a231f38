/* Looking ahead in connect four, with tasks that make tasks as in Cederman and Tsigas, "On Dynamic Load
 * Balancing on Graphics Processors" (Graphics Hardware 2008), and values that go up the tree: a position's
 * value is known when each of its seven columns has been closed; the work-item that closes the last one
 * then has it. */
#include "coop/kernel.clh"
#include "coop/workqueue.clh"

#include "game_tasks.h"
#include "tools/workqueue/tally.h"

/* The least value that a move can have. */
#define NO_VALUE (-GAME_BEST_ZERO)

/* Closes a column of a position, whose move has the value `value`. The last work-item to do so sees the
 * others' values, and goes on with the position from which this one was reached. */
static void close_column(global struct game_record *records, uint record, int value)
{
    for (;;) {
        global struct game_record *here = &records[record];

        atomic_fetch_max_explicit(&here->best, (uint)(value + GAME_BEST_ZERO), memory_order_relaxed,
                                  memory_scope_device);
        if (atomic_fetch_sub_explicit(&here->open, 1u, memory_order_acq_rel, memory_scope_device) != 1u ||
            here->parent == GAME_NO_RECORD) {
            return;
        }
        value = (int)atomic_load_explicit(&here->best, memory_order_relaxed, memory_scope_device) -
                GAME_BEST_ZERO;
        value = board_value_of_move(value);
        record = here->parent;
    }
}

static void make_task(struct try_moves next, local struct coop_work *work, global struct game_record *records)
{
    uint parent = next.record;
    global struct game_record *record;

    next.record =
        atomic_fetch_add_explicit(&records[0].allocated, 1u, memory_order_relaxed, memory_scope_device);
    record = &records[next.record];
    record->parent = parent;
    atomic_store_explicit(&record->best, 0u, memory_order_relaxed, memory_scope_device);
    atomic_store_explicit(&record->open, (uint)BOARD_COLUMNS, memory_order_relaxed, memory_scope_device);
    coop_push_try_moves(work, next);
}

static struct board_count add_counts(struct board_count sum, struct board_count part)
{
    sum.positions += part.positions;
    sum.wins[0] += part.wins[0];
    sum.wins[1] += part.wins[1];
    sum.draws += part.draws;
    return sum;
}

static struct board_count try_column(struct try_moves task, uint column, uint depth, uint cutoff,
                                     local struct coop_work *work, global struct game_record *records,
                                     struct board_count count)
{
    struct try_moves next = {board_drop(task.board, column), task.record, task.ply + 1};
    int state = board_state(next.board);
    int value = state == BOARD_LOST ? -BOARD_WON : 0;

    count = board_tally(count, state, next.ply);
    if (state == BOARD_OPEN && next.ply < depth) {
        if (task.ply < cutoff) {
            make_task(next, work, records);
            return count;
        }
        struct board_search search = board_search(next.board, next.ply, depth);
        value = search.value;
        count = add_counts(count, search.count);
    }
    close_column(records, task.record, board_value_of_move(value));
    return count;
}

static void try_moves(const local struct try_moves *parameters, local struct coop_work *work, uint depth,
                      uint cutoff, global struct game_record *records, global struct tally *tallies)
{
    struct try_moves task = *parameters;
    struct board_count count = {0, {0, 0}, 0};
    global struct tally *tally = tally_own(tallies);
    uint column;

    for (column = (uint)get_local_id(0); column < BOARD_COLUMNS; column += (uint)get_local_size(0)) {
        if (board_has_room(task.board, column)) {
            count = try_column(task, column, depth, cutoff, work, records, count);
        } else {
            close_column(records, task.record, NO_VALUE);
        }
    }
    tally->counts[GAME_POSITIONS] += count.positions;
    tally->counts[GAME_MOVER_WINS] += count.wins[0];
    tally->counts[GAME_OTHER_WINS] += count.wins[1];
    tally->counts[GAME_DRAWS] += count.draws;
}

/* The host has made the first position's record, and its task. */
coop_kernel coop_kill_any void game(global struct coop_workqueue *queue, uint depth, uint cutoff,
                      global struct game_record *records, global struct tally *tallies)
{
    local struct coop_work work;

    coop_work_begin(&work, queue);
    for (;;) {
        offer_kill();
        request_fork();
        coop_work_next(&work);
        if (coop_work_is_done(&work)) {
            break;
        }
        ulong began = task_clock();
        coop_work_run((try_moves), &work, depth, cutoff, records, tallies);
        tally_busy(tallies, began);
    }
}
