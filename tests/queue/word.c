/* The pure steps of shared/queue.h: shares of one value are disjoint and complete, whoever takes them, and
 * every field may wrap. Q1, Q2 and Q5 of shared/queue.h; the shares of first tasks (shared/team.h). */
#include "test.h"

#include "coop/shared/member.h"
#include "coop/shared/queue.h"
#include "coop/shared/team.h"
#include "host/workqueue/workqueue_layout.h"
#include <string.h>

static coop_u64 attempt(coop_u64 *word)
{
    coop_u64 before = *word;

    *word += COOP_QUEUE_ATTEMPT;
    return before;
}

/* Publishes `count` tasks at `first`, makes attempts until one gets nothing, and checks that the shares
 * follow each other. */
static void check_shares(coop_u32 first, coop_u32 count, coop_u32 amount, coop_u32 most)
{
    coop_u64 word = coop_queue_published(0, first, count);
    coop_u32 taken = 0;
    struct coop_queue_claim claim = coop_queue_claim(attempt(&word), amount, most);

    for (coop_u32 claims = 1; claim.event == COOP_QUEUE_GOT && test_failures() == 0; claims++) {
        struct coop_queue_rest rest = coop_queue_rest(word, amount, most);
        TEST_AT_LEAST(claim.count, 1);
        TEST_AT_MOST(claim.count, most);
        TEST_EQUAL(claim.epoch, 1);
        TEST_EQUAL(claim.first, (first + taken) & COOP_QUEUE_TAIL_MASK);
        taken += claim.count;
        TEST_EQUAL(rest.claims, claims);
        TEST_EQUAL(rest.count, count - taken);
        TEST_EQUAL(rest.first, (first + taken) & COOP_QUEUE_TAIL_MASK);
        claim = coop_queue_claim(attempt(&word), amount, most);
    }
    TEST_EQUAL(claim.event, COOP_QUEUE_EMPTY);
    TEST_EQUAL(claim.count, 0);
    TEST_EQUAL(taken, count);
}

TEST(shares_of_a_value_are_its_tasks_once_each)
{
    static const coop_u32 amounts[] = {COOP_QUEUE_STEAL_HALF, 1, 2, 3, 7, 64};
    static const coop_u32 mosts[] = {1, 2, 5, 32, 1024};

    for (coop_u32 count = 0; count <= 130; count++) {
        for (size_t i = 0; i < sizeof amounts / sizeof *amounts; i++) {
            for (size_t j = 0; j < sizeof mosts / sizeof *mosts; j++) {
                check_shares(0, count, amounts[i], mosts[j]);
                check_shares(COOP_QUEUE_TAIL_MASK - count / 2, count, amounts[i], mosts[j]);
            }
        }
    }
    check_shares(COOP_QUEUE_TAIL_MASK, COOP_QUEUE_RING_MAX, COOP_QUEUE_STEAL_HALF, 32);
}

TEST(half_is_taken_of_what_is_left)
{
    coop_u64 word = coop_queue_published(1, 10, 64);

    TEST_EQUAL(coop_queue_claim(attempt(&word), COOP_QUEUE_STEAL_HALF, 64).count, 32);
    TEST_EQUAL(coop_queue_claim(attempt(&word), COOP_QUEUE_STEAL_HALF, 64).count, 16);
    TEST_EQUAL(coop_queue_claim(attempt(&word), COOP_QUEUE_STEAL_HALF, 64).first, 10 + 48);
    TEST_EQUAL(coop_queue_epoch(word), 0);
}

TEST(locked_word_gives_nothing)
{
    coop_u64 word = coop_queue_published(0, 5, 8) | COOP_QUEUE_LOCK;
    struct coop_queue_claim claim = coop_queue_claim(attempt(&word), COOP_QUEUE_STEAL_HALF, 32);

    TEST_EQUAL(claim.event, COOP_QUEUE_LOST);
    TEST_EQUAL(claim.count, 0);
    TEST_TRUE(coop_queue_is_locked(word));
    TEST_TRUE(!coop_queue_is_locked(coop_queue_published(coop_queue_epoch(word), 5, 8)));
}

TEST(locked_and_empty_word_is_lost_not_empty)
{
    TEST_EQUAL(coop_queue_claim(COOP_QUEUE_LOCK, COOP_QUEUE_STEAL_HALF, 32).event, COOP_QUEUE_LOST);
    TEST_EQUAL(coop_queue_claim(0, COOP_QUEUE_STEAL_HALF, 32).event, COOP_QUEUE_EMPTY);
}

