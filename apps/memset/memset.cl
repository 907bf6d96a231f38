/* MGWS's MEMSET (section 6.2): tasks with next to no work. */
#include "coop/kernel.clh"
#include "coop/workqueue.clh"

#include "memset_tasks.h"
#include "tools/workqueue/tally.h"

static void set_word(const local struct set_word *task, local struct coop_work *work, global ulong *words,
                     global struct tally *tallies)
{
    if (get_local_id(0) == 0) {
        words[task->index] = memset_value(task->index);
        tally_own(tallies)->counts[0]++;
    }
}

coop_kernel coop_kill_any void set_words(global struct coop_workqueue *queue, global ulong *words,
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
        coop_work_run((set_word), &work, words, tallies);
        tally_busy(tallies, began);
    }
}
