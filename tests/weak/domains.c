/* Two domains and the broker between them under the C11 memory model: the device's own code for the
 * scheduler's service and for work-groups, the host's own broker, a fiber for each. A look of the broker's
 * reads words in any order, each with acquire; what it writes, box, then word, is as by shared virtual
 * memory.
 *
 * Tasks' accesses are plain, and so are those of the boxes: task n reads the cells of its ancestors, which
 * may have been run in the other domain, and writes its own; who finds the end reads all cells (A5). */
#include "opencl_c.h"

#define COOP_WORK 1
#include "coop/shared/types.h"

#include "cl/platform.clh"

#include "cl/atomics.clh"

struct coop_backoff {
    uint rounds;
};

/* A domain of one device measures nothing. */
static inline ulong coop_ticks(void)
{
    return 0;
}

static inline void coop_relax(struct coop_backoff *backoff)
{
    backoff->rounds++;
    weak_relax();
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include "coop/device/run_on.clh"

#include "coop/device/serve.clh"
#pragma GCC diagnostic pop

#include "host/team/broker.h"
#include "host/team/domain_layout.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

enum { MEMORY_BYTES = 32 * 1024, TASKS_MAX = 24, GROUPS_MAX = 2, DOMAINS = 2, TAG = 1, BOX_TASKS = 8 };

/* One run's; watched, but for what only the claims need. */
struct world {
    unsigned char memory[DOMAINS][MEMORY_BYTES] COOP_ALIGNED(64);
    struct coop_task dealt[DOMAINS][2];
    uint cells[TASKS_MAX]; /* of each task: 1 more than its parent's */
    uint answers[16];      /* the host's, read when all have ended */
};

static struct world *world;

static struct {
    struct coop_domain_layout layout;
    struct coop_broker broker;
    struct coop_broker_member members[DOMAINS];
    struct coop_task cargo[DOMAINS][BOX_TASKS];
    struct coop_task stock[2];
    uint groups;
    uint tasks;
    uint fan;
    uint live[DOMAINS]; /* work-groups; the schedulers leave behind them */
} plan;

static struct {
    uint64_t moved;
    uint64_t stale_loads;
} totals;

static struct coop_workqueue *set_of(uint domain)
{
    return (struct coop_workqueue *)(void *)(world->memory[domain] + plan.layout.set_at);
}

static struct coop_member *member_of(uint domain)
{
    return (struct coop_member *)(void *)world->memory[domain];
}

static uint coop_work_others_by_leader(struct coop_work *work)
{
    return coop_team_members(work, plan.groups);
}

static void coop_work_call_scheduler_by_leader(struct coop_work *work)
{
    (void)work;
}

static void run_task(struct coop_work *work, uint task)
{
    weak_check(task < plan.tasks && world->cells[task] == 0, "task %u is run again", task);
    if (task == 0) {
        world->cells[task] = 1;
    } else {
        uint parent = (task - 1) / plan.fan;
        weak_check(world->cells[parent] != 0, "task %u is run before its parent", task);
        world->cells[task] = world->cells[parent] + 1;
    }
    for (uint i = 0; i < plan.fan; i++) {
        uint child = 1 + task * plan.fan + i;
        ulong words[COOP_TASK_WORDS] = {child};
        if (child < plan.tasks && !coop_work_try_push(work, TAG, words)) {
            run_task(work, child);
        }
    }
}

static void worker_body(void *argument)
{
    uint domain = (uint)(uintptr_t)argument / GROUPS_MAX;
    uint group = (uint)(uintptr_t)argument % GROUPS_MAX;
    uint sum = 0;
    struct coop_work work;

    weak_check(coop_work_open_by_leader(&work, set_of(domain), NULL, group, 2) == 0,
               "the queue does not fit");
    coop_team_open(&work, 0);
    for (;;) {
        coop_work_next_by_leader(&work, plan.groups);
        if (coop_work_is_done(&work)) {
            break;
        }
        if (coop_work_tag(&work) == TAG) {
            run_task(&work, (uint)work.task.words[0]);
        }
    }
    for (uint i = 0; i < plan.tasks; i++) {
        weak_check(world->cells[i] != 0, "the end was found before task %u was run", i);
        sum += world->cells[i];
    }
    world->answers[weak_fiber()] = sum;
    weak_check(coop_work_flush_by_leader(&work), "tasks are left after the end");
    coop_work_close_by_leader(&work);
    plan.live[domain]--;
}

/* As cl/serve.cl has it, round after round. */
static void scheduler_body(void *argument)
{
    uint domain = (uint)(uintptr_t)argument;
    struct coop_serve serve = {.doing = COOP_SERVE_NOTHING};

    coop_store64_release(&member_of(domain)->ready, COOP_MEMBER_READY);
    while (plan.live[domain] > 0) {
        coop_serve_say_room_by_leader(set_of(domain), member_of(domain));
        coop_serve_say_hunger_by_leader(member_of(domain), plan.groups);
        if (coop_serve_begin_by_leader(&serve, set_of(domain), member_of(domain)) &&
            serve.doing != COOP_SERVE_NOTHING) {
            coop_serve_by_item(&serve, 0, 1);
            coop_serve_end_by_leader(&serve);
        } else {
            weak_relax();
        }
    }
}

static coop_status look(void *self, struct coop_broker_sight *sight)
{
    uint domain = (uint)(uintptr_t)self - 1;
    struct coop_member *member = member_of(domain);
    coop_word64 *words[] = {&set_of(domain)->outstanding,
                            &member->done,
                            &member->exported,
                            &member->taken,
                            &member->hunger,
                            &member->ready};
    uint64_t *to[] = {&sight->outstanding, &sight->done,   &sight->exported,
                      &sight->taken,       &sight->hunger, &sight->ready};
    uint first = weak_below(6);

    for (uint i = 0; i < 6; i++) {
        *to[(first + i) % 6] = coop_load64_acquire(words[(first + i) % 6]);
    }
    sight->idle = coop_load_relaxed(&member->idle);
    return COOP_OK;
}

static coop_status read_box(void *self, void *to, uint64_t bytes)
{
    const struct coop_task *from =
        (const struct coop_task *)(const void *)((unsigned char *)set_of((uint)(uintptr_t)self - 1) +
                                                 plan.layout.export_at);
    struct coop_task *into = to;

    for (uint64_t i = 0; i < bytes / sizeof *from; i++) {
        into[i] = from[i];
    }
    return COOP_OK;
}

static coop_status write_box(void *self, const void *from, uint64_t bytes)
{
    struct coop_task *to = (struct coop_task *)(void *)((unsigned char *)set_of((uint)(uintptr_t)self - 1) +
                                                        plan.layout.import_at);
    const struct coop_task *tasks = from;

    for (uint64_t i = 0; i < bytes / sizeof *to; i++) {
        to[i] = tasks[i];
    }
    return COOP_OK;
}

static coop_status tell(void *self, enum coop_broker_word word, uint64_t value)
{
    struct coop_member *member = member_of((uint)(uintptr_t)self - 1);

    coop_store64_release(word == COOP_BROKER_REQUEST    ? &member->request
                         : word == COOP_BROKER_IMPORTED ? &member->imported
                                                        : &member->over,
                         value);
    return COOP_OK;
}

static uint64_t heartbeat(void *self)
{
    (void)self;
    return 0;
}

static void choose_plan(void)
{
    static const uint rings[] = {1, 2, 4};
    struct coop_workqueue_options options = {.public_tasks = rings[weak_below(3)],
                                             .overflow_tasks = BOX_TASKS + weak_below(8),
                                             .outbox_tasks = 1 + weak_below(4),
                                             .seed = weak_below(1u << 30)};
    const char *wrong;

    memset(&plan, 0, sizeof plan);
    plan.groups = 1 + weak_below(GROUPS_MAX);
    plan.fan = 1 + weak_below(4);
    plan.tasks = 1 + weak_below(TASKS_MAX - 1);
    options.groups = plan.groups;
    wrong = coop_domain_layout(&options, 1, BOX_TASKS * sizeof(struct coop_task), &plan.layout);
    weak_check(wrong == NULL, "%s", wrong);
    weak_check(plan.layout.bytes <= MEMORY_BYTES, "the set takes %llu bytes",
               (unsigned long long)plan.layout.bytes);
}

/* As host/team makes them; the root is with the broker, or in the first domain. */
static void make_domains(void)
{
    int is_dealt = weak_below(2) == 0;

    memset(world, 0, sizeof *world);
    for (uint i = 0; i < DOMAINS; i++) {
        struct coop_team_table *table;
        memcpy(set_of(i), &plan.layout.head, sizeof plan.layout.head);
        set_of(i)->version = COOP_WORKQUEUE_TEAM_VERSION;
        set_of(i)->team_at = plan.layout.table_at;
        table = (struct coop_team_table *)(void *)((char *)set_of(i) + plan.layout.table_at);
        table->device_count = 1;
        table->groups = plan.groups;
        table->tasks_at = (uint64_t)((char *)world->dealt[i] - (char *)set_of(i));
        table->task_count = is_dealt && i == 0;
        table->devices[0].groups = plan.groups;
        table->member_before = plan.layout.set_at;
        table->export_at = plan.layout.export_at;
        table->import_at = plan.layout.import_at;
        table->box_tasks = plan.layout.box_tasks;
        table->far_groups = plan.groups;
        world->dealt[i][0].tag = TAG;
        set_of(i)->outstanding.only_through_accessors = table->task_count;
        plan.members[i] = (struct coop_broker_member){
            .port = {(void *)(uintptr_t)(i + 1), look, read_box, write_box, tell, heartbeat},
            .groups = plan.groups,
            .cargo.tasks = (unsigned char *)plan.cargo[i]};
        plan.live[i] = plan.groups;
    }
    plan.stock[0].tag = TAG;
    plan.broker = (struct coop_broker){.count = DOMAINS,
                                       .members = plan.members,
                                       .task_bytes = sizeof(struct coop_task),
                                       .box_tasks = plan.layout.box_tasks,
                                       .inbox_tasks = plan.layout.head.overflow_tasks,
                                       .moves_tasks = 1,
                                       .lost_after_ns = UINT64_MAX / 2,
                                       .stock = (const unsigned char *)plan.stock,
                                       .stock_left = !is_dealt};
}

static void run(void *none)
{
    uint32_t fibers[DOMAINS * (GROUPS_MAX + 1)];
    uint32_t count = 0;
    uint64_t now_ns = 1;

    (void)none;
    choose_plan();
    make_domains();
    weak_watch(world, sizeof *world);
    coop_broker_begin(&plan.broker, now_ns);
    for (uint i = 0; i < DOMAINS; i++) {
        fibers[count++] = weak_spawn(scheduler_body, (void *)(uintptr_t)i);
        for (uint k = 0; k < plan.groups; k++) {
            fibers[count++] = weak_spawn(worker_body, (void *)(uintptr_t)(i * GROUPS_MAX + k));
        }
    }
    while (coop_broker_step(&plan.broker, now_ns += 1000) == COOP_BROKER_RUNS) {
        weak_relax();
    }
    weak_check(plan.broker.state == COOP_BROKER_DONE, "the broker has failed: domain %u, %u",
               plan.broker.lost, (unsigned)plan.broker.loss);
    for (uint32_t i = 0; i < count; i++) {
        weak_join(fibers[i]);
    }
    for (uint i = 0; i < DOMAINS; i++) {
        weak_check(set_of(i)->outstanding.only_through_accessors == 0, "the count does not end at 0");
        totals.moved += plan.members[i].counts.tasks_out;
    }
}

TEST(tasks_of_two_domains_see_their_makers_and_the_end_sees_all_tasks)
{
    uint64_t seed = test_seed();
    uint64_t runs = test_option("runs", 1000);

    world = aligned_alloc(128, (sizeof *world + 127) / 128 * 128);
    for (uint64_t i = 0; i < runs; i++) {
        struct weak_options options = {.seed = seed + i,
                                       .stale_in_256 = (uint32_t)(i % 4) * 40,
                                       .stay_in_256 = (uint32_t)(i / 4 % 4) * 80};
        struct weak_result result = weak_run(&options, run, NULL);
        totals.stale_loads += result.stale_loads;
        if (result.verdict != WEAK_DONE) {
            static const char *const names[] = {"done", "race", "deadlock", "endless", "broken"};
            TEST_FAIL("seed=%llu runs=1: %s: %s", (unsigned long long)(seed + i), names[result.verdict],
                      result.message);
            break;
        }
    }
    TEST_NOTE("%llu runs: %llu stale loads, %llu tasks moved", (unsigned long long)runs,
              (unsigned long long)totals.stale_loads, (unsigned long long)totals.moved);
    free(world);
    TEST_AT_LEAST(totals.moved, 1);
    TEST_AT_LEAST(totals.stale_loads, 1);
}
