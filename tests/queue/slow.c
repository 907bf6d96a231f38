/* Devices of different speed in virtual time: the device's own code (include/coop/device), called by one
 * thread for one work-group after the other, as their times come. A task takes what it says, as often as its
 * device is slower; a round takes a moment, and so does a wait. So what speeds are for can be told to the
 * tick, on any machine: how much later all ends than the ideal, the work over the sum of the speeds, and than
 * on the fast device alone. Prints each case. */
#define WORDS_TICKS
#include "tests/queue/device_words.h"

#include "coop/shared/team.h"
#include "host/workqueue/workqueue_layout.h"
#include "test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    DEVICES = 2,
    GROUPS_MAX = 8,
    TAG = 1,
    ROUND_TICKS = 300,
    WAIT_TICKS = 3000,
    WAIT_MOST_TICKS = 300000,
    MEAN_TICKS = 600000
};

#define END_TICKS ((uint64_t)1 << 34)

enum shape { CONSTANT, EXPONENTIAL, PARETO, SHAPES };

static const char *const shapes[SHAPES] = {"constant", "exponential", "pareto"};

struct item {
    uint64_t ticks;
};

struct member {
    struct coop_work work;
    uint32_t device;
    uint64_t at;    /* when it is called next; UINT64_MAX: it has ended */
    uint64_t waits; /* the next wait's ticks */
};

struct plan {
    uint32_t tasks;
    enum shape shape;
    uint32_t groups; /* of each device */
    uint32_t slow;   /* the second device is so many times slower; 0: it is not there */
    enum coop_team_speeds speed;
    uint64_t seed;
    int is_slow_alone; /* only the second device is there */
};

static uint64_t now;

static uint64_t words_ticks(void)
{
    return now;
}

static void coop_work_call_scheduler_by_leader(struct coop_work *work)
{
    (void)work;
}

static uint64_t draw_ticks(enum shape shape, uint64_t *random)
{
    double part = ((double)(test_random(random) >> 11) + 0.5) / 9007199254740992.0;
    double mean = MEAN_TICKS;

    /* Pareto's of exponent 1.1, cut off where one task in ten thousand is longer */
    part = shape == PARETO && part > 0.9999 ? 0.9999 : part;
    return (uint64_t)(shape == CONSTANT      ? mean
                      : shape == EXPONENTIAL ? -log(1 - part) * mean
                                             : pow(1 - part, -1 / 1.1) * mean / 6.3) +
           1;
}

/* Returns the sum of all times. */
static uint64_t fill(struct plan plan, struct coop_task *tasks)
{
    uint64_t random = plan.seed;
    uint64_t sum = 0;

    for (uint32_t i = 0; i < plan.tasks; i++) {
        struct item item = {draw_ticks(plan.shape, &random)};
        tasks[i].tag = TAG;
        memcpy(tasks[i].words, &item, sizeof item);
        sum += item.ticks;
    }
    return sum;
}

static struct coop_workqueue *make_set(struct plan plan, const struct coop_task *tasks)
{
    struct coop_workqueue_options options = {.groups = DEVICES * plan.groups, .seed = plan.seed};
    struct coop_workqueue head;
    struct coop_workqueue *set;
    struct coop_team_table *table;
    uint64_t at;

    TEST_TRUE(coop_workqueue_layout(&options, &head) == NULL);
    at = (head.bytes + 63) / 64 * 64;
    set = aligned_alloc(64, at + sizeof *table);
    memset(set, 0, at + sizeof *table);
    memcpy(set, &head, sizeof head);
    set->team_at = at;
    set->version = COOP_WORKQUEUE_TEAM_VERSION;
    coop_add64_relaxed(&set->outstanding, plan.tasks);
    table = (struct coop_team_table *)(void *)((char *)set + at);
    table->device_count = DEVICES;
    table->groups = DEVICES * plan.groups;
    table->speed = plan.speed;
    table->tasks_at = (uint64_t)((const char *)tasks - (const char *)set);
    table->task_count = plan.tasks;
    for (uint32_t i = 0; i < DEVICES; i++) {
        table->devices[i] = (struct coop_team_device){i * plan.groups, plan.groups};
        table->speeds[i] = (uint16_t)(i == 0 ? plan.slow : 1);
    }
    return set;
}

