/* What a leader does with the tasks that its work-group holds when the work-group may end (Q6, Q8). */
#define COOP_WORK 1
#define COOP_WORK_LOCAL_TASKS 4
#include "leader.h"

enum { RING = 4 };

static struct {
    struct coop_workqueue set;
    struct coop_queue queue;
    struct coop_task ring[RING];
} work_device;
static union coop_module_locals locals;

/* Tasks in the queue's ring that nobody has taken. */
static uint queued(void)
{
    return coop_queue_rest_of(GET(&work_device.queue.word)).count;
}

/* Work-group 1 of 2, which holds so many tasks that are not counted yet; its queue has `queued` already. */
static struct coop_instance *make_worker(uint held, uint in_queue)
{
    make_device(3, 0);
    lead(1);
    struct coop_instance *instance = take_up(0, 1, 1, 2);
    memset(&work_device, 0, sizeof work_device);
    memset(&locals, 0, sizeof locals);
    work_device.set.magic = COOP_WORKQUEUE_MAGIC;
    work_device.set.version = COOP_WORKQUEUE_VERSION;
    work_device.set.task_bytes = COOP_WORK_TASK_BYTES;
    work_device.set.queue_count = 1;
    work_device.set.ring_tasks = RING;
    work_device.set.outbox_count = 2;
    work_device.set.owners = 1;
    work_device.set.queues_at = (uint64_t)((uchar *)&work_device.queue - (uchar *)&work_device.set);
    work_device.set.rings_at = (uint64_t)((uchar *)work_device.ring - (uchar *)&work_device.set);
    SET(&work_device.queue.word, coop_queue_published(1, 0, in_queue));
    SET(&work_device.set.outstanding, in_queue);
    TEST_EQUAL(coop_work_open_by_leader(&locals.work, &work_device.set, (uchar *)&device, 1), 0);
    leader.work = &locals.work;
    for (uint i = 0; i < held; i++) {
        coop_task_word words[COOP_TASK_WORDS] = {i};
        coop_work_push(&locals.work, 1, words);
    }
    return instance;
}

static int looked;

/* A thief may take what is published, run it and take it off the count (Q6). */
static void look_at_publishing(int access, const volatile void *word, ulong value)
{
    if (access == LEADER_STORES && word == (const volatile void *)&work_device.queue.word) {
        TEST_AT_LEAST(GET(&work_device.set.outstanding), coop_queue_rest_of(value).count);
        looked++;
    }
}

TEST(q8_who_is_killed_has_given_all_its_tasks_away)
{
    struct coop_instance *instance = make_worker(2, 1);

    SET(&instance->counts, coop_groups_with_kill_wanted(GET(&instance->counts), 1));
    looked = 0;
    leader_access = look_at_publishing;
    coop_resize_offer_kill_by_leader(&leader);
    TEST_EQUAL(leader.has_work, 0);
    TEST_EQUAL(coop_groups_get(GET(&instance->counts), COOP_GROUPS_ACTIVE), 1);
    TEST_EQUAL(queued(), 3);
    TEST_EQUAL(GET(&work_device.set.outstanding), 3);
    TEST_EQUAL(looked, 1);
}

TEST(q8_whose_tasks_do_not_fit_is_not_killed)
{
    struct coop_instance *instance = make_worker(2, RING);

    SET(&instance->counts, coop_groups_with_kill_wanted(GET(&instance->counts), 1));
    coop_resize_offer_kill_by_leader(&leader);
    TEST_EQUAL(leader.has_work, 1);
    TEST_EQUAL(coop_groups_get(GET(&instance->counts), COOP_GROUPS_ACTIVE), 2);
    TEST_EQUAL(locals.work.held_before, 2);
    TEST_EQUAL(queued(), RING);
}

TEST(q8_nobody_asks_for_tasks_of_who_is_not_wanted)
{
    make_worker(2, 0);
    coop_resize_offer_kill_by_leader(&leader);
    TEST_EQUAL(leader.has_work, 1);
    TEST_EQUAL(queued(), 0);
}

static void a_thief_makes_room(void)
{
    SET(&work_device.queue.word, coop_queue_published(1, 0, 0));
    SET(&work_device.set.outstanding, GET(&work_device.set.outstanding) - RING);
}

TEST(q8_who_may_end_at_a_barrier_waits_until_its_tasks_fit)
{
    make_worker(2, RING);
    leader_waits = a_thief_makes_room;
    coop_work_leave(&leader);
    TEST_EQUAL(queued(), 2);
    TEST_EQUAL(locals.work.held_before, 0);
    TEST_EQUAL(GET(&work_device.set.outstanding), 2);
    TEST_EQUAL(GET(&control->failure.kind), COOP_FAILURE_NONE);
}

/* Steals of two values that follow each other are told apart (Q3). */
TEST(q3_a_published_value_is_of_the_other_epoch)
{
    for (uint epoch = 0; epoch < 2; epoch++) {
        TEST_EQUAL(coop_queue_epoch(coop_queue_published(epoch, 3, 2)), epoch ^ 1u);
    }
}

/* A place may be written again when all that was stolen from it is copied (Q3, Q4). */
TEST(q4_the_room_is_what_no_steal_still_copies)
{
    struct coop_queue_view view;
    uint64_t word = coop_queue_published(1, 0, RING); /* of epoch 0 */

    make_worker(0, 0);
    view = coop_queue_at(&work_device.set, 0);
    SET(&work_device.queue.word, word + COOP_QUEUE_ATTEMPT); /* half of them are stolen */
    TEST_EQUAL(coop_queue_hold(view, GET(&work_device.queue.word)).room, 0);
    SET(&work_device.queue.completed[0], 1);
    TEST_EQUAL(coop_queue_hold(view, GET(&work_device.queue.word)).room, RING / 2);
    work_device.queue.claimed[1] = 1; /* a steal of the value before copies still */
    TEST_EQUAL(coop_queue_hold(view, GET(&work_device.queue.word)).room, 0);
}
