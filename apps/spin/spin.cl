/* Tasks that compute for given times (a synthetic workload). All work-items of the work-group compute the
 * same. */
#include "coop/kernel.clh"
#include "coop/workqueue.clh"

#include "spin_tasks.h"
#include "tools/workqueue/tally.h"

/* How the tasks are: of a hundred that a task makes so many prefer a processor, and so many a GPU; and what
 * this device is. */
struct spin_way {
    uint children;
    uint slow;
    uint cpu_percent;
    uint gpu_percent;
    uint kind; /* SPIN_ON_CPU, SPIN_ON_GPU, or neither */
};

static void push_child(local struct coop_work *work, struct spin_way way, ulong seed, ulong levels)
{
    uint likes = spin_likes(seed, way.cpu_percent, way.gpu_percent);

    if (likes == SPIN_ON_CPU) {
        struct spin_on_cpu child = {seed, levels};
        coop_push_spin_on_cpu(work, child);
    } else if (likes == SPIN_ON_GPU) {
        struct spin_on_gpu child = {seed, levels};
        coop_push_spin_on_gpu(work, child);
    } else {
        struct spin child = {seed, levels};
        coop_push_spin(work, child);
    }
}

static void spin_task(ulong seed, ulong levels, uint likes, local struct coop_work *work,
                      global const ulong *times, global struct tally *tallies, struct spin_way way)
{
    ulong rounds = times[spin_place(seed)];
    ulong state = spin_rounds(seed, rounds);
    /* What makes a device slow: further rounds, which change nothing. */
    ulong more = spin_rounds(state, rounds * (way.slow - 1));

    if (get_local_id(0) == 0) {
        global struct tally *tally = tally_own(tallies);
        tally->counts[SPIN_TASKS]++;
        tally->counts[SPIN_ROUNDS] += rounds;
        tally->counts[SPIN_SUM] += state + (more == 0);
        tally->at_home += likes != SPIN_ANYWHERE && likes == way.kind;
        tally->strayed += likes != SPIN_ANYWHERE && likes != way.kind;
        for (uint i = 0; i < way.children && levels > 0; i++) {
            push_child(work, way, spin_child(seed, i), levels - 1);
        }
    }
}

static void spin(const local struct spin *task, local struct coop_work *work, global const ulong *times,
                 global struct tally *tallies, struct spin_way way)
{
    spin_task(task->seed, task->levels, SPIN_ANYWHERE, work, times, tallies, way);
}

static void spin_on_cpu(const local struct spin_on_cpu *task, local struct coop_work *work,
                        global const ulong *times, global struct tally *tallies, struct spin_way way)
{
    spin_task(task->seed, task->levels, SPIN_ON_CPU, work, times, tallies, way);
}

static void spin_on_gpu(const local struct spin_on_gpu *task, local struct coop_work *work,
                        global const ulong *times, global struct tally *tallies, struct spin_way way)
{
    spin_task(task->seed, task->levels, SPIN_ON_GPU, work, times, tallies, way);
}

coop_kernel coop_kill_any void spin_all(global struct coop_workqueue *queue, global const ulong *times,
                                        global struct tally *tallies, uint children, uint slow,
                                        uint cpu_percent, uint gpu_percent, uint kind)
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
        struct spin_way way = {children, slow, cpu_percent, gpu_percent, kind};
        ulong began = task_clock();
        coop_work_run((spin, spin_on_cpu, spin_on_gpu), &work, times, tallies, way);
        tally_busy(tallies, began);
    }
}
