/* The device's work stealing code as C11 threads: a thread for each work-group, which others end and begin
 * through the real group-count word. Every task is run exactly once, the count ends at 0, and nobody leaves
 * while there is work.
 *
 * A task is a range of numbers: it marks the first and splits the rest among tasks that it pushes. What is
 * refused it marks itself. What shared/queue.h calls Q1 to Q7 (Q1, Q2, Q3, Q4: no task twice and none lost;
 * Q5; Q6, Q7: the count), and Q8 of cl/work.cl: nobody ends with tasks. With COOP_WORK_TEAM the work-groups
 * are of two devices, each with a group-count word of its own (Q17), and draw the first tasks (Q18). seed=,
 * tasks=, groups=, rounds= repeat or size a run. */
#define WORDS_OF_ITEMS
#include "tests/queue/device_words.h"

#include "coop/shared/groups.h"
#include "coop/shared/team.h"
#include "host/workqueue/workqueue_layout.h"
#include "test.h"
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct range {
    uint32_t first;
    uint32_t count;
};

/* With seats tasks are item tasks, and a thread runs its work-items one after the other. */
enum { TAG_RANGE = COOP_WORK_EACH_TASKS > 0 ? COOP_TASK_OF_ITEMS + 1 : 1, DEVICES = COOP_WORK_TEAM ? 2 : 1 };

struct world {
    struct coop_workqueue *set;
    struct coop_task *tasks; /* that are dealt; NULL: they are in the queues */
    _Atomic uint64_t counts[DEVICES];
    _Atomic unsigned char *marks;
    uint32_t *results;        /* plain, as what tasks write: who finds the end reads all of them (Q7) */
    _Atomic uint64_t inlined; /* numbers marked by a task for others that were refused */
    _Atomic uint32_t ended;
    uint32_t numbers;
    uint32_t limit; /* work-groups of a device */
    uint64_t seed;
    int resizes;
    int leaves; /* all but the last number return when they have run a few tasks, the lowest first */
    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t change;
    uint32_t live;
    uint32_t kills;
    uint32_t forks;
};

struct member {
    struct world *world;
    struct coop_work work;
    uint32_t items;
    uint32_t device;
    uint32_t group;  /* its number on the device */
    uint32_t called; /* it has seen that it is wanted in its loop (Q9) */
    uint64_t random;
};

/* As cl/work.cl has it. */
static uint known_members(struct coop_work *work, uint near)
{
#if COOP_WORK_TEAM
    return coop_team_members(work, near);
#else
    (void)work;
    return near;
#endif
}

/* As the runtime's, with the only request that there is here. */
static uint coop_work_others_by_leader(struct coop_work *work)
{
    struct member *member = (struct member *)((char *)work - offsetof(struct member, work));
    uint64_t word = words_load64(&member->world->counts[member->device], memory_order_relaxed);

    member->called = coop_groups_get(word, COOP_GROUPS_REQUEST) > 0;
    return member->called ? 0 : known_members(work, coop_groups_get(word, COOP_GROUPS_ACTIVE));
}

#if COOP_WORK_TEAM
/* There is one domain. */
static void coop_work_call_scheduler_by_leader(struct coop_work *work)
{
    (void)work;
}
#endif

static void *member_body(void *argument);

static void begin_member(struct world *world, uint32_t device, uint32_t group)
{
    struct member *member = calloc(1, sizeof *member);
    pthread_attr_t attributes;
    pthread_t thread;

    member->world = world;
    member->device = device;
    member->group = group;
    member->random = world->seed + device * 1000 + group + 1;
    pthread_mutex_lock(&world->lock);
    world->live++;
    pthread_mutex_unlock(&world->lock);
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attributes, 256 * 1024);
    if (pthread_create(&thread, &attributes, member_body, member) != 0) {
        abort();
    }
    pthread_attr_destroy(&attributes);
}

