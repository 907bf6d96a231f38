/* The traffic of several ranks on a wire that is late, reorders, stops or fails, in one thread, with devices
 * that are memory: what is sent is applied once, at its place; what is called quiet is applied; the faults.
 * */
#include "host/net/traffic.h"

#include "test.h"
#include "traffic_world.h"

TEST(every_message_is_applied_once_whatever_the_shape)
{
    const struct world_shape shapes[] = {
        {1, 4, 8, 2, 5, 3, 1 << 20, 0, 0},    {2, 3, 1, 1, 1, 1, 1 << 20, 0, 0},
        {2, 8, 16, 4, 100, 3, 1 << 20, 0, 0}, {3, 5, 7, 2, 3, 2, 400, 0, 0},
        {4, 40, 64, 4, 10, 3, 1 << 20, 0, 0}, {8, 4, 33, 3, 8, 1, 4000, 0, 0},
        {3, 8, 5, 3, 8, 2, 2000, 1, 0},
    };
    uint64_t seed = test_seed();

    for (uint32_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        for (uint32_t round = 0; round < 6; round++) {
            world_storm(&shapes[i], seed + 100 * i + round);
        }
    }
}

/* The first message of a slot finds no memory: what is before the slot is applied, and the slot is not
 * quiet. */
TEST(a_slot_that_waits_for_memory_is_not_quiet)
{
    const struct world_shape shape = {2, 8, 4, 2, 4, 1, 64 + 4 * 24, 0, 0};
    struct world *world = world_create(&shape, test_seed());
    const uint64_t far[4] = {96, 96, 96, 96}; /* at rank 1 */
    uint64_t values[4];

    for (uint64_t ticket = 0; ticket < 4; ticket++) { /* under way; waiting; refused; behind it */
        for (uint32_t i = 0; i < 4; i++) {
            values[i] = world_value(0, ticket);
        }
        TEST_EQUAL_U64(device_publish(&world->parts[0], far, values, 4), ticket);
        world->wanted[96] += 4;
        world->left[0][ticket] = 4;
        world->tickets[0]++;
    }
    for (uint32_t i = 0; i < 50; i++) {
        TEST_EQUAL_TEXT(coop_status_name(world_step(world, 0)), "COOP_OK");
    }
    TEST_TRUE(world->traffics[0].has_slot);
    TEST_EQUAL_U64(device_quiet(&world->parts[0]), 0);
    world_settle(world);
    world_check(world);
    world_destroy(world);
}

/* As many parcels as slots, though one has room for all their messages, and credits are few. */
TEST(nothing_is_gathered_from_several_slots_if_parcels_leave_by_slot)
{
    const uint64_t far[2] = {96, 96}; /* at rank 1 */

    for (int leaves_by_slot = 0; leaves_by_slot < 2; leaves_by_slot++) {
        const struct world_shape shape = {2, 8, 4, 2, 100, 1, 1 << 20, leaves_by_slot, 0};
        struct world *world = world_create(&shape, test_seed());
        struct coop_traffic_counts counts;

        for (uint64_t ticket = 0; ticket < 5; ticket++) {
            const uint64_t values[2] = {world_value(0, ticket), world_value(0, ticket)};
            TEST_EQUAL_U64(device_publish(&world->parts[0], far, values, 2), ticket);
            world->wanted[96] += 2;
            world->left[0][ticket] = 2;
            world->tickets[0]++;
        }
        world_settle(world);
        world_check(world);
        coop_traffic_count(&world->traffics[0], 1, &counts);
        TEST_EQUAL_U64(counts.sent_parcels, leaves_by_slot ? 5 : 1);
        TEST_EQUAL_U64(counts.sent_messages, 10);
        world_destroy(world);
    }
}

/* A message from a rank to each of `count` indices, in a slot of its own. */
static void publish_to(struct world *world, uint32_t rank, const uint64_t *indices, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        uint64_t ticket = world->tickets[rank]++;
        uint64_t value = world_value(rank, ticket);
        TEST_EQUAL_U64(device_publish(&world->parts[rank], &indices[i], &value, 1), ticket);
        world->wanted[indices[i]]++;
        world->left[rank][ticket] = 1;
    }
}

/* Steps of all ranks, each of which applies what arrives but those of the bits `idle`. False when one
 * fails. */
static int pass(struct world *world, uint64_t ns, uint32_t idle)
{
    for (uint64_t end_ns = world->now_ns + ns; world->now_ns < end_ns; world->now_ns += 10 * MS) {
        for (uint32_t rank = 0; rank < world->ranks; rank++) {
            if (!TEST_EQUAL_TEXT(coop_status_name(world_step(world, rank)), "COOP_OK")) {
                TEST_NOTE("rank %u: %s", rank, world->failure);
                return 0;
            }
            if ((idle >> rank & 1u) == 0) {
                device_apply(&world->parts[rank]);
            }
        }
    }
    return 1;
}

