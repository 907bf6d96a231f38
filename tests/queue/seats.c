/* Item tasks without a device: the seats of a work-group of three work-items, in every way in which these
 * push in three batches, and in every order. What seats.clh calls Q13 to Q16, and the count (Q7): whatever
 * happens, each task is in one place, and what is counted is what there is. */
#define WORDS_OF_ITEMS
#include "tests/queue/device_words.h"

#include "host/workqueue/workqueue_layout.h"
#include "test.h"
#include <stdlib.h>
#include <string.h>

enum { ITEMS = 3, BATCHES = 3, TAG_ITEM = COOP_TASK_OF_ITEMS + 1, TAG_GROUP = 1 };

/* No runs here: the only work-group. */
static uint coop_work_others_by_leader(struct coop_work *work)
{
    (void)work;
    return 1;
}

struct bench {
    struct coop_workqueue *set;
    struct coop_work work;
    uint64_t made; /* tasks that were pushed; the number of each is its parameter */
    uint64_t run;
    uint8_t runs[256]; /* of each number */
};

static const struct coop_workqueue_options small = {
    .groups = 1, .public_tasks = 2, .overflow_tasks = 64, .outbox_tasks = 6};

static struct coop_workqueue *make_set(void)
{
    struct coop_workqueue head;
    struct coop_workqueue *set;

    TEST_TRUE(coop_workqueue_layout(&small, &head) == NULL);
    set = aligned_alloc(64, (head.bytes + 63) / 64 * 64);
    memset(set, 0, head.bytes);
    memcpy(set, &head, sizeof head);
    return set;
}

/* Pushes a task as work-item `item`. */
static void push(struct bench *bench, uint32_t item, uint32_t tag)
{
    uint64_t words[COOP_TASK_WORDS] = {bench->made};

    words_item = item;
    coop_work_push(&bench->work, tag, words);
    bench->made++;
}

static void open_bench(struct bench *bench, struct coop_workqueue *set, uint32_t tasks)
{
    memset(bench, 0, sizeof *bench);
    memset(&bench->work, 0xff, sizeof bench->work); /* nobody clears local memory */
    bench->set = set;
    coop_store64_relaxed(&set->outstanding, 0);
    coop_store_relaxed(&set->fault, COOP_FAILURE_NONE);
    TEST_EQUAL(coop_work_open_by_leader(&bench->work, set, NULL, 0, ITEMS), 0);
    for (uint32_t i = 0; i < tasks; i++) {
        push(bench, 0, TAG_ITEM);
    }
}

/* What lies between two steps: the leader's part, and that of the work-items, in any order. */
static void next(struct bench *bench, uint32_t members)
{
    coop_work_next_by_leader(&bench->work, members);
#if COOP_WORK_SEATS_BY_ITEMS
    for (uint32_t i = ITEMS; i-- > 0;) {
        coop_work_seat(&bench->work, i, ITEMS);
    }
    bench->work.seats.coming = 0;
#endif
    TEST_EQUAL(bench->work.seats.coming, 0);
}

/* A work-item's part of the step: its task, if it has one, and so many pushes. */
static void run_item(struct bench *bench, uint32_t item, uint32_t pushes)
{
    words_item = item;
    if (coop_work_item_tag(&bench->work) == TAG_ITEM) {
        const uint64_t *number = coop_work_item_parameters(&bench->work);

        bench->runs[*number]++;
        bench->run++;
        for (uint32_t i = 0; i < pushes; i++) {
            push(bench, item, TAG_ITEM);
        }
        words_item = item;
        TEST_EQUAL(coop_work_runs_each(&bench->work, 1u << TAG_ITEM), 0);
    }
}

/* Q14: the vacant seats are listed once each, and are those without a turn. */
static void check_seats(const struct bench *bench)
{
    const struct coop_work_seats *seats = &bench->work.seats;
    uint32_t listed = 0;
    uint32_t vacant = 0;

    for (uint32_t i = 0; i < coop_local_load((coop_word32 *)&seats->vacant); i++) {
        TEST_TRUE(seats->list[i] < ITEMS && !(listed >> seats->list[i] & 1u));
        listed |= 1u << seats->list[i];
    }
    for (uint32_t i = 0; i < ITEMS; i++) {
        vacant |= seats->tasks[i].pad0[0] == 0 ? 1u << i : 0u;
    }
    TEST_EQUAL(listed, vacant);
}

/* Between two steps: what is held and seated, less delta, is what is counted (held.clh). */
static void check_counts(const struct bench *bench)
{
    const struct coop_work *work = &bench->work;

    check_seats(bench);
    TEST_EQUAL_U64(work->counts[COOP_COUNT_EXECUTED], bench->run);
    TEST_EQUAL_U64(work->counts[COOP_COUNT_SPAWNED], bench->made);
}