static struct coop_groups_step groups_step(const struct member *member, int forks)
{
    _Atomic uint64_t *counts = &member->world->counts[member->device];
    uint64_t word = words_load64(counts, memory_order_relaxed);
    struct coop_groups_step step;

    do {
        step = forks ? coop_groups_request_fork(word) : coop_groups_offer_kill(word, 0, member->group, ~0u);
        if (step.event == COOP_GROUPS_NOTHING) {
            return step;
        }
    } while (!words_replace64(counts, &word, step.word, memory_order_acq_rel, memory_order_relaxed));
    return step;
}

/* offer_kill as the runtime does it; 1 when the work-group has ended. */
static int offers(struct member *member)
{
    uint64_t word = words_load64(&member->world->counts[member->device], memory_order_relaxed);

    if (coop_groups_offer_kill(word, 0, member->group, ~0u).event == COOP_GROUPS_NOTHING ||
        !coop_work_flush_by_leader(&member->work)) {
        return 0;
    }
    coop_work_close_by_leader(&member->work);
    if (groups_step(member, 0).event == COOP_GROUPS_NOTHING) {
        coop_work_reopen_by_leader(&member->work);
        return 0;
    }
    return 1;
}

static void requests(struct member *member)
{
    struct world *world = member->world;
    struct coop_groups_step step = groups_step(member, 1);
    uint32_t active = coop_groups_get(step.word, COOP_GROUPS_ACTIVE);

    if (step.event == COOP_GROUPS_NOTHING) {
        return;
    }
    pthread_mutex_lock(&world->lock);
    world->forks += step.forked;
    pthread_mutex_unlock(&world->lock);
    for (uint32_t group = active - step.forked; group < active; group++) {
        begin_member(world, member->device, group);
    }
}

static void mark(struct world *world, uint32_t number)
{
    if (words_load32(&world->ended, memory_order_relaxed) != 0) {
        TEST_FAIL("a work-group found the end before %u was run", number);
    }
    if (world->marks[number]++ > 0) {
        TEST_FAIL("number %u was run twice", number);
        exit(1); /* the count does not come to 0 any more */
    }
    world->results[number] = number + 1;
}

static void push_range(struct member *member, struct range range)
{
    union {
        struct range range;
        uint64_t words[COOP_TASK_WORDS];
    } task = {.range = range};

    if (!coop_work_try_push(&member->work, TAG_RANGE, task.words)) {
        for (uint32_t i = 0; i < range.count; i++) {
            mark(member->world, range.first + i);
        }
        member->world->inlined += range.count;
    }
}

static void run_range(struct member *member)
{
    struct range range = *(const struct range *)coop_work_item_parameters(&member->work);
    uint32_t parts = 1 + (uint32_t)test_random_below(&member->random, 5);
    uint32_t left = range.count - 1;
    uint32_t next = range.first + 1;

    mark(member->world, range.first);
    for (; left > 0; parts--) {
        uint32_t count = parts <= 1 ? left : 1 + (uint32_t)test_random_below(&member->random, left);
        push_range(member, (struct range){next, count});
        next += count;
        left -= count;
    }
}

/* The step of all work-items. */
static void run_step(struct member *member)
{
    for (words_item = 0; words_item < member->items; words_item++) {
        if (coop_work_item_tag(&member->work) != TAG_RANGE) {
            continue;
        }
        do {
            TEST_EQUAL(member->called, 0);
            run_range(member);
        } while (coop_work_runs_each(&member->work, 1u << TAG_RANGE));
        member->called = 0;
    }
    words_item = 0;
}

static uint32_t members_of(struct member *member)
{
    uint64_t word = words_load64(&member->world->counts[member->device], memory_order_relaxed);

    return known_members(&member->work, coop_groups_get(word, COOP_GROUPS_ACTIVE));
}