/* ---- the end ---- */

TEST(the_end_comes_when_all_have_told_it)
{
    const struct world_shape shape = {3, 8, 8, 2, 4, 2, 1 << 20, 0, 0};
    struct world *world = world_create(&shape, test_seed());
    char failure[COOP_NET_FAILURE_BYTES] = "late";
    uint32_t ended = 0;
    uint32_t calls;

    for (uint32_t i = 0; i < 30; i++) {
        world_publish(world, i % 3);
        world_step(world, i % 3);
    }
    for (uint32_t rank = 0; rank < 3; rank++) {
        coop_traffic_ask(&world->traffics[rank], COOP_TRAFFIC_DRAIN);
        TEST_TRUE(!coop_traffic_is_drained(&world->traffics[rank]));
    }
    world_settle(world);
    for (uint32_t i = 0; i < 3000; i++) {
        world_step(world, i % 3);
    }
    for (uint32_t rank = 0; rank < 3; rank++) {
        TEST_TRUE(coop_traffic_is_drained(&world->traffics[rank]));
        TEST_TRUE(!coop_traffic_has_ended(&world->traffics[rank]));
        coop_traffic_ask(&world->traffics[rank],
                         COOP_TRAFFIC_DRAIN); /* whoever asks again waits for a step */
        TEST_TRUE(!coop_traffic_is_drained(&world->traffics[rank]));
    }
    coop_traffic_ask(&world->traffics[0], COOP_TRAFFIC_END);
    coop_traffic_ask(&world->traffics[1], COOP_TRAFFIC_END);
    for (uint32_t i = 0; i < 300; i++) {
        world_step(world, i % 3);
    }
    TEST_TRUE(!coop_traffic_has_ended(&world->traffics[0])); /* rank 2 has not told */
    coop_traffic_ask(&world->traffics[2], COOP_TRAFFIC_END);
    for (uint32_t i = 0; i < 300; i++) {
        const struct coop_traffic *traffic = &world->traffics[i % 3];
        world_step(world, i % 3);
        for (uint32_t rank = 0; coop_traffic_has_ended(&world->traffics[i % 3]) && rank < 3; rank++) {
            TEST_TRUE(!traffic->peers[rank].is_noting); /* the wire, which is closed then, reads nothing */
        }
    }
    for (uint32_t rank = 0; rank < 3; rank++) {
        ended += (uint32_t)coop_traffic_has_ended(&world->traffics[rank]);
    }
    TEST_EQUAL(ended, 3);
    calls = world->post.calls; /* the others may have closed their wires: they are told nothing */
    coop_traffic_give_up(&world->traffics[0], post_wire(&world->post, 0), COOP_NETWORK_FAILED, failure);
    TEST_EQUAL(world->post.calls, calls);
    world_check(world);
    world_destroy(world);
}

/* It sends nothing itself. */
TEST(a_rank_on_whose_device_parcels_wait_is_not_drained)
{
    const struct world_shape shape = {2, 8, 8, 2, 4, 2, 1 << 20, 0, 0};
    const uint64_t near[1] = {0};
    struct world *world = world_create(&shape, test_seed());

    publish_to(world, 1, near, 1);
    coop_traffic_ask(&world->traffics[0], COOP_TRAFFIC_DRAIN);
    TEST_TRUE(pass(world, 200 * MS, 1u));
    TEST_TRUE(!coop_traffic_is_drained(&world->traffics[0]));
    TEST_TRUE(pass(world, 200 * MS, 0));
    TEST_TRUE(coop_traffic_is_drained(&world->traffics[0]));
    world_destroy(world);
}

/* ---- ranks that are lost ---- */

/* Steps of all ranks but `silent` until one fails, or `steps` are done. */
static coop_status go_on(struct world *world, uint32_t silent, uint32_t steps, uint64_t step_ns,
                         uint32_t *who)
{
    for (uint32_t i = 0; i < steps; i++) {
        coop_status status;
        *who = i % world->ranks;
        if (*who == silent) {
            continue;
        }
        world->now_ns += step_ns;
        status = world_step(world, *who);
        if (status != COOP_OK) {
            return status;
        }
        device_apply(&world->parts[*who]);
    }
    return COOP_OK;
}

/* Whatever the clock says then. */
TEST(time_begins_with_the_first_step)
{
    const struct world_shape shape = {2, 8, 8, 2, 4, 2, 1 << 20, 0, 0};
    struct world *world = world_create(&shape, test_seed());

    world->now_ns = 5000 * MS;
    TEST_TRUE(pass(world, 200 * MS, 0));
    world_destroy(world);
}