TEST(attempts_do_not_reach_other_fields)
{
    coop_u64 word = coop_queue_published(0, 7, 9) + COOP_QUEUE_ATTEMPT * (coop_u64)COOP_QUEUE_ATTEMPTS_MANY;

    TEST_EQUAL(coop_queue_attempts(word), COOP_QUEUE_ATTEMPTS_MANY);
    TEST_EQUAL(coop_queue_tail(word), 7);
    TEST_EQUAL(coop_queue_initial(word), 9);
    TEST_EQUAL(coop_queue_epoch(word), 1);
    TEST_TRUE(!coop_queue_is_locked(word));
}

TEST(room_counts_uncompleted_steals)
{
    coop_u64 word = coop_queue_published(0, 0, 6);
    struct coop_queue_rest rest;

    attempt(&word);
    rest = coop_queue_rest(word, COOP_QUEUE_STEAL_HALF, 32);
    TEST_EQUAL(rest.count, 3);
    TEST_EQUAL(coop_queue_room(word, rest, 0, 8), 2);
    TEST_EQUAL(coop_queue_room(word, rest, 1, 8), 5);
    TEST_EQUAL(coop_queue_room(coop_queue_published(0, 3, 8),
                               coop_queue_rest(coop_queue_published(0, 3, 8), 0, 32), 1, 8),
               0);
}

TEST(layout_holds_every_part_apart)
{
    const struct coop_workqueue_options options = {
        .groups = 5, .owners = 2, .public_tasks = 8, .overflow_tasks = 3, .outbox_tasks = 2};
    struct coop_workqueue head;

    TEST_TRUE(coop_workqueue_layout(&options, &head) == NULL);
    TEST_EQUAL(head.queue_count, 3);
    TEST_EQUAL(head.rings_at - head.queues_at, 3 * sizeof(struct coop_queue));
    TEST_EQUAL(head.overflow_at - head.rings_at, 3 * 8 * 64);
    TEST_EQUAL(head.outboxes_at - head.overflow_at, 3 * 3 * 64);
    TEST_EQUAL(head.bytes - head.outboxes_at, 5 * 2 * 64);
}

TEST(shares_of_first_tasks_differ_by_one)
{
    const struct coop_workqueue_options options = {.groups = 7};
    struct coop_workqueue head;

    TEST_TRUE(coop_workqueue_layout(&options, &head) == NULL);
    for (uint64_t count = 0; count < 30; count++) {
        TEST_EQUAL(coop_workqueue_share(&head, count, 0), 0);
        TEST_EQUAL(coop_workqueue_share(&head, count, 7), count);
        for (uint32_t i = 0; i < 7; i++) {
            uint64_t share =
                coop_workqueue_share(&head, count, i + 1) - coop_workqueue_share(&head, count, i);
            TEST_AT_LEAST(share, count / 7);
            TEST_AT_MOST(share, count / 7 + 1);
        }
    }
}

static void refused(struct coop_workqueue_options options, const char *words)
{
    struct coop_workqueue head;
    const char *wrong = coop_workqueue_layout(&options, &head);

    TEST_CONTAINS(wrong != NULL ? wrong : "accepted", words);
}

TEST(options_that_make_no_sense_are_refused)
{
    refused((struct coop_workqueue_options){.groups = 0}, "groups");
    refused((struct coop_workqueue_options){.groups = 2048}, "groups");
    refused((struct coop_workqueue_options){.groups = 2, .owners = 3}, "owners");
    refused((struct coop_workqueue_options){.groups = 2, .public_tasks = 48}, "power of two");
    refused((struct coop_workqueue_options){.groups = 2, .public_tasks = 65536}, "at most 32768");
    refused((struct coop_workqueue_options){.groups = 2, .task_bytes = 40}, "multiple of 16");
    refused((struct coop_workqueue_options){.groups = 2, .task_bytes = 16}, "multiple of 16");
    refused((struct coop_workqueue_options){.groups = 2047, .overflow_tasks = UINT32_MAX, .task_bytes = 1024},
            "2^40");
}