/* Runs what is left, each task once. */
static void run_rest(struct bench *bench)
{
    for (uint32_t round = 0; round < 1000 && test_failures() == 0; round++) {
        next(bench, 1);
        if (coop_work_is_done(&bench->work)) {
            break;
        }
        for (uint32_t i = 0; i < ITEMS; i++) {
            run_item(bench, i, 0);
        }
    }
    TEST_TRUE(coop_work_is_done(&bench->work));
    TEST_EQUAL_U64(coop_load64_relaxed(&bench->set->outstanding), 0);
    TEST_EQUAL(coop_load_relaxed(&bench->set->fault), COOP_FAILURE_NONE);
    TEST_EQUAL_U64(bench->run, bench->made);
    for (uint64_t i = 0; i < bench->made; i++) {
        TEST_EQUAL(bench->runs[i], 1);
    }
}

static const uint8_t orders[6][ITEMS] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};

/* `pushes` has a digit of base 3 for each work-item and batch; the seats are full, or one or two are, at the
 * beginning. */
static void run_pattern(struct coop_workqueue *set, uint32_t pushes, uint32_t order, uint32_t tasks)
{
    struct bench bench;

    open_bench(&bench, set, tasks);
    for (uint32_t batch = 0; batch < BATCHES; batch++) {
        next(&bench, 1);
        check_counts(&bench);
        for (uint32_t i = 0; i < ITEMS; i++) {
            uint32_t digits = pushes;

            for (uint32_t skipped = batch * ITEMS + orders[order][i]; skipped > 0; skipped--) {
                digits /= 3;
            }
            run_item(&bench, orders[order][i], digits % 3);
        }
        check_seats(&bench);
    }
    run_rest(&bench);
}

TEST(q14_q15_each_task_is_run_once_whoever_pushes)
{
    struct coop_workqueue *set = make_set();
    uint32_t patterns = 19683; /* 3 to the power of ITEMS * BATCHES */

    for (uint32_t pushes = 0; pushes < patterns && test_failures() == 0; pushes++) {
        run_pattern(set, pushes, pushes % 6, 1 + pushes % 7 % 3);
    }
    free(set);
}

/* A task in its seat is not written over before its own work-item has read it, whoever pushes first. */
TEST(q13_the_first_push_takes_the_place_of_the_own_task_alone)
{
    struct coop_workqueue *set = make_set();
    struct bench bench;

    open_bench(&bench, set, ITEMS);
    next(&bench, 1);
    TEST_EQUAL(bench.work.outcome, COOP_WORK_BATCH);
    run_item(&bench, 1, 2);
    TEST_EQUAL(coop_local_load(&bench.work.held), 1); /* its first push is in its seat */
    for (uint32_t item = 0; item < ITEMS; item += 2) {
        words_item = item;
        TEST_EQUAL(coop_work_item_tag(&bench.work), TAG_ITEM);
        TEST_EQUAL(*(const uint64_t *)coop_work_item_parameters(&bench.work), item == 0 ? 2 : 0);
        run_item(&bench, item, 0);
    }
    TEST_EQUAL(coop_local_load(&bench.work.held), 1);
    run_rest(&bench);
    free(set);
}

/* A push before coop_work_run_each, which the work-item's task does not make, leaves that in its seat. */
TEST(q13_a_push_before_the_own_task_is_read_does_not_take_its_place)
{
    struct coop_workqueue *set = make_set();
    struct bench bench;

    open_bench(&bench, set, ITEMS + 1);
    for (uint32_t batch = 0; batch < 4; batch++) { /* first tasks, filled in where one was run, and kept */
        uint64_t seated;

        next(&bench, 1);
        seated = bench.run + coop_work_seated(&bench.work);
        TEST_EQUAL(coop_work_is_seated(&bench.work, 1), 1);
        push(&bench, 1, TAG_ITEM);
        for (uint32_t i = 0; i < ITEMS; i++) {
            run_item(&bench, i, batch > 0);
        }
        TEST_EQUAL_U64(bench.run, seated);
    }
    run_rest(&bench);
    free(set);
}

/* Who has run its task and kept one does not run that in the same step. */
TEST(q15_a_kept_task_waits_for_the_next_batch)
{
    struct coop_workqueue *set = make_set();
    struct bench bench;

    open_bench(&bench, set, 1);
    next(&bench, 1);
    run_item(&bench, 0, 1);
    run_item(&bench, 0, 1);
    TEST_EQUAL_U64(bench.run, 1);
    run_rest(&bench);
    free(set);
}

/* A task of the work-group that an item task pushes goes to the held ones, and is run alone; the seats
 * wait. */