TEST(a_silent_rank_is_lost_and_the_others_are_told)
{
    const struct world_shape shape = {3, 8, 8, 2, 4, 2, 1 << 20, 0, 0};
    struct world *world = world_create(&shape, test_seed());
    uint32_t who;

    if (!TEST_EQUAL(go_on(world, UINT32_MAX, 600, 10 * MS, &who), COOP_OK) || /* signs of life suffice */
        !TEST_EQUAL(go_on(world, 1, 60, 10 * MS, &who), COOP_OK) ||           /* 0.6 s: not silence_ns */
        !TEST_EQUAL(go_on(world, UINT32_MAX, 600, 10 * MS, &who), COOP_OK)) {
        world_destroy(world);
        return;
    }
    world->post.is_cut[1] = 1;
    TEST_EQUAL_TEXT(coop_status_name(go_on(world, 1, 600, 10 * MS, &who)), "COOP_PEER_LOST");
    TEST_CONTAINS(world->failure, "rank 1 (b) has been silent for 1");
    TEST_TRUE(device_is_lost(&world->parts[who]));
    TEST_TRUE(!device_is_lost(&world->parts[2 - who]));
    for (uint32_t i = 0; i < 20; i++) { /* the other one is told, at once */
        coop_status status = world_step(world, 2 - who);
        if (status != COOP_OK) {
            TEST_EQUAL_TEXT(coop_status_name(status), "COOP_PEER_LOST");
            break;
        }
    }
    TEST_CONTAINS(world->failure, "rank 1 (b) has been silent"); /* or it has found so itself */
    TEST_TRUE(device_is_lost(&world->parts[2 - who]));
    world_destroy(world);
}

/* Who has told that it ends may wait long for the others, and says nothing more. */
TEST(a_rank_that_has_ended_may_be_silent)
{
    const struct world_shape shape = {3, 8, 8, 2, 4, 2, 1 << 20, 0, 0};
    struct world *world = world_create(&shape, test_seed());
    uint32_t who;

    coop_traffic_ask(&world->traffics[1], COOP_TRAFFIC_END);
    if (TEST_EQUAL(go_on(world, UINT32_MAX, 60, 10 * MS, &who), COOP_OK)) {
        TEST_TRUE(world->traffics[0].peers[1].has_ended && world->traffics[2].peers[1].has_ended);
        TEST_EQUAL_TEXT(coop_status_name(go_on(world, 1, 600, 10 * MS, &who)), "COOP_OK");
    }
    world_destroy(world);
}

/* Parcels that wait for the device hold all places of the wire: signs of life stand in the network behind
 * them. */
TEST(a_rank_that_cannot_be_heard_for_want_of_places_is_not_lost)
{
    const struct world_shape shape = {8, 16, 8, 2, 1, 16, 1 << 20, 0, 0};
    const uint64_t near[16] = {0}; /* at rank 0 */
    struct world *world = world_create(&shape, test_seed());

    for (uint32_t rank = 1; rank < 8; rank++) {
        publish_to(world, rank, near, 16);
    }
    if (pass(world, 100 * MS, 1u)) { /* and its own, which make the inbox full */
        publish_to(world, 0, near, 16);
    }
    if (pass(world, 3000 * MS, 1u) && pass(world, 3000 * MS, 0)) {
        world_settle(world);
        world_check(world);
    }
    world_destroy(world);
}

/* Rank 1 sends a message, which rank 0's device applies; then rank 0 steps, a microsecond each, until it has
 * told so, or 2 ms are over. How many microseconds that took. */
static uint32_t steps_until_told(struct world *world, uint32_t messages)
{
    const uint64_t near[4] = {0}; /* at rank 0 */
    const struct coop_traffic *traffic = &world->traffics[0];
    uint64_t all = traffic->inbox.peers[1].applied + messages;
    uint32_t steps = 0;

    publish_to(world, 1, near, messages);
    for (uint32_t i = 0; i < 100 && traffic->inbox.peers[1].applied < all; i++) {
        TEST_EQUAL_TEXT(coop_status_name(world_step(world, 1)), "COOP_OK");
        if (traffic->inbox.arrived_count == all) {
            device_apply(&world->parts[0]); /* all at once */
        }
        if (traffic->inbox.arrived_count < all || world->parts[0].taken == all) {
            TEST_EQUAL_TEXT(coop_status_name(world_step(world, 0)), "COOP_OK");
        }
    }
    while (traffic->peers[1].told < all && steps < 2000) {
        steps++;
        TEST_EQUAL_TEXT(coop_status_name(world_step(world, 0)), "COOP_OK");
    }
    return steps;
}

