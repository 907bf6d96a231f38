/* Messages on the device: each is applied once, while work-groups end and begin; quiet, barriers and ends let
 * them leave; what is wrong is said in a message. Built once with COOP_MESSAGE_LOCAL=direct and once with
 * through, and, nightly, for each other COOP_MESSAGE_DRAW. `seed=` repeats, `messages=` sizes a run,
 * `launches=` repeats it. B1 to B11 of shared/message.h. */
#include "device.h"
#include "message_host.h"
#include "message_kernels.h"
#include "message_kernels_text.h"
#include "traffic.h"

#include <stdlib.h>
#include <string.h>

#include "coop/shared/message.h"

enum { TABLE, NARROW, WIDE, CHUNK = 300, MORE_LAUNCHES = 30 };

struct world {
    struct device *device;
    struct message_host *host;
    coop_buffer *next;
    coop_buffer *quiet;
    uint32_t count;
    uint64_t random;
};

static struct device *open_device(void)
{
    return device_open(message_kernels_module_text, message_kernels_module_bytes);
}

static struct message_host_options usual_options(uint32_t count)
{
    return (struct message_host_options){.ranks = 3,
                                         .rank = 1,
                                         .elements = {count, 100, 100},
                                         .element_bytes = {8, 4, 8},
                                         .are_blocks = {1, 0, 1},
                                         .deliver_groups = 1};
}

static struct world make_world(struct message_host_options options)
{
    struct world world = {
        .device = open_device(), .count = (uint32_t)options.elements[TABLE], .random = test_seed()};

    world.host = message_host_open(world.device, &options);
    world.next = device_buffer(world.device, 4);
    world.quiet = device_buffer(world.device, 4);
    return world;
}

static void clear_world(struct world *world)
{
    message_host_close(world->host);
    coop_buffer_destroy(world->next);
    coop_buffer_destroy(world->quiet);
}

static uint32_t usual_count(void)
{
    return (uint32_t)test_option("messages", 30000);
}

static coop_launch *launch_adding(struct world *world)
{
    struct adding_args args = {.net = message_host_address(world->host),
                               .table = TABLE,
                               .count = world->count,
                               .chunk = CHUNK,
                               .next = coop_buffer_address(world->next)};
    struct coop_launch_options options = {.timeout_ns = WAIT_NS};
    coop_launch *launch = NULL;

    device_write_u32(world->device, world->next, 0, 0);
    OK(world->device, adding_launch(world->device->run, &args, &options, &launch));
    return launch;
}

static coop_launch *launch_quieting(struct world *world)
{
    struct quieting_args args = {.net = message_host_address(world->host),
                                 .table = TABLE,
                                 .count = world->count,
                                 .chunk = CHUNK,
                                 .next = coop_buffer_address(world->next),
                                 .quiet = coop_buffer_address(world->quiet)};
    coop_launch *launch = NULL;

    device_write_u32(world->device, world->next, 0, 0);
    OK(world->device, quieting_launch(world->device->run, &args, NULL, &launch));
    return launch;
}

/* What send_divergent of message_kernels.cl adds. */
static uint64_t added(uint64_t index)
{
    uint64_t times = index % 7;

    return index % 3 == 0 ? times * (times - 1) / 2 : 1;
}

static void check_table(struct world *world, uint64_t rounds)
{
    message_host_settle(world->host);
    for (uint64_t i = 0; i < world->count && test_failures() == 0; i++) {
        uint64_t seen = message_host_element(world->host, TABLE, i);
        if (seen != rounds * added(i)) {
            TEST_NOTE("element %llu", (unsigned long long)i);
        }
        TEST_EQUAL_U64(seen, rounds * added(i));
    }
}

static void check_sent(struct world *world)
{
    TEST_AT_LEAST(message_host_count(world->host, COOP_NETWORK_SENT), 1);
    TEST_AT_LEAST(message_host_count(world->host, COOP_NETWORK_PUBLISHED), 1);
}

TEST(each_message_is_applied_once)
{
    struct world world = make_world(usual_options(usual_count()));

    device_finish(world.device, launch_adding(&world), NULL);
    check_table(&world, 1);
    check_sent(&world);
    clear_world(&world);
}

static uint64_t storm(struct world *world, coop_launch *(*launch)(struct world *), uint32_t *rounds)
{
    struct coop_launch_stats stats = {0};
    coop_launch *launched = launch(world);

    traffic_until_end(world->device, launched, &world->random, 0);
    device_finish(world->device, launched, &stats);
    ++*rounds;
    return (uint64_t)stats.kills + stats.forks;
}