/* What the member does now; returns when it wants to be called again. */
static uint64_t step(struct plan plan, struct member *member)
{
    coop_work_next_by_leader(&member->work, coop_team_members(&member->work, plan.groups));
    if (coop_work_is_done(&member->work)) {
        return UINT64_MAX;
    }
    if (coop_work_tag(&member->work) == TAG) {
        struct item item = *(const struct item *)coop_work_parameters(&member->work);
        member->waits = WAIT_TICKS;
        return now + ROUND_TICKS + item.ticks * (member->device == 1 ? plan.slow : 1);
    }
    member->waits += member->waits < WAIT_MOST_TICKS ? member->waits / 8 : 0; /* as the naps of a device */
    return now + member->waits;
}

static struct member *next_of(struct member *members, uint32_t count)
{
    struct member *next = members;

    for (uint32_t i = 1; i < count; i++) {
        next = members[i].at < next->at ? &members[i] : next;
    }
    return next;
}

/* When all work-groups have ended. */
static uint64_t simulate(struct plan plan, uint64_t *work, uint64_t *paces)
{
    struct coop_task *tasks = calloc(plan.tasks, sizeof *tasks);
    struct member *members = calloc((size_t)DEVICES * plan.groups, sizeof *members);
    uint32_t first = plan.is_slow_alone ? plan.groups : 0;
    uint32_t count = (plan.slow > 0 ? DEVICES : 1) * plan.groups;
    struct coop_workqueue *set;
    struct member *next;
    uint64_t end = 0;

    *work = fill(plan, tasks);
    set = make_set(plan, tasks);
    now = 1000000;
    for (uint32_t i = 0; i < count; i++) {
        members[i].device = i / plan.groups;
        members[i].at = i < first ? UINT64_MAX : now + i;
        members[i].waits = WAIT_TICKS;
        TEST_EQUAL(coop_work_open_by_leader(&members[i].work, set, NULL, i, 8), 0);
        coop_team_open(&members[i].work, members[i].device);
    }
    while ((next = next_of(members, count))->at != UINT64_MAX) {
        now = next->at;
        if (now > *work * 1000 + END_TICKS) {
            TEST_FAIL("%llu tasks are not run", (unsigned long long)coop_load64_relaxed(&set->outstanding));
            break;
        }
        next->at = step(plan, next);
        end = now;
    }
    TEST_EQUAL_U64(coop_load64_relaxed(&set->outstanding), 0);
    for (uint32_t i = 0; i < DEVICES && paces != NULL; i++) {
        struct coop_team_table *table = (struct coop_team_table *)(void *)((char *)set + set->team_at);
        paces[i] = coop_pace_of(coop_load64_relaxed(&table->paces[i]));
    }
    free(tasks);
    free(members);
    free(set);
    return end - 1000000;
}

struct ratios {
    double ideal; /* the time over the work divided by the sum of the speeds */
    double fast;  /* the time over that of the fast device alone */
};

/* The worst of some seeds, each beside the fast device alone with the same tasks. */
static struct ratios measure(struct plan plan)
{
    struct ratios worst = {0, 0};

    for (plan.seed = 1; plan.seed <= 5; plan.seed++) {
        struct plan alone = plan;
        uint64_t work;
        double both = (double)simulate(plan, &work, NULL);
        double speeds = plan.groups * (1 + 1.0 / plan.slow);
        double ideal = both / ((double)work / speeds);
        double fast;

        alone.slow = 0;
        fast = both / (double)simulate(alone, &work, NULL);
        worst.ideal = ideal > worst.ideal ? ideal : worst.ideal;
        worst.fast = fast > worst.fast ? fast : worst.fast;
    }
    TEST_NOTE("%u tasks, %-11s, %u + %u work-groups, %2u times slower, %s: %.3f of the ideal, %.3f of the "
              "fast one alone",
              plan.tasks, shapes[plan.shape], plan.groups, plan.groups, plan.slow,
              plan.speed == COOP_SPEEDS_MEASURED ? "measured"
              : plan.speed == COOP_SPEEDS_GIVEN  ? "given"
                                                 : "alike",
              worst.ideal, worst.fast);
    return worst;
}

