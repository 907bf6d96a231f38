/* A step of a regular kernel in the form of GPUs (COOP_WHOLE, cl/item.cl), with a thread for each work-item:
 * each work-item runs each logical work-group of its work-group once, whoever is ahead. */
#define COOP_STRUCTURED 1
#define LEADER_HAS_ITEMS
#include <pthread.h>
#include <sched.h>
#include <stddef.h>

static _Thread_local unsigned my_item;
static pthread_barrier_t all_items;

static inline size_t get_local_id(unsigned dimension)
{
    return dimension == 0 ? my_item : 0;
}

#define barrier(fences) ((void)pthread_barrier_wait(&all_items))
#include "leader.h"

enum { ITEMS = 4, TOTAL_MOST = 700 };

/* Another work-group, of which there is only what it draws; it draws when this one's leader runs a kernel. */
static uint taken[TOTAL_MOST];

static struct space {
    uint groups[2];
    uint size[2]; /* of a logical work-group */
    uint edge[2]; /* work-items that the last logical work-group has in each dimension */
    int shares;
    int is_elastic;
} space;

static struct coop_group group;
static uint seen[ITEMS][TOTAL_MOST];
static uint wrong[ITEMS];

static void others_draw(uint count)
{
    ulong first = GET(&group.instance->next_logical_group);

    for (uint i = 0; i < count && first + i < group.draw_total; i++) {
        taken[first + i]++;
    }
    SET(&group.instance->next_logical_group, first + count);
}

/* The kernel. */
static void run(private const struct coop_item *coop_i)
{
    ulong number = coop_i->group_at[1] * space.groups[0] + coop_i->group_at[0];

    for (uint i = 0; i < 2; i++) {
        uint items = coop_i->group_at[i] + 1 == space.groups[i] ? space.edge[i] : space.size[i];
        wrong[my_item] += coop_i->at[i] >= items;
    }
    seen[my_item][number]++;
    if (my_item == 0) {
        leader_now_ns += number % 7 * 2000;
        others_draw(number % 5 == 0 ? 2 : 0);
        SET(&group.instance->counts, space.is_elastic && number % 11 == 0
                                         ? coop_groups_with_kill_wanted(coop_groups_launched(2), 1)
                                         : coop_groups_launched(2));
    }
    for (uint i = 0; i < (number * 7 + my_item * 5) % 4; i++) {
        sched_yield();
    }
}

static uint step_sharing(void)
{
    struct coop_group *coop = &group;

    COOP_WHOLE(coop, 1, 0, 0, 0, run(coop_i))
}

static uint step_apart(void)
{
    struct coop_group *coop = &group;

    COOP_WHOLE(coop, 0, 0, 0, 0, run(coop_i))
}

/* What the main loop does behind a step, as far as a regular kernel needs it. */
static void lead_on(void)
{
    if (coop_worker_advances(&group)) {
        coop_worker_advance(&group);
        return;
    }
    group.steps++;
    group.logical_groups_done++;
    group.has_work = (uint)coop_instance_next_logical_group(&group);
}

static void *be_item(void *argument)
{
    my_item = *(const uint *)argument;
    while (group.has_work) {
        uint next = COOP_NEXT(COOP_OP_RETURN, 0);

        if (my_item < group.active_items) {
            next = space.shares && group.active_items == ITEMS ? step_sharing() : step_apart();
        }
        pthread_barrier_wait(&all_items);
        if (my_item == 0) {
            group.next = next;
            lead_on();
        }
        pthread_barrier_wait(&all_items);
    }
    return NULL;
}

static void begin_group(void)
{
    struct coop_instance *instance = &control->instances[0];
    uint total = space.groups[0] * space.groups[1];

    make_device(SLOTS, 0);
    leader_barriers = leader_fences = 0;
    memset(&group, 0, sizeof group);
    memset(seen, 0, sizeof seen);
    memset(taken, 0, sizeof taken);
    memset(wrong, 0, sizeof wrong);
    instance->launch.logical_groups_total = total;
    group.instance = instance;
    group.control = control;
    group.doing = &device.slots[1].doing;
    group.items = ITEMS;
    group.has_work = 1;
    group.flags = space.is_elastic ? COOP_INSTANCE_SHRINKS : 0;
    group.dimensions = 2;
    for (uint i = 0; i < 3; i++) {
        group.groups[i] = i < 2 ? space.groups[i] : 1;
        group.local_items[i] = i < 2 ? space.size[i] : 1;
        group.global_items[i] = i < 2 ? (space.groups[i] - 1) * space.size[i] + space.edge[i] : 1;
    }
    coop_draw_begin(&group, 2, 1);
    SET(&instance->next_logical_group, space.is_elastic ? 0 : 2);
    taken[0] = !space.is_elastic; /* the other one's rank */
    TEST_TRUE(coop_instance_next_logical_group(&group));
}