/* 1 when it was killed. */
static int member_loop(struct member *member)
{
    struct world *world = member->world;
    uint32_t rounds = 0;

    for (;;) {
        if (world->leaves && member->group + 1 < world->limit && rounds++ > 20 * (member->group + 1)) {
            return 0;
        }
        if (member->world->resizes) {
            if (offers(member)) {
                return 1;
            }
            requests(member);
        }
        coop_work_next_by_leader(&member->work, members_of(member));
        if (coop_work_is_done(&member->work)) {
            return 0;
        }
        run_step(member);
    }
}

/* The work-group has found the end, so it sees what all tasks have written. */
static void check_results(const struct world *world)
{
    for (uint32_t i = 0; i < world->numbers; i++) {
        if (world->results[i] != i + 1) {
            TEST_FAIL("the result of number %u is %u at the end", i, world->results[i]);
            return;
        }
    }
}

/* As cl/work.cl does it. */
static void open_work(struct member *member)
{
    struct world *world = member->world;
    uint32_t number = member->group;

#if COOP_WORK_TEAM
    number = coop_team_number(world->set, member->device, number);
#endif
    TEST_EQUAL(coop_work_open_by_leader(&member->work, world->set, NULL, number, member->items), 0);
#if COOP_WORK_TEAM
    coop_team_open(&member->work, member->device);
#endif
}

static void *member_body(void *argument)
{
    struct member *member = argument;
    struct world *world = member->world;
    int is_killed;

    /* As one of several it does not run on; some have no seat. */
    member->items = test_random_below(&member->random, 2) == 0 ? 1 : COOP_WORK_EACH_TASKS + 2;
    open_work(member);
    is_killed = member_loop(member);
    if (!is_killed) {
        if (coop_work_is_done(&member->work)) {
            words_store32(&world->ended, 1, memory_order_relaxed);
            check_results(world);
        }
        while (!coop_work_flush_by_leader(&member->work)) {
            TEST_TRUE(world->leaves);
            sched_yield();
        }
        coop_work_close_by_leader(&member->work);
        words_add64(&world->counts[member->device], coop_groups_one(COOP_GROUPS_RETURNED),
                    memory_order_release);
    }
    free(member);
    pthread_mutex_lock(&world->lock);
    world->kills += (uint32_t)is_killed;
    world->live--;
    pthread_cond_signal(&world->change);
    pthread_mutex_unlock(&world->lock);
    return NULL;
}

/* Changes its mind about the number of work-groups until all have ended. */
static void schedule(struct world *world)
{
    uint64_t random = world->seed;
    uint64_t word;

    for (;;) {
        pthread_mutex_lock(&world->lock);
        if (world->live == 0) {
            pthread_mutex_unlock(&world->lock);
            return;
        }
        if (!world->resizes) {
            pthread_cond_wait(&world->change, &world->lock);
        }
        pthread_mutex_unlock(&world->lock);
        if (world->resizes) {
            _Atomic uint64_t *counts = &world->counts[test_random_below(&random, DEVICES)];
            uint32_t target = 1 + (uint32_t)test_random_below(&random, world->limit);
            word = words_load64(counts, memory_order_relaxed);
            while (!words_replace64(counts, &word, coop_groups_retarget(word, target, world->limit),
                                    memory_order_acq_rel, memory_order_relaxed)) {
            }
            sched_yield();
        }
    }
}

static void seed_queues(struct world *world, uint32_t seeds)
{
    for (uint32_t i = 0; i < seeds; i++) {
        uint32_t first = (uint32_t)((uint64_t)world->numbers * i / seeds);
        uint32_t end = (uint32_t)((uint64_t)world->numbers * (i + 1) / seeds);
        struct range range = {first, end - first};
#if COOP_WORK_TEAM
        struct coop_task *task = &world->tasks[i];
#else
        struct coop_queue_view view = coop_queue_at(world->set, i % world->set->queue_count);
        uint32_t place = coop_load_relaxed(&view.queue->overflowed);
        struct coop_task *task = &view.overflow[place];
        coop_store_relaxed(&view.queue->overflowed, place + 1);
#endif
        task->tag = TAG_RANGE;
        memcpy(task->words, &range, sizeof range);
    }
    coop_add64_relaxed(&world->set->outstanding, seeds);
}