/* What is drawn one after the other is all of it; no draw is more than a local queue, and none is nothing. */
TEST(q18_drawn_first_tasks_become_fewer)
{
    for (coop_u64 count = 1; count < 5000; count = count * 3 / 2 + 1) {
        coop_u64 left = count;
        coop_u32 last = 32;
        while (left > 0) {
            coop_u32 chunk = coop_team_chunk(left, 4, 32);
            TEST_AT_LEAST(chunk, 1);
            TEST_AT_MOST(chunk, last);
            TEST_AT_MOST(chunk, left);
            TEST_AT_MOST(chunk, left / 8 > 0 ? left / 8 : 1);
            if (left / 8 >= 1 && left / 8 <= 32) {
                TEST_EQUAL(chunk, left / 8);
            }
            last = chunk;
            left -= chunk;
        }
    }
    TEST_EQUAL(coop_team_chunk((coop_u64)1 << 40, 2047, 32), 32);
}

/* A thief of half the speed takes of four tasks or more, one about as fast of one. Paces are times. */
TEST(q20_slow_devices_leave_the_last_tasks)
{
    TEST_EQUAL(coop_team_may_take(1, 0, 0), 1);
    TEST_EQUAL(coop_team_may_take(1, 0, 7), 1);
    TEST_EQUAL(coop_team_may_take(1, 500, 500), 1);
    TEST_EQUAL(coop_team_may_take(1, 660, 500), 1);
    TEST_EQUAL(coop_team_may_take(2, 700, 500), 0);
    TEST_EQUAL(coop_team_may_take(3, 700, 500), 1);
    TEST_EQUAL(coop_team_may_take(3, 200, 100), 0);
    TEST_EQUAL(coop_team_may_take(4, 200, 100), 1);
    TEST_EQUAL(coop_team_may_take(31, 1600, 100), 0);
    TEST_EQUAL(coop_team_may_take(32, 1600, 100), 1);
    TEST_EQUAL(coop_team_may_take(0, 2, 1), 0);
    TEST_EQUAL(coop_team_may_take(UINT32_MAX, COOP_PACE_TICKS, COOP_PACE_TICKS / 1000), 1);
    TEST_EQUAL(coop_team_may_take(1999, COOP_PACE_TICKS / 1000 * 1000, COOP_PACE_TICKS / 1000), 0);
    TEST_EQUAL(coop_pace_is_slow(200, 100), 1);
    TEST_EQUAL(coop_pace_is_slow(199, 100), 0);
    TEST_EQUAL(coop_pace_is_slow(0, 100), 0);
    TEST_EQUAL(coop_pace_is_slow(100, 0), 0);
}

/* Draws from both ends, in any order and behind the end, too: each task once. */
TEST(q18_draws_from_both_ends_meet)
{
    uint64_t random = test_seed();
    unsigned char marks[300];

    for (unsigned round = 0; round < 2000; round++) {
        uint64_t count = (random = random * 6364136223846793005u + 1442695040888963407u) >> 33 & 255;
        uint64_t dealt = 0;
        unsigned behind = 0;
        memset(marks, 0, sizeof marks);
        while (behind < 8) {
            uint64_t drawn = (random = random * 6364136223846793005u + 1442695040888963407u) >> 33;
            int from_back = (int)(drawn >> 8 & (round % 4 == 0 ? 0u : 1u)) | (round % 4 == 1);
            uint64_t taken = 1 + drawn % 32;
            uint64_t left = coop_dealt_left(dealt, count);
            uint64_t first;
            behind += left == 0;
            taken = taken < left ? taken : left;
            first = coop_dealt_first(dealt, count, taken, from_back);
            for (uint64_t i = first; i < first + taken; i++) {
                TEST_EQUAL(i < count && marks[i]++ == 0, 1);
            }
            dealt += (1 + drawn % 32) * coop_dealt_unit(from_back);
        }
        TEST_EQUAL(memchr(marks, 0, count), NULL);
        TEST_EQUAL_U64(coop_dealt_left(dealt, count), 0);
    }
    TEST_EQUAL_U64(coop_dealt_left((COOP_TEAM_FIRST_MAX - 1) << 32 | 0, COOP_TEAM_FIRST_MAX), 1);
    TEST_EQUAL_U64(coop_dealt_left((uint64_t)0xffffffff << 32 | 0xffffffff, COOP_TEAM_FIRST_MAX), 0);
}