static uint items_of(uint number)
{
    uint at[2] = {number % space.groups[0], number / space.groups[0]};
    uint items = 1;

    for (uint i = 0; i < 2; i++) {
        items *= at[i] + 1 == space.groups[i] ? space.edge[i] : space.size[i];
    }
    return items;
}

static void check(struct space wanted)
{
    static const uint numbers[ITEMS] = {0, 1, 2, 3};
    pthread_t threads[ITEMS];
    uint ran = 0;

    space = wanted;
    begin_group();
    pthread_barrier_init(&all_items, NULL, ITEMS);
    for (uint i = 0; i < ITEMS; i++) {
        pthread_create(&threads[i], NULL, be_item, (void *)(uintptr_t)&numbers[i]);
    }
    for (uint i = 0; i < ITEMS; i++) {
        pthread_join(threads[i], NULL);
    }
    pthread_barrier_destroy(&all_items);
    for (uint i = 0; i < ITEMS; i++) {
        TEST_EQUAL(wrong[i], 0);
    }
    for (uint number = 0; number < space.groups[0] * space.groups[1]; number++) {
        uint items = items_of(number);

        TEST_EQUAL(seen[0][number] + taken[number], 1);
        for (uint i = 1; i < ITEMS; i++) {
            TEST_EQUAL(seen[i][number], i < items ? seen[0][number] : 0);
        }
        ran += seen[0][number];
    }
    TEST_EQUAL(group.logical_groups_done, ran);
    TEST_TRUE(ran > 0);
}

/* So many barriers of a step; they stop coming where the work-group must drain. */
static uint met[ITEMS];
enum { STOP_AT = 1000, MEETINGS_MOST = 100000 };

static void *be_meeting_item(void *argument)
{
    uint count = 0;

    my_item = *(const uint *)argument;
    do {
        met[my_item]++;
        if (my_item == ITEMS - 1 && met[my_item] == STOP_AT) {
            SET(&control->stop, 1);
        }
    } while (coop_item_meet(&group, &count) && met[my_item] < MEETINGS_MOST);
    return NULL;
}

TEST(w1_a_step_with_barriers_ends_for_all_work_items_where_they_must_drain)
{
    static const uint numbers[ITEMS] = {0, 1, 2, 3};
    pthread_t threads[ITEMS];

    space = (struct space){{600, 1}, {4, 1}, {4, 1}, 1, 0};
    begin_group();
    group.steps = 5;
    pthread_barrier_init(&all_items, NULL, ITEMS);
    for (uint i = 0; i < ITEMS; i++) {
        pthread_create(&threads[i], NULL, be_meeting_item, (void *)(uintptr_t)&numbers[i]);
    }
    for (uint i = 0; i < ITEMS; i++) {
        pthread_join(threads[i], NULL);
    }
    pthread_barrier_destroy(&all_items);
    for (uint i = 0; i < ITEMS; i++) {
        TEST_EQUAL(met[i], met[0]);
    }
    TEST_TRUE(met[0] >= STOP_AT && met[0] <= STOP_AT + COOP_MEETINGS);
    TEST_EQUAL(group.steps % COOP_WORKER_LOOK, 0); /* so that the main loop looks, too */
}

/* Even spaces, and such with edges; with local memory, and without. */
static void check_all(int is_elastic)
{
    static const struct space spaces[] = {
        {{1, 2}, {4, 1}, {4, 1}, 0, 0},   {{600, 1}, {4, 1}, {4, 1}, 0, 0}, {{600, 1}, {4, 1}, {4, 1}, 1, 0},
        {{7, 80}, {2, 2}, {2, 2}, 0, 0},  {{7, 80}, {2, 2}, {2, 2}, 1, 0},  {{600, 1}, {4, 1}, {3, 1}, 0, 0},
        {{7, 80}, {2, 2}, {1, 2}, 0, 0},  {{7, 80}, {2, 2}, {1, 1}, 1, 0},  {{80, 7}, {2, 2}, {2, 1}, 1, 0},
        {{600, 1}, {3, 1}, {3, 1}, 0, 0}, {{7, 80}, {1, 2}, {1, 2}, 0, 0},
    };

    for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++) {
        struct space wanted = spaces[i];

        wanted.is_elastic = is_elastic;
        check(wanted);
    }
}

TEST(i2_each_logical_work_group_runs_once_in_all_its_work_items)
{
    check_all(0);
}

TEST(i2_so_it_does_where_the_scheduler_asks_for_work_groups)
{
    check_all(1);
}