static uint64_t counted(struct world *world, enum coop_work_count count)
{
    uint64_t sum = 0;

    for (uint32_t i = 0; i < world->set->queue_count; i++) {
        sum += coop_load64_relaxed(&coop_queue_at(world->set, i).queue->counts[count]);
    }
    return sum;
}

static void check(struct world *world, uint32_t seeds)
{
    for (uint32_t i = 0; i < world->numbers && test_failures() == 0; i++) {
        if (world->marks[i] != 1) {
            TEST_FAIL("number %u was run %u times", i, world->marks[i]);
        }
    }
    TEST_EQUAL_U64(counted(world, COOP_COUNT_EXECUTED), counted(world, COOP_COUNT_SPAWNED) + seeds);
    TEST_EQUAL_U64(counted(world, COOP_COUNT_EXECUTED) + world->inlined, world->numbers);
    TEST_EQUAL_U64(coop_load64_relaxed(&world->set->outstanding), 0);
}

#if COOP_WORK_TEAM
/* The table behind the queues, as host/team/team.c makes it. */
static void write_table(struct world *world, const struct coop_workqueue_options *options, uint32_t seeds,
                        uint64_t at)
{
    struct coop_team_table *table = (struct coop_team_table *)(void *)((char *)world->set + at);

    world->tasks = calloc(seeds, sizeof *world->tasks);
    table->device_count = DEVICES;
    table->groups = DEVICES * world->limit;
    table->victims = options->is_static ? COOP_VICTIMS_NONE : (uint32_t)(options->seed % COOP_VICTIMS_NONE);
    table->near_256ths = 192;
    table->speed = options->seed % 3;
    table->tasks_at = (uint64_t)((char *)world->tasks - (char *)world->set);
    table->task_count = seeds;
    table->from_back = (uint32_t)(options->seed / 2 % 4); /* both, either, or none */
    for (uint32_t i = 0; i < DEVICES; i++) {
        table->speeds[i] = (uint16_t)(1 + 7 * ((options->seed / 3 + i) % 2));
        table->devices[i].first = i * (options->groups / DEVICES);
        table->devices[i].groups = world->limit;
    }
    world->set->team_at = at;
    world->set->version = COOP_WORKQUEUE_TEAM_VERSION;
}
#endif

/* A set for the work-groups of all devices; those that share a queue are of one. */
static void make_set(struct world *world, struct coop_workqueue_options options, uint32_t seeds)
{
    uint32_t owners = options.owners != 0 ? options.owners : 1;
    struct coop_workqueue head;
    uint64_t bytes;

    if (DEVICES > 1) {
        options.groups = DEVICES * ((options.groups + owners - 1) / owners * owners);
    }
    TEST_TRUE(coop_workqueue_layout(&options, &head) == NULL);
    bytes = (head.bytes + 63) / 64 * 64;
    world->set = aligned_alloc(64, bytes + sizeof(struct coop_team_table));
    memset(world->set, 0, bytes + sizeof(struct coop_team_table));
    memcpy(world->set, &head, sizeof head);
#if COOP_WORK_TEAM
    write_table(world, &options, seeds, bytes);
#else
    (void)seeds;
#endif
}

enum { STAYS, RESIZES, LEAVES };

/* Tasks that work-groups took from queues of another device, in all rounds. */
static uint64_t crossed;