/* Half of the credits are acknowledged at once, less when it is old, each time anew. */
TEST(an_acknowledgement_is_due_when_it_is_old_or_credits_are_few)
{
    const struct world_shape shape = {2, 16, 8, 4, 1, 4, 1 << 20, 0, 0};
    struct world *world = world_create(&shape, test_seed());
    const uint64_t near[1] = {0};
    const uint64_t far[1] = {96};

    world->post.polls_most = 0;
    for (uint32_t round = 0; round < 3; round++) {
        uint32_t steps = steps_until_told(world, 1);
        TEST_AT_LEAST(steps, 99);                     /* timeout_ns */
        TEST_AT_MOST(steps, 130);                     /* the wire may still read the note before */
        TEST_AT_MOST(steps_until_told(world, 2), 30); /* the wire may still read the note before */
    }
    publish_to(world, 1, near, 1); /* what a parcel takes along is not old, either */
    for (uint32_t i = 0; i < 30 && world->traffics[0].inbox.applied_count == 9; i++) {
        world_step(world, 1);
        world_step(world, 0);
        device_apply(&world->parts[0]);
    }
    TEST_EQUAL_U64(world->traffics[0].inbox.peers[1].applied, world->traffics[0].peers[1].told + 1);
    publish_to(world, 0, far, 1);
    for (uint32_t i = 0; i < 4; i++) {
        world_step(world, 0);
    }
    TEST_EQUAL_U64(world->traffics[0].peers[1].told, world->traffics[0].inbox.peers[1].applied);
    TEST_AT_LEAST(steps_until_told(world, 1), 99);
    world_settle(world);
    world_check(world);
    world_destroy(world);
}

/* It has told that it ends, and waits for what the others tell. */
TEST(a_rank_that_has_ended_is_told_of_a_failure)
{
    const struct world_shape shape = {2, 8, 8, 2, 4, 2, 1 << 20, 0, 0};
    struct world *world = world_create(&shape, test_seed());
    char failure[COOP_NET_FAILURE_BYTES] = "the run has ended";
    coop_status status = COOP_OK;

    coop_traffic_ask(&world->traffics[1], COOP_TRAFFIC_END);
    if (pass(world, 200 * MS, 0)) {
        TEST_TRUE(world->traffics[0].peers[1].has_ended);
        coop_traffic_give_up(&world->traffics[0], post_wire(&world->post, 0), COOP_NETWORK_FAILED, failure);
        for (uint32_t n = 0; n < 30 && status == COOP_OK; n++) {
            status = world_step(world, 1);
        }
        TEST_EQUAL_TEXT(coop_status_name(status), "COOP_NETWORK_FAILED");
        TEST_CONTAINS(world->failure, "rank 0 (a) has given up: the run has ended");
        TEST_TRUE(device_is_lost(&world->parts[1]));
    }
    world_destroy(world);
}

/* Its run may have ended before its thread has made a step. */
TEST(a_rank_that_gives_up_before_its_first_step_tells_the_others)
{
    const struct world_shape shape = {2, 8, 8, 2, 4, 2, 1 << 20, 0, 0};

    for (int goes_alone = 0; goes_alone < 2; goes_alone++) {
        struct world *world = world_create(&shape, test_seed());
        char failure[COOP_NET_FAILURE_BYTES] = "the run has ended";
        coop_status status = COOP_OK;

        if (goes_alone) {
            coop_traffic_leave(&world->traffics[0], post_wire(&world->post, 0));
        } else {
            coop_traffic_give_up(&world->traffics[0], post_wire(&world->post, 0), COOP_NETWORK_FAILED,
                                 failure);
        }
        for (uint32_t n = 0; n < 30 && status == COOP_OK; n++) {
            status = world_step(world, 1);
        }
        TEST_EQUAL_TEXT(coop_status_name(status), "COOP_NETWORK_FAILED");
        TEST_CONTAINS(world->failure, goes_alone ? "rank 0 (a) has given up: its net was closed"
                                                 : "rank 0 (a) has given up: the run has ended");
        world_destroy(world);
    }
}

/* Its own kernels go on, and the others need not wait until it is silent. */
TEST(a_rank_that_goes_alone_tells_the_others_and_not_its_device)
{
    const struct world_shape shape = {2, 8, 8, 2, 4, 2, 1 << 20, 0, 0};
    struct world *world = world_create(&shape, test_seed());
    coop_status status = COOP_OK;

    if (pass(world, 200 * MS, 0)) {
        coop_traffic_leave(&world->traffics[0], post_wire(&world->post, 0));
        for (uint32_t n = 0; n < 30 && status == COOP_OK; n++) {
            status = world_step(world, 1);
        }
        TEST_EQUAL_TEXT(coop_status_name(status), "COOP_NETWORK_FAILED");
        TEST_CONTAINS(world->failure, "rank 0 (a) has given up: its net was closed while other ranks go on");
        TEST_TRUE(device_is_lost(&world->parts[1]));
        TEST_TRUE(!device_is_lost(&world->parts[0]));
    }
    world_destroy(world);
}

/* ---- what is wrong ---- */