TEST(tasks_of_work_groups_take_no_seats)
{
    struct coop_workqueue *set = make_set();
    struct bench bench;

    open_bench(&bench, set, 1);
    next(&bench, 1);
    words_item = 0;
    TEST_EQUAL(coop_work_item_tag(&bench.work), TAG_ITEM);
    push(&bench, 0, TAG_GROUP);
    push(&bench, 0, TAG_ITEM);
    coop_work_runs_each(&bench.work, 1u << TAG_ITEM);
    TEST_EQUAL(coop_local_load(&bench.work.held), 1);
    next(&bench, 1);
    TEST_EQUAL(coop_work_tag(&bench.work), TAG_GROUP);
    TEST_EQUAL(coop_work_is_for_each(&bench.work), 0);
    next(&bench, 1);
    TEST_EQUAL(bench.work.outcome, COOP_WORK_BATCH);
    words_item = 0;
    TEST_EQUAL(*(const uint64_t *)coop_work_item_parameters(&bench.work), 2);
    coop_work_runs_each(&bench.work, 1u << TAG_ITEM);
    free(set);
}

/* Whether a task is for all is known of those that come from a queue, too. */
TEST(tasks_of_work_groups_come_back_from_the_queue)
{
    struct coop_workqueue *set = make_set();
    struct bench bench;
    uint32_t for_all = 0;

    open_bench(&bench, set, 2);
    push(&bench, 0, TAG_GROUP);
    push(&bench, 0, TAG_ITEM);
    TEST_EQUAL(coop_work_flush_by_leader(&bench.work), 1);
    TEST_EQUAL(coop_work_open_by_leader(&bench.work, set, NULL, 0, ITEMS), 0); /* another with its number */
    for (uint32_t round = 0; round < 20 && !coop_work_is_done(&bench.work); round++) {
        next(&bench, 1);
        for_all += coop_work_tag(&bench.work) == TAG_GROUP;
        for (uint32_t i = 0; i < ITEMS; i++) {
            run_item(&bench, i, 0);
        }
    }
    TEST_TRUE(coop_work_is_done(&bench.work));
    TEST_EQUAL(coop_load_relaxed(&set->fault), COOP_FAILURE_NONE);
    TEST_EQUAL(for_all, 1);
    TEST_EQUAL_U64(bench.run, 3);
    free(set);
}

/* From the first push on that finds no place, nobody finds one in this step. Others may have looked before,
 * and have added. */
TEST(what_finds_no_place_is_not_held)
{
    enum { PLACES = 7 }; /* of the local queue and the outbox */
    struct coop_workqueue *set = make_set();
    struct bench bench;

    open_bench(&bench, set, 0);
    for (uint64_t i = 0; i < PLACES + 3; i++) {
        uint64_t words[COOP_TASK_WORDS] = {i};

        TEST_EQUAL(coop_work_try_push(&bench.work, TAG_ITEM, words), i < PLACES);
    }
    TEST_EQUAL(coop_work_reserve(&bench.work, 2), ~0u);
    coop_local_add(&bench.work.held, 2);
    TEST_EQUAL(coop_work_reserve(&bench.work, 1), ~0u);
    bench.made = PLACES;
    run_rest(&bench);
    check_counts(&bench);
    free(set);
}

TEST(q16_a_batch_that_is_not_run_is_a_fault)
{
    struct coop_workqueue *set = make_set();
    struct bench bench;

    open_bench(&bench, set, 2);
    coop_work_next_by_leader(&bench.work, 1);
    coop_work_next_by_leader(&bench.work, 1);
    TEST_EQUAL(coop_load_relaxed(&set->fault), COOP_FAILURE_WORK_TAG);
    TEST_EQUAL(coop_load_relaxed(&set->fault_detail), TAG_ITEM);
    TEST_TRUE(coop_work_is_done(&bench.work));
    free(set);
}

/* What was not run stays, and what the others have done and kept is counted. */
static void run_all_but_one(struct bench *bench, struct coop_workqueue *set)
{
    open_bench(bench, set, ITEMS);
    next(bench, 1);
    run_item(bench, 0, 1);
    run_item(bench, 1, 0);
}

TEST(q16_a_work_item_that_does_not_run_its_task_is_a_fault)
{
    struct coop_workqueue *set = make_set();
    struct bench bench;

    run_all_but_one(&bench, set);
    next(&bench, 1);
    TEST_EQUAL(coop_load_relaxed(&set->fault), COOP_FAILURE_WORK_TAG);
    TEST_EQUAL(coop_load_relaxed(&set->fault_detail), TAG_ITEM);
    TEST_TRUE(coop_work_is_done(&bench.work));
    check_counts(&bench);
    free(set);
}

static uint32_t queued(const struct bench *bench)
{
    struct coop_queue_view view = coop_queue_at(bench->set, 0);

    return coop_queue_rest_of(coop_load64_relaxed(&view.queue->word)).count +
           coop_load_relaxed(&view.queue->overflowed);
}

