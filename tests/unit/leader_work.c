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
    TEST_EQUAL(coop_work_open_by_leader(&locals.work, &work_device.set, (uchar *)&device, 1, 1), 0);
    locals.work.coop = &leader;
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

/* What a step has found wrong is the launch's failure, also where the work-group ends behind that step: it
 * does not come to coop_work_next. */
TEST(q8_who_is_wanted_and_has_a_fault_is_not_killed)
{
    struct coop_instance *instance = make_worker(2, 0);

    SET(&instance->counts, coop_groups_with_kill_wanted(GET(&instance->counts), 1));
    coop_work_fail(&locals.work, COOP_FAILURE_WORK_FULL, 7);
    coop_resize_offer_kill_by_leader(&leader);
    TEST_EQUAL(GET(&control->failure.kind), COOP_FAILURE_WORK_FULL);
    TEST_EQUAL(control->failure.detail, 7);
    TEST_EQUAL(leader.has_work, 1);
}

TEST(q8_who_ends_with_a_fault_says_so)
{
    make_worker(2, 0);
    coop_work_fail(&locals.work, COOP_FAILURE_WORK_FULL, 7);
    coop_work_leave(&leader);
    TEST_EQUAL(GET(&control->failure.kind), COOP_FAILURE_WORK_FULL);
    TEST_EQUAL(control->failure.detail, 7);
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

/* A work-group of one work-item that has run its first task, holds `held` more and is alone with its work. */
static struct coop_instance *make_runner(uint held)
{
    struct coop_instance *instance = make_worker(held + 1, RING);

    coop_work_next_by_leader(&locals.work, 1);
    TEST_EQUAL(locals.work.outcome, COOP_WORK_TASK);
    SET(&instance->counts, coop_groups_launched(1));
    return instance;
}

static int runs_on(void)
{
    return coop_work_runs_on(&locals.work, 1u << 1);
}

/* The newest first, each counted, until nothing is held (Q10, Q11). */
TEST(q11_who_runs_on_counts_each_task)
{
    ulong executed;

    make_runner(3);
    executed = locals.work.counts[COOP_COUNT_EXECUTED];
    for (uint i = 3; i > 0; i--) {
        TEST_EQUAL(runs_on(), 1);
        TEST_EQUAL(locals.work.task.words[0], i - 1);
    }
    TEST_EQUAL(runs_on(), 0);
    TEST_EQUAL(locals.work.outcome, COOP_WORK_TASK);
    TEST_EQUAL(locals.work.counts[COOP_COUNT_EXECUTED], executed + 3);
    coop_work_settle_by_leader(&locals.work);
    TEST_EQUAL(locals.work.counts[COOP_COUNT_EXECUTED], executed + 4);
    TEST_EQUAL(locals.work.delta, 0);
}

/* Whoever wants a work-group waits for the task that runs, not for those behind it (Q9). */
TEST(q9_a_kill_that_is_wanted_is_answered_within_a_task)
{
    struct coop_instance *instance = make_runner(3);

    TEST_EQUAL(runs_on(), 1);
    SET(&instance->counts, coop_groups_with_kill_wanted(coop_groups_launched(2), 1));
    TEST_EQUAL(runs_on(), 0);
    TEST_EQUAL(coop_local_load(&locals.work.held), 2);
    coop_work_settle_by_leader(&locals.work);
    coop_resize_offer_kill_by_leader(&leader);
    TEST_EQUAL(coop_groups_get(GET(&instance->counts), COOP_GROUPS_ACTIVE), 2); /* the queue is full */
    a_thief_makes_room();
    coop_resize_offer_kill_by_leader(&leader);
    TEST_EQUAL(coop_groups_get(GET(&instance->counts), COOP_GROUPS_ACTIVE), 1);
    TEST_EQUAL(queued(), 2);
}

TEST(q9_a_grant_a_stop_and_a_failure_are_seen_within_a_task)
{
    struct coop_instance *instance = make_runner(3);

    SET(&instance->counts, coop_groups_with_fork_granted(coop_groups_launched(1), 1));
    TEST_EQUAL(runs_on(), 0);
    SET(&instance->counts, coop_groups_launched(1));
    SET(&control->stop, 1);
    TEST_EQUAL(runs_on(), 0);
    SET(&control->stop, 0);
    SET(&control->failure.kind, COOP_FAILURE_WORK_FULL);
    TEST_EQUAL(runs_on(), 0);
    SET(&control->failure.kind, COOP_FAILURE_NONE);
    TEST_EQUAL(runs_on(), 1);
}

TEST(q9_a_fault_ends_the_work_within_a_task)
{
    make_runner(3);
    SET(&work_device.set.fault, COOP_FAILURE_WORK_FULL); /* another work-group's */
    TEST_EQUAL(runs_on(), 0);
    SET(&work_device.set.fault, COOP_FAILURE_NONE);
    TEST_EQUAL(runs_on(), 1);
    coop_work_fail(&locals.work, COOP_FAILURE_WORK_TAG, 7);
    TEST_EQUAL(runs_on(), 0);
    TEST_EQUAL(GET(&work_device.set.fault), COOP_FAILURE_WORK_TAG);
}

TEST(q9_what_others_could_want_is_shared_within_a_task)
{
    struct coop_instance *instance = make_runner(3);

    SET(&instance->counts, coop_groups_launched(2));
    TEST_EQUAL(runs_on(), 1); /* the queue has tasks */
    a_thief_makes_room();
    SET(&work_device.set.outstanding, 0);
    TEST_EQUAL(runs_on(), 0);
    coop_work_next_by_leader(&locals.work, 2);
    TEST_EQUAL(queued(), 1);
    TEST_EQUAL(locals.work.outcome, COOP_WORK_TASK);
}

/* What does not fit the local queue goes to the public one first, and a task that the caller does not name
 * stays where it is (Q10). */
TEST(q10_who_runs_on_takes_its_newest_task_out_of_local_memory)
{
    coop_task_word words[COOP_TASK_WORDS] = {9};

    make_runner(1);
    locals.work.outbox = work_device.ring; /* for want of another place */
    locals.work.outbox_tasks = 4;
    for (uint i = 0; i < COOP_WORK_LOCAL_TASKS; i++) {
        coop_work_push(&locals.work, 1, words);
    }
    TEST_EQUAL(runs_on(), 0);
    make_runner(1);
    coop_work_push(&locals.work, 2, words);
    TEST_EQUAL(runs_on(), 0);
    TEST_EQUAL(coop_work_runs_on(&locals.work, 1u << 2), 1);
    TEST_EQUAL(coop_work_tag(&locals.work), 2);
}

/* A step ends, and the host sees each task in it (Q12, V1). */
TEST(q12_a_step_has_a_bounded_number_of_tasks_which_the_host_sees)
{
    coop_task_word words[COOP_TASK_WORDS] = {0};
    uint tasks = 1;
    ulong seen;

    make_runner(1);
    seen = GET(leader.doing);
    while (runs_on()) {
        TEST_TRUE(GET(leader.doing) != seen);
        seen = GET(leader.doing);
        coop_work_push(&locals.work, 1, words);
        tasks++;
    }
    TEST_EQUAL(tasks, COOP_WORK_RUN_ON);
}

/* Others write what is local there, and the megakernel's loop has the barriers. */
TEST(q9_work_groups_of_several_work_items_do_not_run_on)
{
    make_runner(3);
    locals.work.is_alone = 0;
    TEST_EQUAL(runs_on(), 0);
}

static void another_pushes(int access, const volatile void *word, ulong value)
{
    coop_task_word words[COOP_TASK_WORDS] = {8};

    (void)value;
    if (access != LEADER_LOADS && word == (const volatile void *)&locals.work.held && looked++ == 0) {
        coop_work_push(&locals.work, 1, words);
    }
}

/* Of work-items that push at once each has a place; where there is one, it needs no exchange. */
TEST(q1_work_items_that_push_at_once_have_places_of_their_own)
{
    coop_task_word words[COOP_TASK_WORDS] = {9};

    make_worker(0, 0);
    locals.work.is_alone = 0;
    looked = 0;
    leader_access = another_pushes;
    coop_work_push(&locals.work, 1, words);
    leader_access = NULL;
    TEST_EQUAL(coop_local_load(&locals.work.held), 2);
    TEST_EQUAL(locals.work.tasks[0].words[0] + locals.work.tasks[1].words[0], 17);
}