/* Rank 0 waits for memory all the time; rank 1 applies a parcel in each 0.7 s, then nothing. */
TEST(a_rank_that_applies_slowly_is_waited_for)
{
    const struct world_shape shape = {2, 8, 8, 2, 4, 1, 2 * (64 + 4 * 24), 0, 0};
    struct world *world = world_create(&shape, test_seed());
    coop_status status = COOP_OK;
    uint64_t applied_ns = 0;

    for (uint32_t i = 0; i < 200000 && status == COOP_OK; i++) {
        world_publish(world, 0);
        world->now_ns += MS / 10;
        status = world_step(world, i % 2);
        device_apply(&world->parts[0]);
        if (world->now_ns - applied_ns >= 700 * MS && world->now_ns < 7000 * MS) {
            device_apply(&world->parts[1]);
            applied_ns = world->now_ns;
        }
    }
    TEST_EQUAL_TEXT(coop_status_name(status), "COOP_OUT_OF_MEMORY");
    TEST_AT_LEAST((world->now_ns - applied_ns) / MS, 1000);
    TEST_AT_MOST((world->now_ns - applied_ns) / MS, 1100);
    TEST_AT_LEAST(applied_ns / MS, 6000);
    world_destroy(world);
}

/* In one slot rank 0 waits for memory for rank 1, and then for rank 2: each has its own time. */
TEST(time_of_a_wait_for_one_rank_is_not_anothers)
{
    const struct world_shape shape = {3, 8, 4, 2, 1, 1, 80, 0, 0};
    struct world *world = world_create(&shape, test_seed());
    const uint64_t far[4] = {33, 33, 66, 66}; /* two at rank 1, two at rank 2 */
    const uint64_t values[4] = {0};

    TEST_EQUAL_U64(device_publish(&world->parts[0], far, values, 4), 0);
    world->left[0][0] = 4;
    world->tickets[0] = 1;
    for (uint32_t i = 0; i < 4; i++) {
        world->wanted[far[i]]++;
    }
    if (pass(world, 900 * MS, ~0u)) {
        TEST_EQUAL(world->traffics[0].at, 1);
        device_apply(&world->parts[1]);
        TEST_TRUE(pass(world, 900 * MS, ~0u));
        TEST_EQUAL(world->traffics[0].at, 3);
    }
    world_settle(world);
    world_check(world);
    world_destroy(world);
}

TEST(memory_for_what_waits_has_an_end)
{
    const struct world_shape shape = {2, 8, 8, 2, 4, 1, 2 * (64 + 4 * 24), 0, 0};
    struct world *world = world_create(&shape, test_seed());
    coop_status status = COOP_OK;

    for (uint32_t i = 0; i < 20000 && status == COOP_OK; i++) { /* rank 1 lives, and applies nothing */
        world_publish(world, 0);
        world->now_ns += MS / 10;
        status = world_step(world, i % 2);
        device_apply(&world->parts[0]);
    }
    TEST_EQUAL_TEXT(coop_status_name(status), "COOP_OUT_OF_MEMORY");
    TEST_CONTAINS(world->failure,
                  "the limit of memory_bytes for them is 320, and rank 1 (b) has applied nothing for 1000");
    world_destroy(world);
}

/* The first rows parcel that rank 1 could send. */
static void forge_sum(struct world *world, uint32_t kind, uint64_t number, uint32_t messages, uint64_t sent,
                      uint64_t applied, uint32_t bytes)
{
    unsigned char parcel[256] = {0};
    struct coop_parcel_head head = {
        .kind = kind, .messages = messages, .number = number, .sent = sent, .applied = applied};

    memcpy(parcel, &head, sizeof head);
    post_forge(&world->post, 1, 0, parcel, bytes);
}

static void forge(struct world *world, uint32_t kind, uint64_t number, uint32_t messages, uint64_t applied,
                  uint32_t bytes)
{
    forge_sum(world, kind, number, messages, messages, applied, bytes);
}

TEST(parcels_that_cannot_be_are_refused)
{
    const struct {
        uint32_t kind;
        uint64_t number;
        uint32_t messages;
        uint64_t applied;
        uint32_t bytes;
    } wrong[] = {
        {9, 0, 0, 0, 64},                        /* no such kind */
        {COOP_PARCEL_NOTE, 0, 0, 0, 60},         /* not even a head */
        {COOP_PARCEL_ROWS, 2, 1, 0, 88},         /* not the first */
        {COOP_PARCEL_ROWS, 0, 1, 0, 88},         /* before the first */
        {COOP_PARCEL_ROWS, 1, 1, 0, 112},        /* longer than it says */
        {COOP_PARCEL_ROWS, 1, 178956971, 0, 72}, /* as long as it says modulo 2^32 */
        {COOP_PARCEL_ROWS, 1, 2, 0, 88},         /* not as long as it says */
        {COOP_PARCEL_ROWS, 1, 0, 0, 64},         /* empty */
        {COOP_PARCEL_ROWS, 1, 5, 0, 184},        /* longer than a buffer */
        {COOP_PARCEL_NOTE, 0, 0, 1, 64},         /* acknowledges what was not sent */
        {COOP_PARCEL_FAILURE, 0, 0, 0, 100},     /* cut */
    };
    const struct world_shape shape = {2, 8, 8, 2, 4, 2, 1 << 20, 0, 0};

    for (uint32_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct world *world = world_create(&shape, test_seed());
        coop_status status = COOP_OK;
        forge(world, wrong[i].kind, wrong[i].number, wrong[i].messages, wrong[i].applied, wrong[i].bytes);
        for (uint32_t n = 0; n < 30 && status == COOP_OK; n++) {
            status = world_step(world, 0);
        }
        if (!TEST_EQUAL_TEXT(coop_status_name(status), "COOP_NETWORK_FAILED")) {
            TEST_NOTE("parcel %u", i);
        }
        TEST_CONTAINS(world->failure, "bytes from rank 1 (b) is not what");
        world_destroy(world);
    }
}

