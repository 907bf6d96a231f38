/* Queens that do not attack each other. A placement below the cut-off makes a task of each square of the
 * next row; from the cut-off on the work-items search everything below a placement, one square each. */
#include "coop/kernel.clh"
#include "coop/workqueue.clh"

#include "queens_tasks.h"
#include "tools/workqueue/tally.h"

static void try_square(struct queens_placement next, local struct coop_work *work, uint n, uint cutoff,
                       global struct tally *tally)
{
    tally->counts[QUEENS_PLACEMENTS]++;
    if (next.row < cutoff && next.row < n) {
        coop_push_try_squares(work, (struct try_squares){next});
    } else {
        struct queens_count count = queens_search(next, n);

        tally->counts[QUEENS_SOLUTIONS] += count.solutions;
        tally->counts[QUEENS_PLACEMENTS] += count.placements;
    }
}

static void try_squares(const local struct try_squares *task, local struct coop_work *work, uint n,
                        uint cutoff, global struct tally *tallies)
{
    struct queens_placement from = task->from;
    global struct tally *tally = tally_own(tallies);
    uint squares = queens_free(from, n);
    uint turn = (uint)get_local_id(0);

    while (squares != 0) {
        uint square = squares & (0u - squares);

        squares ^= square;
        if (turn == 0) {
            try_square(queens_put(from, square), work, n, cutoff, tally);
            turn = (uint)get_local_size(0);
        }
        turn--;
    }
}

coop_kernel coop_kill_any void queens(global struct coop_workqueue *queue, uint n, uint cutoff,
                        global struct tally *tallies)
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
        coop_work_run((try_squares), &work, n, cutoff, tallies);
        tally_busy(tallies, began);
    }
}
