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
    const struct world_shape shape = {2, 8, 4, 2, 100, 1, 1 << 20, 1, 0};
    struct world *world = world_create(&shape, test_seed());
    const uint64_t far[2] = {96, 96}; /* at rank 1 */
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
    TEST_EQUAL_U64(counts.sent_parcels, 5);
    TEST_EQUAL_U64(counts.sent_messages, 10);
    world_destroy(world);
}

/* ---- the end ---- */

TEST(the_end_comes_when_all_have_told_it)
{
    const struct world_shape shape = {3, 8, 8, 2, 4, 2, 1 << 20, 0, 0};
    struct world *world = world_create(&shape, test_seed());
    uint32_t ended = 0;

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
    }
    coop_traffic_ask(&world->traffics[0], COOP_TRAFFIC_END);
    coop_traffic_ask(&world->traffics[1], COOP_TRAFFIC_END);
    for (uint32_t i = 0; i < 300; i++) {
        world_step(world, i % 3);
    }
    TEST_TRUE(!coop_traffic_has_ended(&world->traffics[0])); /* rank 2 has not told */
    coop_traffic_ask(&world->traffics[2], COOP_TRAFFIC_END);
    for (uint32_t i = 0; i < 300; i++) {
        world_step(world, i % 3);
    }
    for (uint32_t rank = 0; rank < 3; rank++) {
        ended += (uint32_t)coop_traffic_has_ended(&world->traffics[rank]);
    }
    TEST_EQUAL(ended, 3);
    world_check(world);
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

TEST(a_silent_rank_is_lost_and_the_others_are_told)
{
    const struct world_shape shape = {3, 8, 8, 2, 4, 2, 1 << 20, 0, 0};
    struct world *world = world_create(&shape, test_seed());
    uint32_t who;

    TEST_EQUAL(go_on(world, UINT32_MAX, 600, 10 * MS, &who), COOP_OK); /* signs of life suffice */
    TEST_EQUAL(go_on(world, 1, 60, 10 * MS, &who), COOP_OK);           /* 0.6 s: less than silence_ns */
    TEST_EQUAL(go_on(world, UINT32_MAX, 600, 10 * MS, &who), COOP_OK);
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
    if (pass(world, 3000 * MS, 1u) && pass(world, 3000 * MS, 0)) {
        world_settle(world);
        world_check(world);
    }
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
static void forge(struct world *world, uint32_t kind, uint64_t number, uint32_t messages, uint64_t applied,
                  uint32_t bytes)
{
    unsigned char parcel[256] = {0};
    struct coop_parcel_head head = {
        .kind = kind, .messages = messages, .number = number, .sent = messages, .applied = applied};

    memcpy(parcel, &head, sizeof head);
    post_forge(&world->post, 1, 0, parcel, bytes);
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
        {9, 0, 0, 0, 64},                    /* no such kind */
        {COOP_PARCEL_NOTE, 0, 0, 0, 60},     /* not even a head */
        {COOP_PARCEL_ROWS, 2, 1, 0, 88},     /* not the first */
        {COOP_PARCEL_ROWS, 1, 2, 0, 88},     /* not as long as it says */
        {COOP_PARCEL_ROWS, 1, 0, 0, 64},     /* empty */
        {COOP_PARCEL_ROWS, 1, 5, 0, 184},    /* longer than a buffer */
        {COOP_PARCEL_NOTE, 0, 0, 1, 64},     /* acknowledges what was not sent */
        {COOP_PARCEL_FAILURE, 0, 0, 0, 100}, /* cut */
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