/* The second parcel lacks messages that the first one had not, either. */
TEST(messages_that_are_missing_between_parcels_are_seen)
{
    const struct world_shape shape = {2, 8, 8, 2, 4, 2, 1 << 20, 0, 0};

    for (uint64_t sum = 1; sum <= 3; sum++) { /* one too few; right; one too many */
        struct world *world = world_create(&shape, test_seed());
        coop_status status = COOP_OK;
        forge_sum(world, COOP_PARCEL_ROWS, 1, 1, 1, 0, 88);
        forge_sum(world, COOP_PARCEL_ROWS, 2, 1, sum, 0, 88);
        for (uint32_t n = 0; n < 30 && status == COOP_OK; n++) {
            status = world_step(world, 0);
        }
        TEST_EQUAL_TEXT(coop_status_name(status), sum == 2 ? "COOP_OK" : "COOP_NETWORK_FAILED");
        world_destroy(world);
    }
}

TEST(the_inbox_counts_as_applied_what_was_delivered_and_no_more)
{
    const struct coop_parcel_head head = {.number = 1, .messages = 1, .sent = 1};
    const struct coop_incoming parcel = {&head, 88, 1, 0};
    struct coop_inbox inbox;

    TEST_EQUAL(coop_inbox_init(&inbox, 2, 2, 2), COOP_OK);
    TEST_TRUE(coop_inbox_arrive(&inbox, &parcel, 24));
    TEST_TRUE(!coop_inbox_apply(&inbox, 1)); /* it waits */
    TEST_EQUAL_U64(inbox.peers[1].applied, 0);
    coop_inbox_deliver(&inbox);
    TEST_TRUE(coop_inbox_apply(&inbox, 1));
    TEST_TRUE(!coop_inbox_apply(&inbox, 2));
    TEST_TRUE(!coop_inbox_apply(&inbox, 0));
    TEST_EQUAL_U64(inbox.peers[1].applied, 1);
    TEST_EQUAL_U64(inbox.peers[1].messages_applied, 1);
    coop_inbox_clear(&inbox);
}

TEST(parcels_from_ranks_that_there_are_not_are_refused)
{
    const struct world_shape shape = {2, 8, 8, 2, 4, 2, 1 << 20, 0, 0};

    for (uint32_t shift = 0; shift < 3; shift++) { /* from rank 2; from rank 0 itself; from rank 1 */
        struct world *world = world_create(&shape, test_seed());
        coop_status status = COOP_OK;
        world->post.from_shift = shift == 0 ? 1 : shift == 1 ? ~0u : 0;
        forge(world, COOP_PARCEL_NOTE, 0, 0, 0, 64);
        for (uint32_t n = 0; n < 30 && status == COOP_OK; n++) {
            status = world_step(world, 0);
        }
        TEST_EQUAL_TEXT(coop_status_name(status), shift < 2 ? "COOP_NETWORK_FAILED" : "COOP_OK");
        world_destroy(world);
    }
}

/* The words of message i of slot 0 of a rank, which is published. */
static void rewrite(struct world *world, uint32_t rank, uint32_t i, uint64_t head)
{
    struct coop_network *network = world->parts[rank].network;
    uint64_t *rows = (uint64_t *)(void *)(world->parts[rank].bytes + network->slots_at);

    rows[i] = head;
    rows[network->width + i] = 100 + i;
    rows[2 * network->width + i] = 200 + i;
}

