/* Work stealing under the C11 memory model: the device's own queue code, a fiber for each work-group, and
 * tasks whose accesses are plain, so that what the queues, the count and the end order too little shows as a
 * race or as a wrong value.
 *
 * Task n reads the cells of its ancestors and writes its own (Q1, Q6: what a task's maker wrote before it is
 * visible to whoever runs it). Who finds the end reads all cells (Q7). Work-groups are killed and begun
 * through the real group-count word, as in tests/queue/threads.c, in some of the runs; in the others nothing
 * but the queues and the count orders them. */
#include "opencl_c.h"

#define COOP_WORK 1
#include "coop/shared/types.h"

#include "cl/platform.clh"

#include "cl/atomics.clh"

struct coop_backoff {
    uint rounds;
};

#if COOP_WORK_TEAM
/* A team of one device measures nothing. */
static inline ulong coop_ticks(void)
{
    return 0;
}
#endif

static inline void coop_relax(struct coop_backoff *backoff)
{
    backoff->rounds++;
    weak_relax();
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include "coop/device/run_on.clh"
#pragma GCC diagnostic pop

#include "coop/shared/groups.h"
#include "host/workqueue/workqueue_layout.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

enum { SET_BYTES = 32 * 1024, TASKS_MAX = 48, GROUPS_MAX = 4, TAG = 1 };

/* One run's; watched, but for what only the claims need. */
struct world {
    unsigned char set[SET_BYTES];
    coop_word64 counts;                   /* the group-count word */
    uint cells[TASKS_MAX];                /* of each task: 1 more than its parent's */
    uint answers[TASKS_MAX + GROUPS_MAX]; /* the host's, read when all have ended */
};

struct plan {
    struct coop_workqueue_options options;
    uint tasks;
    uint roots;
    uint fan; /* children of a task */
    int resizes;
};

static struct world *world;

/* As the runtime's, with the only request that there is here. */
static uint coop_work_others_by_leader(struct coop_work *work)
{
    ulong word = coop_load64_relaxed(&world->counts);

    (void)work;
    return coop_groups_get(word, COOP_GROUPS_REQUEST) > 0 ? 0 : coop_groups_get(word, COOP_GROUPS_ACTIVE);
}

#if COOP_WORK_TEAM
/* There is one domain. */
static void coop_work_call_scheduler_by_leader(struct coop_work *work)
{
    (void)work;
}
#endif

static struct plan plan;
static uint32_t fibers[WEAK_FIBERS_MAX];
static uint32_t fiber_count;
static uint32_t live;

static struct {
    uint64_t kills;
    uint64_t forks;
    uint64_t steals;
    uint64_t overflowed;
    uint64_t declined;
    uint64_t ran_on;
    uint64_t stale_loads;
} totals;

static struct coop_workqueue *set_of(void)
{
    return (struct coop_workqueue *)(void *)world->set;
}

static void member_body(void *argument);

/* What the beginner has done is visible to the new work-group, as by a frame's ASSIGNED. */
static void begin_member(uint group)
{
    weak_check(fiber_count < WEAK_FIBERS_MAX - 1, "more work-groups than the engine has room for");
    live++;
    fibers[fiber_count++] = weak_spawn(member_body, (void *)(uintptr_t)group);
}

static uint parent_of(uint task)
{
    return (task - plan.roots) / plan.fan;
}

/* The current task: `parent` + 1 goes into its cell, and its children are pushed. What is refused is run at
 * once. */
static void run_task(struct coop_work *work, uint task)
{
    weak_check(world->cells[task] == 0, "task %u is run again", task);
    if (task < plan.roots) {
        world->cells[task] = 1;
    } else {
        weak_check(world->cells[parent_of(task)] != 0, "task %u is run before its parent", task);
        world->cells[task] = world->cells[parent_of(task)] + 1;
    }
    for (uint i = 0; i < plan.fan; i++) {
        uint child = plan.roots + task * plan.fan + i;
        ulong words[COOP_TASK_WORDS] = {child};
        if (child < plan.tasks && !coop_work_try_push(work, TAG, words)) {
            run_task(work, child);
        }
    }
}

static struct coop_groups_step groups_step(uint group, int forks)
{
    ulong word = coop_load64_relaxed(&world->counts);
    struct coop_groups_step step;

    do {
        step = forks ? coop_groups_request_fork(word) : coop_groups_offer_kill(word, 0, group, ~0u);
        if (step.event == COOP_GROUPS_NOTHING) {
            return step;
        }
    } while (!coop_replace64_acquire_release(&world->counts, &word, step.word));
    return step;
}

/* offer_kill as cl/work.cl and cl/resize.cl do it; 1 when the work-group has ended. */
static int offers(struct coop_work *work, uint group)
{
    ulong word = coop_load64_relaxed(&world->counts);

    if (coop_groups_offer_kill(word, 0, group, ~0u).event == COOP_GROUPS_NOTHING ||
        !coop_work_flush_by_leader(work)) {
        return 0;
    }
    coop_work_close_by_leader(work);
    if (groups_step(group, 0).event == COOP_GROUPS_NOTHING) {
        coop_work_reopen_by_leader(work);
        return 0;
    }
    totals.kills++;
    return 1;
}

static void requests(void)
{
    struct coop_groups_step step;
    uint active;

    if (fiber_count + GROUPS_MAX >= WEAK_FIBERS_MAX) {
        return; /* a request is a choice of the kernel's */
    }
    step = groups_step(0, 1);
    active = coop_groups_get(step.word, COOP_GROUPS_ACTIVE);
    for (uint group = active - step.forked; group < active; group++) {
        totals.forks++;
        begin_member(group);
    }
}

/* All cells: the end has been found (Q7), so all tasks are done and what they wrote is visible. */
static uint sum_of_cells(void)
{
    uint sum = 0;

    for (uint i = 0; i < plan.tasks; i++) {
        weak_check(world->cells[i] != 0, "the end was found before task %u was run", i);
        sum += world->cells[i];
    }
    return sum;
}

static void member_body(void *argument)
{
    uint group = (uint)(uintptr_t)argument;
    struct coop_work work;

    weak_check(coop_work_open_by_leader(&work, set_of(), NULL, group, 1 + group % 2) == 0,
               "the queue does not fit");
#if COOP_WORK_TEAM
    coop_team_open(&work, 0);
#endif
    for (;;) {
        if (plan.resizes) {
            if (offers(&work, group)) {
                live--;
                return;
            }
            requests();
        }
        coop_work_next_by_leader(&work,
                                 coop_groups_get(coop_load64_relaxed(&world->counts), COOP_GROUPS_ACTIVE));
        if (coop_work_is_done(&work)) {
            break;
        }
        if (coop_work_tag(&work) == TAG) {
            do {
                run_task(&work, (uint)work.task.words[0]);
            } while (coop_work_runs_on(&work, 1u << TAG));
        }
        totals.ran_on += work.ran_on;
    }
    weak_check(coop_local_load(&work.fault) == COOP_FAILURE_NONE, "a fault");
    world->answers[weak_fiber()] = sum_of_cells();
    weak_check(coop_work_flush_by_leader(&work), "tasks are left after the end");
    coop_work_close_by_leader(&work);
    coop_add64_release(&world->counts, coop_groups_one(COOP_GROUPS_RETURNED));
    live--;
}

/* Queues of every size, shared or not; what is chosen at build time stays. */
static void choose_plan(int resizes)
{
    static const uint rings[] = {1, 2, 4};
    uint groups = 2 + weak_below(GROUPS_MAX - 1);

    memset(&plan, 0, sizeof plan);
    plan.options.groups = groups;
    plan.options.owners = weak_below(3) == 0 ? groups : 1 + weak_below(2);
    plan.options.public_tasks = rings[weak_below(3)];
    plan.options.overflow_tasks = weak_below(4) == 0 ? 2 + weak_below(3) : TASKS_MAX;
    plan.options.outbox_tasks = 1 + weak_below(4);
    plan.options.is_static = weak_below(6) == 0;
    plan.options.seed = weak_below(1u << 30);
    plan.roots = 1 + weak_below(2);
    plan.fan = 1 + weak_below(4);
    plan.tasks = plan.roots + weak_below(TASKS_MAX - plan.roots);
    plan.resizes = resizes;
}

/* As coop_workqueue_init and coop_workqueue_push. */
static void seed_queues(void)
{
    struct coop_workqueue head;
    const char *wrong = coop_workqueue_layout(&plan.options, &head);

    weak_check(wrong == NULL, "%s", wrong);
    weak_check(head.bytes <= SET_BYTES, "the queue takes %llu bytes", (unsigned long long)head.bytes);
    memset(world, 0, sizeof *world);
    memcpy(world->set, &head, sizeof head);
    for (uint i = 0; i < plan.roots; i++) {
        struct coop_queue_view view = coop_queue_at(set_of(), i % head.queue_count);
        uint place = view.queue->overflowed.only_through_accessors;
        view.overflow[place].tag = TAG;
        view.overflow[place].words[0] = i;
        view.queue->overflowed.only_through_accessors = place + 1;
    }
    set_of()->outstanding.only_through_accessors = plan.roots;
    world->counts.only_through_accessors = coop_groups_launched(plan.options.groups);
    fiber_count = 0;
    live = 0;
}

/* The scheduler's part: it changes its mind about the number of work-groups while there are some. */
static void retarget(void)
{
    while (live > 0) {
        uint target = 1 + weak_below(plan.options.groups);
        ulong word = coop_load64_relaxed(&world->counts);
        while (!coop_replace64_acquire_release(&world->counts, &word,
                                               coop_groups_retarget(word, target, plan.options.groups))) {
        }
        for (uint turns = weak_below(40); turns > 0; turns--) {
            weak_relax();
        }
    }
}

static uint64_t counted(enum coop_work_count count)
{
    uint64_t sum = 0;

    for (uint i = 0; i < set_of()->queue_count; i++) {
        sum += coop_queue_at(set_of(), i).queue->counts[count].only_through_accessors;
    }
    return sum;
}

static void run(int resizes)
{
    choose_plan(resizes);
    seed_queues();
    weak_watch(world, sizeof *world);
    for (uint group = 0; group < plan.options.groups; group++) {
        begin_member(group);
    }
    if (resizes) {
        retarget();
    }
    for (uint32_t i = 0; i < fiber_count; i++) {
        weak_join(fibers[i]);
    }
    weak_check(set_of()->outstanding.only_through_accessors == 0, "the count does not end at 0");
    weak_check(counted(COOP_COUNT_EXECUTED) == counted(COOP_COUNT_SPAWNED) + plan.roots,
               "more tasks were run than pushed, or fewer");
    totals.steals += counted(COOP_COUNT_STEALS);
    totals.overflowed += counted(COOP_COUNT_OVERFLOWED);
    totals.declined += counted(COOP_COUNT_DECLINED);
}

static void work_groups_stay(void *none)
{
    (void)none;
    run(0);
}

static void work_groups_come_and_go(void *none)
{
    (void)none;
    run(1);
}

static void explore(void (*body)(void *), uint64_t runs)
{
    uint64_t seed = test_seed();

    runs = test_option("runs", runs);
    world = aligned_alloc(128, (sizeof *world + 127) / 128 * 128);
    memset(&totals, 0, sizeof totals);
    for (uint64_t i = 0; i < runs; i++) {
        struct weak_options options = {.seed = seed + i};
        struct weak_result result;

        options.stale_in_256 = (uint32_t)(i % 4) * 40;
        options.stay_in_256 = (uint32_t)(i / 4 % 4) * 80;
        result = weak_run(&options, body, NULL);
        totals.stale_loads += result.stale_loads;
        if (result.verdict != WEAK_DONE) {
            static const char *const names[] = {"done", "race", "deadlock", "endless", "broken"};
            TEST_FAIL("seed=%llu runs=1: %s: %s", (unsigned long long)(seed + i), names[result.verdict],
                      result.message);
            break;
        }
    }
    TEST_NOTE(
        "%llu runs: %llu stale loads, %llu steals, %llu overflowed, %llu kills, %llu forks, %llu declined",
        (unsigned long long)runs, (unsigned long long)totals.stale_loads, (unsigned long long)totals.steals,
        (unsigned long long)totals.overflowed, (unsigned long long)totals.kills,
        (unsigned long long)totals.forks, (unsigned long long)totals.declined);
    free(world);
}

TEST(tasks_see_their_makers_and_the_end_sees_all_tasks)
{
    explore(work_groups_stay, 1000);
    TEST_AT_LEAST(totals.steals, 1);
    TEST_AT_LEAST(totals.ran_on, 1);
    TEST_AT_LEAST(totals.overflowed, 1);
    TEST_AT_LEAST(totals.stale_loads, 1);
}

TEST(nothing_is_lost_while_work_groups_come_and_go)
{
    explore(work_groups_come_and_go, 500);
    TEST_AT_LEAST(totals.steals, 1);
    TEST_AT_LEAST(totals.ran_on, 1);
    TEST_AT_LEAST(totals.kills, 1);
    TEST_AT_LEAST(totals.forks, 1);
}