static void keep_under_kills_and_forks(struct message_host_options options,
                                       coop_launch *(*launch)(struct world *))
{
    struct world world = make_world(options);
    uint64_t wanted = test_option("changes", 4);
    uint32_t launches = (uint32_t)test_option("launches", 2);
    uint64_t changes = 0;
    uint32_t rounds = 0;

    while (test_failures() == 0 && (rounds < launches || (changes < wanted && rounds < MORE_LAUNCHES))) {
        changes += storm(&world, launch, &rounds);
    }
    TEST_AT_LEAST(changes, wanted);
    TEST_NOTE("%llu kills and forks in %u launches, %llu messages", (unsigned long long)changes, rounds,
              (unsigned long long)message_host_count(world.host, COOP_NETWORK_SENT));
    check_table(&world, rounds);
    clear_world(&world);
}

TEST(each_message_is_applied_once_under_kills_and_forks)
{
    keep_under_kills_and_forks(usual_options(usual_count()), launch_adding);
}

TEST(narrow_slots_lose_nothing_under_kills_and_forks)
{
    struct message_host_options options = usual_options(usual_count() / 8);

    options.width = 3;
    options.inbound_messages = 2;
    keep_under_kills_and_forks(options, launch_adding);
}

TEST(quiet_comes_under_kills_and_forks)
{
    keep_under_kills_and_forks(usual_options(usual_count() / 4), launch_quieting);
}

/* Who goes on knows nothing of the messages of one that was killed, and the launch would end before them: so
 * nobody is killed before its messages are applied (B11). The work-groups wait for quiet, all of them, and
 * another kernel wants one. */
TEST(nobody_is_killed_before_its_messages_are_applied)
{
    struct world world = make_world(usual_options(30000));
    coop_buffer *out = device_buffer(world.device, 4096);
    struct count_args args = {coop_buffer_address(out)};
    struct coop_ndrange range = {.global_items = {1000}};
    struct coop_launch_options one = {.groups = 1, .timeout_ns = WAIT_NS};
    coop_launch *quieting;
    coop_launch *other = NULL;

    message_host_hold_quiet(world.host, 1);
    quieting = launch_quieting(&world);
    device_sleep_ms(100);
    OK(world.device, count_launch(world.device->run, &args, &range, &one, &other));
    TEST_EQUAL_TEXT(coop_status_name(coop_launch_wait(other, 300000000, NULL)), "COOP_TIMED_OUT");
    message_host_hold_quiet(world.host, 0);
    device_finish(world.device, other, NULL);
    device_finish(world.device, quieting, NULL);
    check_table(&world, 1);
    coop_buffer_destroy(out);
    clear_world(&world);
}

/* Nor does a quiet behind a resizing barrier come before the messages of those that the barrier has ended. */
TEST(quiet_counts_what_work_groups_have_sent_that_a_barrier_ended)
{
    struct world world = make_world(usual_options(3000));
    coop_buffer *out = device_buffer(world.device, 8192);
    struct handing_over_args args = {.net = message_host_address(world.host), .table = TABLE}; /* rank 0's */
    struct count_args count = {coop_buffer_address(out)};
    struct coop_ndrange range = {.global_items = {2000}};
    struct coop_launch_options others = {.timeout_ns = WAIT_NS};
    struct coop_launch_stats stats = {0};
    coop_launch *launch = NULL;
    coop_launch *other = NULL;

    message_host_hold_quiet(world.host, 1);
    OK(world.device, handing_over_launch(world.device->run, &args, NULL, &launch));
    device_sleep_ms(50);
    others.groups = world.device->workers - 2; /* delivery has one, and one is left */
    OK(world.device, count_launch(world.device->run, &count, &range, &others, &other));
    device_finish(world.device, other, NULL);
    TEST_EQUAL_TEXT(coop_status_name(coop_launch_wait(launch, 300000000, NULL)), "COOP_TIMED_OUT");
    message_host_hold_quiet(world.host, 0);
    device_finish(world.device, launch, &stats);
    TEST_AT_LEAST(stats.barrier_kills, 1);
    message_host_settle(world.host);
    TEST_EQUAL_U64(message_host_element(world.host, TABLE, 0), stats.groups_at_start - 1);
    coop_buffer_destroy(out);
    clear_world(&world);
}

TEST(each_chunk_becomes_quiet_once)
{
    struct world world = make_world(usual_options(usual_count() / 4));

    device_finish(world.device, launch_quieting(&world), NULL);
    TEST_EQUAL(device_read_u32(world.device, world.quiet, 0), (world.count + CHUNK - 1) / CHUNK);
    check_table(&world, 1);
    clear_world(&world);
}

