/* Messages under the C11 memory model: the device's own code of ring.clh, message.clh and delivery.clh, a
 * fiber for each work-item, delivery and a host. What slots and inbound places hold is plain, and so is what
 * the host notes of each message, which is read behind quiet: what the rings, the words of the open slot and
 * the ticket word order too little shows as a race or as a wrong value.
 *
 * Beside it: who sees that a message is applied sees what was applied before it was sent (B9). */
#include "opencl_c.h"

#define COOP_MESSAGE 1
#define COOP_MESSAGE_LOCAL through
#define COOP_ITEMS_TAKE_TURNS 0 /* each is a fiber */
#define memory_scope_work_group memory_scope_device
#include "coop/shared/types.h"

#include "cl/platform.clh"

#include "cl/atomics.clh"

struct coop_backoff {
    uint rounds;
};

static inline void coop_relax(struct coop_backoff *backoff)
{
    backoff->rounds++;
    weak_relax();
}

#include "tests/message/backoff.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include "coop/device/delivery.clh"
#pragma GCC diagnostic pop

#include "test.h"

enum { FIBERS_MAX = 16 };

static uint32_t fibers[FIBERS_MAX];
static uint32_t fiber_count;

static void scene_begin(void (*run)(void *argument), void *argument)
{
    fibers[fiber_count++] = weak_spawn(run, argument);
}

static void scene_join_all(void)
{
    while (fiber_count > 0) {
        weak_join(fibers[--fiber_count]);
    }
}

#define scene_relax weak_relax
#define scene_below weak_below
#define scene_check weak_check
static void scene_watch(void);
#include "tests/message/scene.h"

static void scene_watch(void)
{
    weak_watch(scene, sizeof *scene);
}

static void work_items_send(void *none)
{
    (void)none;
    fiber_count = 0;
    scene_plan.groups = 1 + weak_below(2);
    scene_plan.items = 1 + weak_below(3);
    scene_plan.width = 1 + weak_below(4);
    scene_plan.slots = scene_plan.groups + 1 + weak_below(2);
    scene_plan.deliveries = weak_below(3);
    scene_plan.steps = 4;
    scene_run();
}

/* Of the run: what the messages do, and how wide the elements are. */
static uint flag_operation;
static uint flag_bytes;

/* Element 0, then, behind quiet, element 2, both of the own rank. */
static void send_twice(void *none)
{
    struct scene_group *group = &scene->groups[0];

    (void)none;
    for (uint number = 0; number < 4; number += 2) {
        coop_message_send(&group->out, flag_operation, 0u, number, number + 1u);
        coop_messages_flush_by_leader(&group->out);
        while (!coop_messages_are_applied(&group->out)) {
            weak_relax();
        }
    }
    coop_add_release(&scene->over, 1u);
}

static ulong element(uint place, int acquires)
{
    coop_word32 *narrow = (coop_word32 *)(void *)scene->own + place;

    if (flag_bytes == 4) {
        return acquires ? coop_load_acquire(narrow) : coop_load_relaxed(narrow);
    }
    return acquires ? coop_load64_acquire(&scene->own[place]) : coop_load64_relaxed(&scene->own[place]);
}

static void look_at_both(void *none)
{
    (void)none;
    while (coop_load_acquire(&scene->over) < scene_plan.groups) {
        if (element(2, 1) == 3) {
            ulong before = element(0, 0);
            weak_check(before == 1, "the second message is applied, and the first shows %lu", before);
            break;
        }
        weak_relax();
    }
}

/* All elements are so that each operation changes them. */
static void write_elements(void)
{
    for (uint place = 0; flag_operation == COOP_MESSAGE_MIN && place < 3; place++) {
        if (flag_bytes == 4) {
            ((uint *)(void *)scene->own)[place] = 1000;
        } else {
            ((ulong *)(void *)scene->own)[place] = 1000;
        }
    }
}

static void a_flag_is_sent(void *none)
{
    (void)none;
    fiber_count = 0;
    flag_operation = COOP_MESSAGE_PUT + weak_below(COOP_MESSAGE_ELEMENT_OPERATIONS - COOP_MESSAGE_PUT);
    flag_bytes = weak_below(2) == 0 ? 4 : 8;
    scene_plan =
        (struct scene_plan){.groups = 1, .items = 1, .width = 1, .slots = 2, .deliveries = 2, .steps = 1};
    scene_lay_out();
    scene->net.arrays[0].element_bytes = flag_bytes;
    write_elements();
    scene_operation = flag_operation;
    scene_open(&scene->groups[0]);
    for (uint i = 0; i < 2; i++) {
        coop_messages_open_by_leader(&scene->deliveries[i].in, &scene->net, 0u, 1u);
    }
    scene_watch();
    scene_begin(send_twice, NULL);
    scene_begin(look_at_both, NULL);
    scene_begin(scene_deliver, &scene->deliveries[0].in);
    scene_begin(scene_deliver, &scene->deliveries[1].in);
    scene_begin(scene_be_host, NULL);
    scene_join_all();
    scene_operation = COOP_MESSAGE_ADD;
}

static ulong explore(void (*body)(void *), uint64_t runs)
{
    uint64_t seed = test_seed();
    ulong stale_loads = 0;

    runs = test_option("runs", runs);
    scene = aligned_alloc(128, (sizeof *scene + 127) / 128 * 128);
    memset(&scene_totals, 0, sizeof scene_totals);
    for (uint64_t i = 0; i < runs; i++) {
        struct weak_options options = {.seed = seed + i};
        struct weak_result result;

        options.stale_in_256 = (uint32_t)(i % 4) * 40;
        options.stay_in_256 = (uint32_t)(i / 4 % 4) * 80;
        result = weak_run(&options, body, NULL);
        stale_loads += result.stale_loads;
        if (result.verdict != WEAK_DONE) {
            static const char *const names[] = {"done", "race", "deadlock", "endless", "broken"};
            TEST_FAIL("seed=%llu runs=1: %s: %s", (unsigned long long)(seed + i), names[result.verdict],
                      result.message);
            break;
        }
    }
    free(scene);
    return stale_loads;
}

TEST(each_message_is_applied_once_by_the_time_of_quiet)
{
    TEST_AT_LEAST(explore(work_items_send, 300), 1);
    TEST_NOTE("%lu slots, %lu messages delivered, %lu ends", scene_totals.published, scene_totals.delivered,
              scene_totals.ends);
    TEST_AT_LEAST(scene_totals.published, 1);
    TEST_AT_LEAST(scene_totals.delivered, 1);
    TEST_AT_LEAST(scene_totals.ends, 1);
}

TEST(who_sees_a_message_sees_what_was_applied_before)
{
    TEST_AT_LEAST(explore(a_flag_is_sent, 1000), 1);
}