TEST(tags_without_a_bit_prefer_nothing)
{
    TEST_EQUAL(coop_class_of(3, 8, 16), COOP_CLASS_CPU);
    TEST_EQUAL(coop_class_of(4, 8, 16), COOP_CLASS_GPU);
    TEST_EQUAL(coop_class_of(5, 8, 16), COOP_CLASS_NONE);
    TEST_EQUAL(coop_class_of(35, 8, 16), COOP_CLASS_NONE);
    TEST_EQUAL(coop_class_of(31, 0, 1u << 31), COOP_CLASS_GPU);
    for (uint32_t wants = COOP_CLASS_CPU; wants <= COOP_CLASS_GPU; wants++) {
        TEST_EQUAL(COOP_REQUEST_MOST(COOP_REQUEST(2048, wants)), 2048);
        TEST_EQUAL(COOP_REQUEST_WANTS(COOP_REQUEST(2048, wants)), wants);
    }
}

/* Slow ones draw fewer first tasks, and none of the last; who knows nothing of itself draws one. */
TEST(q20_slow_devices_draw_fewer)
{
    TEST_EQUAL(coop_team_drawn(32, 1000, 2, 0, 100, 0), 1);
    TEST_EQUAL(coop_team_drawn(32, 1000, 2, 100, 0, 0), 32);
    TEST_EQUAL(coop_team_drawn(32, 1000, 2, 100, 100, 0), 32);
    TEST_EQUAL(coop_team_drawn(32, 1000, 2, 400, 100, 0), 8);
    TEST_EQUAL(coop_team_drawn(32, 1000, 2, 1600, 100, 0), 2);
    TEST_EQUAL(coop_team_drawn(32, 10000, 2, 100000, 100, 0), 1);
    TEST_EQUAL(coop_team_drawn(32, 1000, 2, 1600, 100, 5), 5);
    TEST_EQUAL(coop_team_drawn(32, 1000, 2, 1600, 100, 5000), 32);
    TEST_EQUAL(coop_team_drawn(8, 32, 2, 1600, 100, 0), 1);
    TEST_EQUAL(coop_team_drawn(7, 31, 2, 1600, 100, 0), 0);
    TEST_EQUAL(coop_team_drawn(1, 1, 2, 133, 100, 0), 1);
    TEST_EQUAL(coop_team_drawn(1, 1, 2, 199, 100, 0), 0);
}

/* A word of tasks and their time says their mean, however much is added, and forgets what is old. */
TEST(q19_a_pace_is_the_mean_of_late_tasks)
{
    coop_u64 word = 0;

    TEST_EQUAL_U64(coop_pace_of(word), 0);
    TEST_EQUAL_U64(coop_pace_of(coop_pace_add(0, 5, 0)), 0); /* there is no counter */
    TEST_EQUAL_U64(coop_pace_of(coop_pace_add(0, 10, 5)), 1);
    word = coop_pace_add(coop_pace_add(0, 1, 300), 2, 300);
    TEST_EQUAL_U64(coop_pace_of(word), 200);
    for (uint32_t i = 0; i < 100000; i++) {
        word = coop_pace_add(word, 300, 300 * UINT64_C(5000));
        TEST_AT_MOST(word & COOP_PACE_TASKS, COOP_PACE_TASKS);
    }
    TEST_EQUAL_U64(coop_pace_of(word), 5000);
    for (uint32_t i = 0; i < 200000; i++) {
        word = coop_pace_add(word, 1, 40000);
    }
    TEST_AT_LEAST(coop_pace_of(word), 39000);
    TEST_AT_MOST(coop_pace_of(word), 40000);
    word = coop_pace_add(word, UINT64_MAX, UINT64_MAX);
    word = coop_pace_add(word, UINT64_MAX, UINT64_MAX);
    TEST_AT_LEAST(coop_pace_of(word), 65000); /* the most that it holds, of each */
    TEST_EQUAL_U64(coop_pace_of(coop_pace_fade(coop_pace_add(0, 3000, 3000 * 70))), 70);
    TEST_AT_MOST(coop_pace_fade(word) & COOP_PACE_TASKS, 64);
    TEST_EQUAL_U64(coop_pace_fade(coop_pace_add(0, 64, 99)), coop_pace_add(0, 64, 99));
    TEST_EQUAL_U64(coop_pace_of_speed(0), 0);
    TEST_EQUAL_U64(coop_pace_of_speed(16), coop_pace_of_speed(32) * 2);
}

/* One try at another device's queue follows a pass in vain over the own one's, and none comes before. */
TEST(near_first_goes_far_after_a_pass_in_vain)
{
    for (coop_u32 near = 0; near < 100; near++) {
        TEST_EQUAL(coop_team_goes_far(near, near), 1);
        TEST_EQUAL(coop_team_goes_far(near + 1, near), 1);
        TEST_EQUAL(near > 0 && coop_team_goes_far(near - 1, near), 0);
    }
}