/* What `operations` of message_kernels.cl leaves of an element that was `initial`. */
static uint64_t operated(uint32_t at, uint64_t initial)
{
    uint64_t mask = at % 2 == 0 ? UINT32_MAX : ~UINT64_C(0);
    uint64_t value = initial;

    for (uint64_t i = 0; i < 4; i++) {
        switch (at % 5) {
        case 0:
            value = 1000 + at;
            break;
        case 1:
            value += i + UINT64_C(0xffffffff);
            break;
        case 2:
            value = i + 5 < value ? i + 5 : value;
            break;
        case 3:
            value = i + 5 > value ? i + 5 : value;
            break;
        default:
            value |= UINT64_C(1) << i;
            break;
        }
    }
    return value & mask;
}

TEST(operations_are_those_of_unsigned_numbers)
{
    struct message_host_options options = usual_options(1);
    struct world world;
    struct operations_args args = {.narrow = NARROW, .wide = WIDE, .count = 100};
    coop_launch *launch = NULL;

    options.initial = 6;
    world = make_world(options);
    args.net = message_host_address(world.host);
    OK(world.device, operations_launch(world.device->run, &args, NULL, &launch));
    device_finish(world.device, launch, NULL);
    message_host_settle(world.host);
    for (uint32_t at = 0; at < 100; at++) {
        TEST_EQUAL_U64(message_host_element(world.host, at % 2 == 0 ? NARROW : WIDE, at), operated(at, 6));
    }
    clear_world(&world);
}

TEST(messages_leave_at_both_barriers)
{
    enum { ROUNDS = 40, COUNT = 500 };
    struct world world = make_world(usual_options(COUNT));
    struct in_rounds_args args = {
        .net = message_host_address(world.host), .table = TABLE, .count = COUNT, .rounds = ROUNDS};
    struct coop_launch_stats stats = {0};
    coop_launch *launch = NULL;

    OK(world.device, in_rounds_launch(world.device->run, &args, NULL, &launch));
    traffic_until_end(world.device, launch, &world.random, 0);
    device_finish(world.device, launch, &stats);
    message_host_settle(world.host);
    for (uint64_t i = 0; i < COUNT; i++) {
        uint64_t seen = message_host_element(world.host, TABLE, i);
        if (seen != ROUNDS) {
            TEST_NOTE("element %llu", (unsigned long long)i);
        }
        TEST_EQUAL_U64(seen, ROUNDS);
    }
    /* Each work-group publishes in each round, however few messages it has. */
    TEST_AT_LEAST(message_host_count(world.host, COOP_NETWORK_PUBLISHED), ROUNDS);
    clear_world(&world);
}

TEST(who_sees_the_flag_sees_what_was_put_before)
{
    uint32_t rounds = (uint32_t)test_option("rounds", 200);
    struct message_host_options options = {
        .ranks = 1, .elements = {40}, .element_bytes = {4}, .deliver_groups = 2, .inbound_messages = 1};
    struct world world;
    struct flagging_args flagging = {.table = TABLE, .flag = 33, .rounds = rounds};
    struct watching_args watching = {.table = TABLE, .flag = 33, .rounds = rounds};
    struct coop_launch_options one = {.groups = 1};
    coop_launch *launches[2] = {NULL, NULL};

    if (open_device()->workers < 4) {
        TEST_NOTE("it takes four workers");
        return;
    }
    world = make_world(options);
    flagging.net = watching.net = message_host_address(world.host);
    watching.missing = coop_buffer_address(world.next);
    OK(world.device, watching_launch(world.device->run, &watching, &one, &launches[0]));
    OK(world.device, flagging_launch(world.device->run, &flagging, &one, &launches[1]));
    device_finish(world.device, launches[1], NULL);
    device_finish(world.device, launches[0], NULL);
    TEST_EQUAL(device_read_u32(world.device, world.next, 0), 0);
    TEST_EQUAL_U64(message_host_element(world.host, TABLE, 0), rounds);
    clear_world(&world);
}