/* Every operation, and a call of three rows, go to the other rank as they are; what is skipped does not. */
TEST(each_operation_and_call_arrives_as_it_was_sent)
{
    const struct world_shape shape = {2, 8, 12, 2, 12, 2, 1 << 20, 0, 0};
    const uint64_t sent[] = {
        coop_message_head(COOP_MESSAGE_PUT, 1, 0),  coop_message_head(COOP_MESSAGE_ADD, 2, 0),
        coop_call_head(COOP_MESSAGE_CALL, 7, 3, 0), coop_call_head(COOP_MESSAGE_MORE, 7, 1, 0),
        coop_call_head(COOP_MESSAGE_MORE, 7, 2, 0), coop_message_head(COOP_MESSAGE_MIN, 3, 0),
        coop_message_head(COOP_MESSAGE_MAX, 4, 0),  coop_call_head(COOP_MESSAGE_CALL, 9, 1, 0),
        coop_message_head(COOP_MESSAGE_OR, 63, 0),  coop_message_head(COOP_MESSAGE_SKIP, 0, 0),
        coop_message_head(COOP_MESSAGE_SKIP, 0, 0)};
    struct world *world = world_create(&shape, test_seed());
    const struct coop_network *network = world->parts[0].network;
    const unsigned char *bytes = world->parts[0].bytes;
    const struct coop_inbound *inbound = (const void *)(bytes + network->inbound_at);
    const struct coop_message *messages = (const void *)(bytes + network->inbound_data_at);
    const uint64_t indices[12] = {0};

    device_publish(&world->parts[1], indices, indices, 11);
    for (uint32_t i = 0; i < 11; i++) {
        rewrite(world, 1, i, sent[i]);
    }
    for (uint32_t i = 0; i < 400; i++) {
        TEST_EQUAL_TEXT(coop_status_name(world_step(world, i % 2)), "COOP_OK");
    }
    TEST_EQUAL_U64(inbound->filled.only_through_accessors, 1);
    TEST_EQUAL(inbound->messages, 9);
    TEST_EQUAL(inbound->source, 1);
    TEST_EQUAL(inbound->calls, 2);
    for (uint32_t i = 0; i < 9; i++) {
        TEST_EQUAL_U64(messages[i].head, sent[i]);
        TEST_EQUAL_U64(messages[i].place, 100 + i);
        TEST_EQUAL_U64(messages[i].value, 200 + i);
    }
    world_destroy(world);
}

/* A slot of `count` messages whose first ones have those heads; behind them stands what a slot before had. */
static void refuse_slot(const uint64_t *heads, uint32_t head_count, uint32_t count, const char *why)
{
    const struct world_shape shape = {2, 8, 8, 2, 8, 2, 1 << 20, 0, 0};
    struct world *world = world_create(&shape, test_seed());
    const uint64_t indices[8] = {0};

    device_publish(&world->parts[0], indices, indices, count);
    for (uint32_t i = 0; i < head_count; i++) {
        rewrite(world, 0, i, heads[i]);
    }
    if (!TEST_EQUAL_TEXT(coop_status_name(world_step(world, 0)), "COOP_NETWORK_FAILED")) {
        TEST_NOTE("%s", why);
    }
    TEST_CONTAINS(world->failure, "the queue of messages is damaged: a message with the head 0x");
    world_destroy(world);
}

TEST(calls_that_cannot_be_are_damage)
{
    const uint64_t call = coop_call_head(COOP_MESSAGE_CALL, 1, 2, 1);
    const uint64_t more = coop_call_head(COOP_MESSAGE_MORE, 1, 1, 1);
    const uint64_t cut[] = {call, more};
    const uint64_t four[] = {coop_call_head(COOP_MESSAGE_CALL, 1, 4, 1), more,
                             coop_call_head(COOP_MESSAGE_MORE, 1, 2, 1),
                             coop_call_head(COOP_MESSAGE_MORE, 1, 3, 1)};
    const uint64_t others[] = {call, coop_call_head(COOP_MESSAGE_MORE, 2, 1, 1)};
    const uint64_t elsewhere[] = {call, coop_call_head(COOP_MESSAGE_MORE, 1, 1, 0)};
    const uint64_t second[] = {call, coop_call_head(COOP_MESSAGE_MORE, 1, 2, 1)};
    const uint64_t none[] = {coop_call_head(COOP_MESSAGE_CALL, 1, 0, 1)};
    const uint64_t nowhere[] = {coop_call_head(COOP_MESSAGE_CALL, 1, 1, 2)};
    const uint64_t nothing[] = {coop_message_head(COOP_MESSAGE_NONE, 1, 1)};
    const uint64_t unknown[] = {coop_message_head(COOP_MESSAGE_OPERATIONS, 1, 1)};

    refuse_slot(cut, 2, 1, "a second row behind the slot's end");
    refuse_slot(four, 4, 4, "a call of four rows");
    refuse_slot(others, 2, 2, "a row of another call");
    refuse_slot(elsewhere, 2, 2, "a row for another rank");
    refuse_slot(second, 2, 2, "a row out of its order");
    refuse_slot(none, 1, 1, "a call without rows");
    refuse_slot(nowhere, 1, 1, "a call for no rank");
    refuse_slot(nothing, 1, 1, "no message");
    refuse_slot(unknown, 1, 1, "an operation that there is not");
}