/* All ends within a tenth of the ideal, and not later than on the fast device alone, where speeds are given
 * and where they are measured: with tasks of one time, and of times that vary. Devices that count as alike
 * may end later, which is what speeds are for. */
TEST(q20_a_slow_device_makes_nothing_slower)
{
    for (uint32_t slow = 4; slow <= 16; slow *= 4) {
        for (uint32_t groups = 1; groups <= 4; groups *= 4) {
            for (unsigned shape = CONSTANT; shape <= EXPONENTIAL; shape++) {
                struct plan plan = {
                    .tasks = 3000 * groups, .shape = (enum shape)shape, .groups = groups, .slow = slow};
                for (plan.speed = COOP_SPEEDS_MEASURED; plan.speed < COOP_SPEEDS_ALIKE; plan.speed++) {
                    struct ratios ratios = measure(plan);
                    TEST_TRUE(ratios.ideal <= 1.10);
                    TEST_TRUE(ratios.fast <= 1.03);
                }
                measure(plan);
            }
        }
    }
}

/* A fast device that does not come: what would be left to it is run by the slow one, also while that has
 * measured nothing yet. */
TEST(q20_tasks_left_to_who_does_not_come_are_run)
{
    for (uint32_t tasks = 1; tasks <= 300; tasks += 23) {
        struct plan plan = {.tasks = tasks,
                            .shape = CONSTANT,
                            .groups = 1,
                            .slow = 16,
                            .speed = COOP_SPEEDS_GIVEN,
                            .seed = 1,
                            .is_slow_alone = 1};
        uint64_t work;
        uint64_t took = simulate(plan, &work, NULL);
        /* two tasks' time for each of the last, and the first wait */
        TEST_AT_MOST(took, work * 16 * 3 + COOP_PACE_UNKNOWN_TICKS * 3);
    }
}

/* The fast device waits for the slow one's last tasks, and counts as fast all the same. */
TEST(q19_a_pace_is_of_time_with_a_task)
{
    struct plan plan = {
        .tasks = 40, .shape = CONSTANT, .groups = 2, .slow = 64, .speed = COOP_SPEEDS_MEASURED, .seed = 1};
    uint64_t paces[DEVICES];
    uint64_t work;

    simulate(plan, &work, paces);
    TEST_AT_LEAST(paces[0], MEAN_TICKS);
    TEST_AT_MOST(paces[0], MEAN_TICKS * 1.1);
    TEST_AT_LEAST(paces[1], MEAN_TICKS * 64);
    TEST_AT_MOST(paces[1], MEAN_TICKS * 70);
}

/* Few tasks: the last one of a slow device is a part of all that shows. */
TEST(q20_of_few_tasks_a_slow_device_takes_few)
{
    for (uint32_t slow = 4; slow <= 16; slow *= 4) {
        for (unsigned speed = COOP_SPEEDS_MEASURED; speed <= COOP_SPEEDS_ALIKE; speed++) {
            struct plan plan = {.tasks = 300, .shape = CONSTANT, .groups = 1, .slow = slow, .speed = speed};
            struct ratios ratios = measure(plan);
            TEST_TRUE(speed == COOP_SPEEDS_ALIKE || ratios.fast <= 1.03);
        }
    }
}

/* Where one task in a thousand takes a third of all time, who gets it decides, and nobody knows before: all
 * is run. */
TEST(tasks_of_very_different_times_are_all_run)
{
    for (uint32_t slow = 4; slow <= 16; slow *= 4) {
        for (unsigned speed = COOP_SPEEDS_MEASURED; speed <= COOP_SPEEDS_ALIKE; speed++) {
            measure((struct plan){.tasks = 3000, .shape = PARETO, .groups = 1, .slow = slow, .speed = speed});
        }
    }
}