TEST(homes_and_parts_are_those_of_the_table)
{
    enum { COUNT = 100 };
    struct world world = make_world(usual_options(COUNT));
    coop_buffer *homes = device_buffer(world.device, (COUNT + 1) * 4);
    coop_buffer *own = device_buffer(world.device, 16);
    uint64_t part[2];

    for (uint32_t array = TABLE; array <= NARROW; array++) {
        struct asking_args args = {.net = message_host_address(world.host),
                                   .table = array,
                                   .count = COUNT + 1,
                                   .homes = coop_buffer_address(homes),
                                   .own = coop_buffer_address(own)};
        coop_launch *launch = NULL;

        OK(world.device, asking_launch(world.device->run, &args, NULL, &launch));
        device_finish(world.device, launch, NULL);
        for (uint32_t i = 0; i < COUNT; i++) {
            TEST_EQUAL(device_read_u32(world.device, homes, i), array == TABLE ? i / 34 : i % 3);
        }
        TEST_EQUAL(device_read_u32(world.device, homes, COUNT), UINT32_MAX);
        OK(world.device, coop_buffer_read(own, 0, part, sizeof part));
        TEST_EQUAL_U64(part[0], array == TABLE ? 34 : 33);
        TEST_TRUE(part[1] != 0);
    }
    coop_buffer_destroy(homes);
    coop_buffer_destroy(own);
    clear_world(&world);
}

/* ---- what is wrong ---- */

static coop_launch *launch_one(struct world *world, uint32_t table, uint64_t index)
{
    struct sending_one_args args = {.net = message_host_address(world->host), .table = table, .index = index};
    coop_launch *launch = NULL;

    OK(world->device, sending_one_launch(world->device->run, &args, NULL, &launch));
    return launch;
}

static void expect_failure(struct world *world, coop_launch *launch, const char *words)
{
    REFUSED(world->device, coop_launch_wait(launch, WAIT_NS, NULL), COOP_KERNEL_FAILED, words);
    TEST_TRUE(strstr(coop_last_error()->message, "kernel ?") == NULL);
    coop_launch_destroy(launch);
    device_stop(world->device);
    message_host_drop(world->host);
    coop_buffer_destroy(world->next);
    coop_buffer_destroy(world->quiet);
}

TEST(an_index_past_the_end_is_a_failure)
{
    struct world world = make_world(usual_options(1000));

    expect_failure(&world, launch_one(&world, TABLE, 1000),
                   "at rank 1, element 1000 of array 0, which has 1000 elements");
}

TEST(an_array_that_there_is_not_is_a_failure)
{
    struct world world = make_world(usual_options(1000));

    expect_failure(&world, launch_one(&world, 63, 0), "rank 1 has no array 63");
    world = make_world(usual_options(1000));
    expect_failure(&world, launch_one(&world, 64, 0), "rank 1 has no array 64");
}

TEST(fewer_slots_than_work_groups_are_refused)
{
    struct message_host_options options = usual_options(1000);
    struct world world;

    options.slots = open_device()->workers;
    options.deliver_groups = 0;
    world = make_world(options);
    expect_failure(&world, launch_one(&world, TABLE, 0),
                   "slots, and needs more than there may be work-groups");
}

TEST(memory_that_is_no_net_is_refused)
{
    struct world world = make_world(usual_options(1000));
    struct sending_one_args args = {.net = coop_buffer_address(world.next), .table = TABLE};
    coop_launch *launch = NULL;

    OK(world.device, sending_one_launch(world.device->run, &args, NULL, &launch));
    expect_failure(&world, launch, "there is none at that address");
}

TEST(a_host_that_empties_nothing_is_a_failure)
{
    struct message_host_options options = usual_options(100000);
    struct world world;

    options.empties_nothing = 1;
    options.wait_ns = 50000000;
    options.width = 8;
    world = make_world(options);
    expect_failure(&world, launch_adding(&world), "it waited 0.05 s for one of");
}

TEST(a_net_that_fails_ends_those_who_wait)
{
    struct message_host_options options = usual_options(100000);
    struct world world;
    coop_launch *launch;

    options.empties_nothing = 1;
    options.width = 8;
    world = make_world(options);
    launch = launch_adding(&world);
    device_sleep_ms(20);
    message_host_lose(world.host);
    expect_failure(&world, launch, "has failed; at rank 1");
}

/* A stop ends work-items that wait for a slot in the middle of a step. */
TEST(a_stop_ends_those_who_wait)
{
    struct message_host_options options = usual_options(100000);
    struct world world;
    coop_launch *launch;

    options.empties_nothing = 1;
    options.width = 8;
    world = make_world(options);
    launch = launch_adding(&world);
    device_sleep_ms(20);
    OK(world.device, coop_run_stop(world.device->run, WAIT_NS));
    TEST_EQUAL(coop_launch_wait(launch, WAIT_NS, NULL), COOP_STOPPED);
    coop_launch_destroy(launch);
    device_stop(world.device);
    message_host_drop(world.host);
    coop_buffer_destroy(world.next);
    coop_buffer_destroy(world.quiet);
}