/* What is in seats is given away at the end, too (Q8); and so is half of it to others that have nothing. */
TEST(q8_seated_tasks_are_given_to_the_queue)
{
    struct coop_workqueue *set = make_set();
    struct bench bench;

    open_bench(&bench, set, 4);
    next(&bench, 1);
    for (uint32_t i = 0; i < ITEMS; i++) {
        run_item(&bench, i, 1);
    }
    TEST_EQUAL(coop_work_flush_by_leader(&bench.work), 1);
    TEST_EQUAL(queued(&bench), 4);
    TEST_EQUAL_U64(coop_load64_relaxed(&set->outstanding), 4);
    check_seats(&bench);
    run_rest(&bench);
    free(set);
}

TEST(q9_others_that_could_want_some_get_half_of_the_seated_tasks)
{
    struct coop_workqueue *set = make_set();
    struct bench bench;

    open_bench(&bench, set, 3);
    next(&bench, 1);
    for (uint32_t i = 0; i < ITEMS; i++) {
        run_item(&bench, i, 1);
    }
    next(&bench, 2);
    TEST_EQUAL(queued(&bench), 1);
    TEST_EQUAL(coop_work_seated(&bench.work), 2);
    for (uint32_t i = 0; i < ITEMS; i++) {
        run_item(&bench, i, 0);
    }
    run_rest(&bench);
    free(set);
}

TEST(q8_a_work_group_ends_though_a_work_item_has_not_run_its_task)
{
    struct coop_workqueue *set = make_set();
    struct bench bench;

    run_all_but_one(&bench, set);
    TEST_EQUAL(coop_work_flush_by_leader(&bench.work), 1);
    TEST_EQUAL(queued(&bench), 2);
    TEST_EQUAL_U64(coop_load64_relaxed(&set->outstanding), 2);
    TEST_EQUAL(coop_local_load(&bench.work.fault), COOP_FAILURE_WORK_TAG);
    check_seats(&bench);
    free(set);
}

static void run_batch(struct bench *bench, uint32_t pushes)
{
    TEST_EQUAL(bench->work.outcome, COOP_WORK_BATCH);
    for (uint32_t i = 0; i < ITEMS; i++) {
        run_item(bench, i, pushes);
    }
}

/* A tree of two children, whose batches push ITEMS tasks beyond the seats, with an outbox of twice that. */
TEST(a_batch_waits_while_another_work_group_has_the_lock_of_a_queue_that_is_to_take_tasks)
{
    struct coop_workqueue *set = make_set();
    struct bench bench;
    uint64_t word;

    open_bench(&bench, set, ITEMS);
    TEST_TRUE(coop_queue_lock(coop_queue_at(set, 0).queue, &word));
    for (uint32_t batch = 0; batch < 2; batch++) {
        next(&bench, 1);
        run_batch(&bench, 2);
    }
    for (uint32_t round = 0; round < 3; round++) {
        next(&bench, 1);
        TEST_EQUAL(bench.work.outcome, COOP_WORK_NOTHING);
        check_counts(&bench);
    }
    coop_queue_unlock(coop_queue_at(set, 0).queue, word);
    for (uint32_t batch = 0; batch < 3; batch++) {
        next(&bench, 1);
        run_batch(&bench, 2);
        TEST_EQUAL(coop_local_load(&bench.work.fault), COOP_FAILURE_NONE);
    }
    run_rest(&bench);
    free(set);
}

/* A full queue takes none, and there is nothing to wait for. */
TEST(a_batch_does_not_wait_for_a_full_queue)
{
    struct coop_workqueue *set = make_set();
    struct bench bench;

    open_bench(&bench, set, ITEMS);
    bench.work.own.overflow_tasks = 0; /* two places in the ring are left */
    for (uint32_t batch = 0; batch < 2; batch++) {
        next(&bench, 1);
        run_batch(&bench, 2);
    }
    next(&bench, 1);
    run_batch(&bench, 0);
    run_rest(&bench);
    free(set);
}

/* Few lanes have a task while the own queue has some: they are filled from there. */
TEST(idle_work_items_get_tasks_of_the_own_queue)
{
    struct coop_workqueue *set = make_set();
    struct bench bench;

    open_bench(&bench, set, 5);
    TEST_EQUAL(coop_work_flush_by_leader(&bench.work), 1);
    TEST_EQUAL(queued(&bench), 5);
    next(&bench, 1);
    TEST_EQUAL(coop_work_seated(&bench.work), 1); /* a local queue's worth */
    for (uint32_t i = 0; i < ITEMS; i++) {
        run_item(&bench, i, 1);
    }
    next(&bench, 1);
    TEST_EQUAL(coop_work_seated(&bench.work), 2);
    for (uint32_t i = 0; i < ITEMS; i++) {
        run_item(&bench, i, 0);
    }
    run_rest(&bench);
    free(set);
}
