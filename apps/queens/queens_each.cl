/* As queens.cl, by item tasks: each work-item has a placement of its own, and tries all squares of its next
 * row. */
#include "coop/kernel.clh"
#include "coop/workqueue.clh"

#define QUEENS_EACH
#include "queens_tasks.h"
#include "tools/workqueue/tally.h"

static void try_square(struct queens_placement next, local struct coop_work *work, uint n, uint cutoff,
                       global struct tally *tally)
{
    tally->counts[QUEENS_PLACEMENTS]++;
    if (next.row < cutoff && next.row < n) {
        coop_push_each_row(work, (struct each_row){{next}});
    } else {
        struct queens_count count = queens_search(next, n);

        tally->counts[QUEENS_SOLUTIONS] += count.solutions;
        tally->counts[QUEENS_PLACEMENTS] += count.placements;
    }
}

static void each_row(struct each_row task, local struct coop_work *work, uint n, uint cutoff,
                     global struct tally *tallies)
{
    global struct tally *tally = tally_own(tallies);
    uint squares = queens_free(task.of.from, n);

    while (squares != 0) {
        uint square = squares & (0u - squares);

        squares ^= square;
        try_square(queens_put(task.of.from, square), work, n, cutoff, tally);
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
        coop_work_run_each((each_row), &work, n, cutoff, tallies);
        tally_busy(tallies, began);
    }
}
