/* Tasks that compute for given times (a synthetic workload). All work-items of the work-group compute the
 * same. */
#include "coop/kernel.clh"
#include "coop/workqueue.clh"

#include "spin_tasks.h"
#include "tools/workqueue/tally.h"

static void spin(const local struct spin *parameters, local struct coop_work *work, global const ulong *times,
                 global struct tally *tallies, uint children, uint slow)
{
    struct spin task = *parameters;
    ulong rounds = times[spin_place(task.seed)];
    ulong state = spin_rounds(task.seed, rounds);
    /* What makes a device slow: further rounds, which change nothing. */
    ulong more = spin_rounds(state, rounds * (slow - 1));

    if (get_local_id(0) == 0) {
        global struct tally *tally = tally_own(tallies);
        tally->counts[SPIN_TASKS]++;
        tally->counts[SPIN_ROUNDS] += rounds;
        tally->counts[SPIN_SUM] += state + (more == 0);
        for (uint i = 0; i < children && task.levels > 0; i++) {
            struct spin child = {spin_child(task.seed, i), task.levels - 1};
            coop_push_spin(work, child);
        }
    }
}

coop_kernel coop_kill_any void spin_all(global struct coop_workqueue *queue, global const ulong *times,
                                        global struct tally *tallies, uint children, uint slow)
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
        coop_work_run((spin), &work, times, tallies, children, slow);
        tally_busy(tallies, began);
    }
}