static void round_of(const struct coop_workqueue_options *options, uint32_t seeds, int changes, uint64_t seed)
{
    struct world world = {.numbers = (uint32_t)test_option("tasks", 20000),
                          .limit = options->groups,
                          .seed = seed,
                          .resizes = changes == RESIZES,
                          .leaves = changes == LEAVES};

    make_set(&world, *options, seeds);
    world.marks = calloc(world.numbers, 1);
    world.results = calloc(world.numbers, sizeof *world.results);
    pthread_mutex_init(&world.lock, NULL);
    pthread_cond_init(&world.change, NULL);
    seed_queues(&world, seeds);
    for (uint32_t device = 0; device < DEVICES; device++) {
        world.counts[device] = coop_groups_launched(options->groups);
        for (uint32_t i = 0; i < options->groups; i++) {
            begin_member(&world, device, i);
        }
    }
    schedule(&world);
    pthread_mutex_lock(&world.lock);
    TEST_NOTE("%u kills, %u forks, %llu steals of %llu tasks, %llu overflowed, %llu declined, %llu inline",
              world.kills, world.forks, (unsigned long long)counted(&world, COOP_COUNT_STEALS),
              (unsigned long long)counted(&world, COOP_COUNT_STOLEN),
              (unsigned long long)counted(&world, COOP_COUNT_OVERFLOWED),
              (unsigned long long)counted(&world, COOP_COUNT_DECLINED), (unsigned long long)world.inlined);
    pthread_mutex_unlock(&world.lock);
    check(&world, seeds);
    crossed += counted(&world, COOP_COUNT_REMOTE_STOLEN);
    free(world.tasks);
    free((void *)world.marks);
    free(world.results);
    free(world.set);
}

static void rounds(struct coop_workqueue_options options, uint32_t seeds, int changes)
{
    uint64_t seed = test_seed();
    uint64_t count = test_option("rounds", 4);

    options.groups = (uint32_t)test_option("groups", options.groups);
    for (uint64_t i = 0; i < count && test_failures() == 0; i++) {
        options.seed = seed + i;
        round_of(&options, seeds, changes, seed + i);
    }
}

TEST(each_task_is_run_once)
{
    rounds((struct coop_workqueue_options){.groups = 4}, 3, STAYS);
}

TEST(each_task_is_run_once_under_kills_and_forks)
{
    rounds((struct coop_workqueue_options){.groups = 4}, 3, RESIZES);
}

TEST(smallest_queues_lose_nothing_under_kills_and_forks)
{
    rounds(
        (struct coop_workqueue_options){
            .groups = 3, .public_tasks = 1, .overflow_tasks = 2, .outbox_tasks = 1},
        2, RESIZES);
}

TEST(full_queues_decline_to_end)
{
    rounds(
        (struct coop_workqueue_options){
            .groups = 3, .public_tasks = 2, .overflow_tasks = 1, .outbox_tasks = 8},
        1, RESIZES);
}

TEST(shared_queues_lose_nothing_under_kills_and_forks)
{
    rounds((struct coop_workqueue_options){.groups = 6, .owners = 2, .public_tasks = 4}, 6, RESIZES);
}

TEST(one_queue_for_all_loses_nothing)
{
    rounds((struct coop_workqueue_options){.groups = 4, .owners = 4, .public_tasks = 8}, 1, RESIZES);
}

TEST(static_shares_are_run_once_under_kills_and_forks)
{
    rounds((struct coop_workqueue_options){.groups = 4, .is_static = 1}, 40, RESIZES);
}

TEST(work_groups_that_leave_lose_nothing)
{
    rounds((struct coop_workqueue_options){.groups = 6, .overflow_tasks = 4096}, 6, LEAVES);
}

TEST(more_queues_than_work_groups_are_emptied)
{
    rounds((struct coop_workqueue_options){.groups = 8, .public_tasks = 2}, 8, RESIZES);
}

/* A device with one work-group has nobody near; where there is another one, they share what there is. */
TEST(work_groups_alone_on_their_devices_share)
{
    rounds((struct coop_workqueue_options){.groups = 1}, 1, STAYS);
    if (DEVICES > 1) {
        TEST_AT_LEAST(crossed, 1);
    }
}