/* What the thread is told to sleep. */
TEST(a_thread_sleeps_as_long_as_nothing_can_be_done)
{
    const struct world_shape shape = {2, 8, 8, 2, 4, 2, 1 << 20, 0, 0};
    struct world *world = world_create(&shape, test_seed());
    const uint64_t far[1] = {96};

    world->post.polls_most = 0;
    TEST_TRUE(pass(world, 20 * MS, 0));
    world_step(world, 0);
    TEST_EQUAL_U64(world->nap_ns, 1000 * MS / 16); /* nothing at all: looks for silence */
    forge(world, COOP_PARCEL_NOTE, 0, 0, 0, 64);
    world_step(world, 0);
    TEST_EQUAL_U64(world->nap_ns, 0); /* something has come */
    publish_to(world, 0, far, 1);
    world_step(world, 0);
    TEST_EQUAL_U64(world->nap_ns, 0);
    world_step(world, 0);
    TEST_EQUAL_U64(world->nap_ns, 50000); /* half the age of the open parcel */
    for (uint32_t i = 0; i < 200; i++) {
        world_step(world, 0);
    }
    TEST_EQUAL_U64(world->nap_ns, 50000); /* it is under way */
    TEST_TRUE(pass(world, 20 * MS, 0));
    device_meet(&world->parts[0], COOP_MEET_BARRIER, 1, 0);
    TEST_TRUE(pass(world, 20 * MS, 0));
    world_step(world, 0);
    TEST_EQUAL_U64(world->nap_ns, MS); /* other ranks come to the net barrier */
    world_destroy(world);
}

TEST(a_damaged_queue_is_named)
{
    const struct world_shape shape = {2, 8, 8, 2, 4, 2, 1 << 20, 0, 0};
    const uint64_t index = 3;
    const uint64_t value = world_value(0, 0);

    for (uint32_t i = 0; i < 5; i++) {
        struct world *world = world_create(&shape, test_seed());
        struct coop_network *network = world->parts[0].network;
        uint64_t *full = (uint64_t *)(void *)(world->parts[0].bytes + network->full_at);
        uint64_t *rows = (uint64_t *)(void *)(world->parts[0].bytes + network->slots_at);
        device_publish(&world->parts[0], &index, &value, 1);
        if (i == 0) {
            full[0] = coop_ring_entry(0, network->places, 8, 1, 0); /* there are slots 0 to 7 */
        } else if (i == 1) {
            full[0] = coop_ring_entry(0, network->places, 0, 9, 0); /* of 8 messages */
        } else if (i == 2) {
            rows[0] = coop_message_head(COOP_MESSAGE_ADD, 0, 2); /* there are ranks 0 and 1 */
        } else if (i == 3) {
            rows[0] = coop_call_head(COOP_MESSAGE_CALL, 1, 2, 1); /* of two rows, and there is one */
        } else {
            rows[0] = coop_call_head(COOP_MESSAGE_MORE, 1, 1, 1); /* without a first row */
        }
        TEST_EQUAL_TEXT(coop_status_name(world_step(world, 0)), "COOP_NETWORK_FAILED");
        TEST_CONTAINS(world->failure, "the queue of messages is damaged");
        TEST_CONTAINS(world->failure, i == 0   ? "entry 0 names slot 8 of 8 with 1 messages of 8"
                                      : i == 1 ? "entry 0 names slot 0 of 8 with 9 messages of 8"
                                               : "a message with the head 0x");
        TEST_TRUE(device_is_lost(&world->parts[0]));
        for (uint32_t n = 0; n < 30 && world_step(world, 1) == COOP_OK; n++) { /* the other one is told why */
        }
        TEST_CONTAINS(world->failure, "rank 0 (a) has given up: the queue of messages is damaged");
        TEST_TRUE(device_is_lost(&world->parts[1]));
        world_destroy(world);
    }
}

TEST(every_call_of_the_wire_and_the_device_that_fails_is_told)
{
    const struct world_shape shape = {2, 4, 8, 2, 4, 2, 1 << 20, 0, 0};

    for (uint32_t n = 1; n <= 400; n++) {
        struct world *world = world_create(&shape, 17);
        coop_status status = COOP_OK;
        int is_wire = n % 2;
        world->post.fails_at = is_wire ? n / 2 + 1 : 0;
        atomic_store(&world->parts[0].fails_at, is_wire ? 0 : n / 2);
        for (uint32_t i = 0; i < 600 && status == COOP_OK; i++) {
            world_publish(world, i % 2);
            status = world_step(world, i % 2);
            device_apply(&world->parts[i % 2]);
        }
        if (!TEST_EQUAL_TEXT(coop_status_name(status),
                             is_wire ? "COOP_NETWORK_FAILED" : "COOP_OPENCL_FAILED")) {
            TEST_NOTE("call %u", n);
        }
        TEST_CONTAINS(world->failure, is_wire ? "of the post fails" : "cannot be reached: ");
        world_destroy(world);
    }
}
