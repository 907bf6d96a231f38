/* Messages that go by another rank (relay.h): routes, what is applied and called quiet, counts, calls, the
 * limit of memory, and the faults. */
#include "host/net/relay.h"

#include "../faults/memory_shim.h"
#include "host/net/parcel.h"
#include "test.h"
#include "traffic_world.h"

#define ROW_BYTES 24u

/* ---- routes ---- */

/* D13, and no rank of a row has more than its share of another row's senders. */
TEST(every_rank_is_two_hops_away_at_most)
{
    for (uint32_t ranks = 1; ranks <= 40; ranks++) {
        for (uint32_t row = 2; row < ranks; row++) {
            uint32_t senders[40] = {0};
            for (uint32_t from = 0; from < ranks; from++) {
                for (uint32_t to = 0; to < ranks; to++) {
                    uint32_t hop = coop_route_hop(ranks, row, from, to);
                    if (!TEST_TRUE(hop < ranks && hop / row == to / row) ||
                        !TEST_EQUAL(coop_route_hop(ranks, row, hop, to), to) ||
                        !TEST_TRUE(from / row != to / row || hop == to)) {
                        TEST_NOTE("%u ranks in rows of %u: from %u to %u", ranks, row, from, to);
                        return;
                    }
                    senders[to] += hop == to && from / row != to / row;
                }
            }
            for (uint32_t rank = 0; rank < ranks; rank++) {
                uint32_t size = coop_route_size(ranks, row, rank);
                uint32_t rows = (ranks + row - 1) / row;
                TEST_EQUAL(coop_route_senders(ranks, row, rank), senders[rank]);
                TEST_TRUE(senders[rank] <= (rows - 1) * ((row + size - 1) / size));
            }
        }
    }
}

TEST(rows_begin_behind_64_ranks)
{
    TEST_EQUAL(coop_route_row(1, 0), 0);
    TEST_EQUAL(coop_route_row(64, 0), 0);
    TEST_EQUAL(coop_route_row(65, 0), 10); /* 9 would leave 2 to the last row */
    TEST_EQUAL(coop_route_row(81, 0), 9);
    TEST_EQUAL(coop_route_row(1024, 0), 32);
    TEST_EQUAL(coop_route_row(65536, 0), 256);
    TEST_EQUAL(coop_route_row(1024, 1), 0);
    TEST_EQUAL(coop_route_row(16, 4), 4);
    TEST_EQUAL(coop_route_row(16, 15), 15);
    TEST_EQUAL(coop_route_row(16, 16), 0);
    TEST_EQUAL(coop_route_row(16, 99), 0);
}

/* At any number of ranks, three buffers of 64 KiB to each, which are the defaults, need little of the default
 * memory for what is forwarded. */
TEST(chosen_rows_need_little_memory_at_every_rank)
{
    const uint64_t credits_bytes = UINT64_C(3) * 65536;

    for (uint32_t ranks = 65; ranks <= 1100; ranks++) {
        uint32_t row = coop_route_row(ranks, 0);
        uint64_t most = 0;
        for (uint32_t rank = 0; rank < ranks; rank += rank + row < ranks ? row : 1) { /* the last row whole */
            uint64_t bytes = coop_relay_reserve(ranks, row, rank, credits_bytes);
            most = bytes > most ? bytes : most;
        }
        if (!TEST_TRUE(most <= UINT64_C(32) << 20) || !TEST_TRUE(row * row < 4 * ranks)) {
            TEST_NOTE("%u ranks in rows of %u need %llu bytes", ranks, row, (unsigned long long)most);
            return;
        }
    }
}

/* ---- the whole traffic ---- */

/* Rows that divide the ranks, that do not, of which the last has one rank; few credits, buffers of one
 * message, memory for little more than what is forwarded; buffers that leave by slot. */
TEST(every_message_is_applied_once_by_two_hops)
{
    const struct world_shape shapes[] = {
        {16, 8, 16, 4, 20, 3, 1 << 20, 0, 4},         {16, 4, 9, 2, 3, 1, 3 * 2 * 136 + 136, 0, 4},
        {4, 8, 8, 2, 1, 1, 1 * 2 * 88 + 88, 0, 2},    {7, 6, 11, 3, 5, 2, 1 << 14, 0, 3},
        {5, 6, 20, 2, 4, 1, 4 * 2 * 160 + 160, 0, 4}, {16, 8, 8, 4, 8, 2, 1 << 16, 1, 5},
        {13, 8, 8, 2, 6, 3, 1 << 16, 0, 2},           {6, 8, 8, 2, 6, 3, 1 << 16, 0, 4},
    };
    uint64_t seed = test_seed();

    for (uint32_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        for (uint32_t round = 0; round < 2; round++) {
            world_storm(&shapes[i], seed + 100 * i + round);
        }
    }
}

/* As many ranks as go by rows unless the program says otherwise, in rows that are chosen, and with a last one
 * of one rank. */
TEST(every_message_is_applied_once_at_many_ranks)
{
    const struct world_shape shapes[] = {{100, 8, 8, 4, 8, 2, 1 << 18, 0, coop_route_row(100, 0)},
                                         {73, 8, 8, 4, 8, 2, 1 << 18, 0, 9}};
    uint64_t seed = test_seed();

    for (uint32_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        world_storm(&shapes[i], seed + i);
    }
}

/* A message to each of the elements `indices`, in slots of their own. */
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

/* Steps of all ranks, with devices that apply but those of the bits `idle`. */
static void pass(struct world *world, uint64_t ns, uint32_t idle)
{
    for (uint64_t end_ns = world->now_ns + ns; world->now_ns < end_ns; world->now_ns += MS) {
        for (uint32_t rank = 0; rank < world->ranks; rank++) {
            if (!TEST_EQUAL_TEXT(coop_status_name(world_step(world, rank)), "COOP_OK")) {
                TEST_NOTE("rank %u: %s", rank, world->failure);
                return;
            }
            if ((idle >> rank & 1u) == 0) {
                device_apply(&world->parts[rank]);
            }
        }
    }
}

/* Rank 0 of {0, 1}, {2, 3} sends to 3 by 2, and to 2; the device of 3 applies nothing for a while (D14). */
TEST(a_parcel_is_acknowledged_when_what_was_forwarded_is_applied)
{
    const struct world_shape shape = {4, 8, 4, 2, 4, 2, 1 << 20, 0, 2};
    struct world *world = world_create(&shape, test_seed());
    const uint64_t elements[2] = {96, 50}; /* at ranks 3 and 2 */
    struct coop_traffic_counts counts;

    publish_to(world, 0, elements, 2);
    pass(world, 100 * MS, 1u << 3);
    TEST_EQUAL_U64(device_quiet(&world->parts[0]), 0);
    TEST_EQUAL_U64(atomic_load(&world->parts[2].elements[0]), 1);
    coop_traffic_count(&world->traffics[2], 0, &counts);
    TEST_EQUAL_U64(counts.forwarded_messages, 1);
    TEST_EQUAL_U64(counts.received_messages, 1);
    TEST_EQUAL_U64(counts.applied_messages, 1);
    coop_traffic_count(&world->traffics[3], 0, &counts);
    TEST_EQUAL_U64(counts.received_messages, 1);
    TEST_EQUAL_U64(counts.applied_messages, 0);
    coop_traffic_count(&world->traffics[0], 3, &counts);
    TEST_EQUAL_U64(counts.sent_messages, 1);
    TEST_EQUAL_U64(counts.acknowledged_messages, 0);
    TEST_EQUAL_U64(counts.sent_parcels, 0);
    pass(world, 100 * MS, 0);
    TEST_EQUAL_U64(device_quiet(&world->parts[0]), 2);
    world_check(world);
    world_destroy(world);
}

/* What a rank forwards hides none of its own messages: 2 forwards to 3, whose device applies nothing, and
 * sends to 3 itself behind that (D4). */
TEST(own_messages_behind_forwarded_ones_are_not_quiet)
{
    const struct world_shape shape = {4, 8, 4, 2, 4, 2, 1 << 20, 0, 2};
    struct world *world = world_create(&shape, test_seed());
    const uint64_t far[1] = {96}; /* at rank 3 */
    const uint64_t near[1] = {0}; /* at rank 0 */

    publish_to(world, 0, far, 1);
    pass(world, 20 * MS, 1u << 3);
    publish_to(world, 2, far, 1);
    publish_to(world, 2, near, 1);
    pass(world, 20 * MS, 1u << 3);
    TEST_EQUAL_U64(device_quiet(&world->parts[2]), 0);
    pass(world, 20 * MS, 0);
    TEST_EQUAL_U64(device_quiet(&world->parts[2]), 2);
    world_check(world);
    world_destroy(world);
}

/* Publishes a slot to the ranks 8 to 11 in turns. */
static void flood(struct world *world, uint32_t rank)
{
    const uint64_t there[8] = {56, 63, 70, 77, 56, 63, 70, 77};
    uint64_t values[8];

    for (uint32_t i = 0; i < 8; i++) {
        values[i] = world_value(rank, world->tickets[rank]);
    }
    if (device_publish(&world->parts[rank], there, values, 8) != UINT64_MAX) {
        for (uint32_t i = 0; i < 8; i++) {
            world->wanted[there[i]]++;
        }
        world->left[rank][world->tickets[rank]++] = 8;
    }
}

/* The devices of a row apply nothing. First its ranks send to each other what they can, then all others send
 * to them: they keep to the limit, take everything that comes (D15), and what they send themselves waits;
 * also where parcels are to leave at once. */
TEST(what_is_forwarded_keeps_to_the_limit_of_memory)
{
    const uint64_t reserve = UINT64_C(3) * 2 * 2 * 160;
    const struct world_shape shape = {16, 8, 8, 2, 4, 2, 3 * 2 * 2 * 160 + 3 * 160, 0, 4};

    for (int leave_at_once = 0; leave_at_once < 2; leave_at_once++) {
        struct world *world = world_create(&shape, test_seed());
        uint64_t most = 0;
        world->post.polls_most = 1;
        for (uint32_t i = 0; i < 12000; i++) {
            uint32_t rank = i % 16;
            if (rank / 4 == 2 || i > 4000) {
                flood(world, rank);
            }
            if (i >= 4000 && i < 4016 && leave_at_once) {
                coop_traffic_ask(&world->traffics[rank], COOP_TRAFFIC_DRAIN);
            }
            world->now_ns += MS / 100;
            if (!TEST_EQUAL_TEXT(coop_status_name(world_step(world, rank)), "COOP_OK")) {
                TEST_NOTE("rank %u: %s", rank, world->failure);
                break;
            }
            for (uint32_t other = 0; other < 16; other++) {
                uint64_t bytes = world->traffics[other].outbox.waiting_bytes;
                most = bytes > most ? bytes : most;
            }
        }
        TEST_TRUE(most <= shape.memory_bytes);
        TEST_TRUE(most > shape.memory_bytes - reserve); /* more than own messages may take alone */
        for (uint32_t rank = 0; rank < 16; rank++) {
            TEST_TRUE(world->traffics[rank].has_slot);
        }
        world_settle(world);
        world_check(world);
        world_destroy(world);
    }
}

/* Net's end, with all that is under way between the ranks. */
TEST(two_hops_are_two_rows_of_the_sums_that_end)
{
    const struct world_shape shape = {16, 8, 8, 4, 8, 2, 1 << 16, 0, 4};
    struct world *world = world_create(&shape, test_seed());
    uint64_t left = 0;
    uint64_t applied = 0;
    uint64_t hops = 0;

    for (uint32_t i = 0; i < 64; i++) {
        world_publish(world, i % 16);
        world_step(world, i % 16);
    }
    for (uint32_t rank = 0; rank < 16; rank++) {
        coop_traffic_ask(&world->traffics[rank], COOP_TRAFFIC_DRAIN);
    }
    world_settle(world);
    pass(world, 20 * MS, 0);
    for (uint32_t rank = 0; rank < 16; rank++) {
        uint64_t some[2];
        TEST_TRUE(coop_traffic_is_drained(&world->traffics[rank]));
        coop_traffic_total(&world->traffics[rank], &some[0], &some[1]);
        left += some[0];
        applied += some[1];
        for (uint32_t other = 0; other < 16; other++) {
            struct coop_traffic_counts counts;
            coop_traffic_count(&world->traffics[rank], other, &counts);
            /* What a forwarder has for itself goes through its own outbox, too. */
            hops += (rank / 4 != other / 4 ? 2 : 1) * counts.sent_messages;
        }
    }
    TEST_EQUAL_U64(left, applied);
    TEST_EQUAL_U64(left, hops);
    world_check(world);
    world_destroy(world);
}

/* ---- calls ---- */

/* Three rows of a call go by another rank: they stay together, and each has its sender's rank then (D16). */
TEST(a_call_stays_together_by_two_hops)
{
    const struct coop_outbox_options options = {9, 64 + 4 * ROW_BYTES, 2, 100, 1 << 20, 3};
    struct coop_outbox out[2];
    struct coop_inbox in[2];
    struct coop_relay relays[2];
    struct coop_message call[3] = {{coop_call_head(COOP_MESSAGE_CALL, 5, 3, 5), 11, 12},
                                   {coop_call_head(COOP_MESSAGE_MORE, 5, 1, 5), 13, 14},
                                   {coop_call_head(COOP_MESSAGE_MORE, 5, 2, 5), 15, 16}};
    struct coop_message one = {coop_message_head(COOP_MESSAGE_ADD, 1, 5), 7, 8};
    struct coop_outgoing *parcel;

    for (uint32_t i = 0; i < 2; i++) { /* ranks 0 and 3 */
        TEST_EQUAL(coop_outbox_init(&out[i], &options), COOP_OK);
        TEST_EQUAL(coop_inbox_init(&in[i], 9, 2, 4), COOP_OK);
        TEST_EQUAL(coop_relay_init(&relays[i], 3, 3 * i, &out[i], &in[i]), COOP_OK);
    }
    TEST_EQUAL(coop_relay_send(&relays[0], &one, 1, 0), COOP_OK);
    TEST_EQUAL(coop_relay_send(&relays[0], call, 3, 0), COOP_OK);
    parcel = coop_outbox_take(&out[0]);
    if (TEST_TRUE(parcel != NULL)) {
        const struct coop_incoming incoming = {&parcel->head, parcel->bytes, 0, 0};
        TEST_EQUAL(parcel->to, 3);
        TEST_EQUAL(parcel->head.calls, 1);
        TEST_EQUAL(coop_relay_forward(&relays[1], &incoming), COOP_OK);
        TEST_EQUAL_U64(relays[1].counts[0].forwarded, 4);
        parcel = coop_outbox_take(&out[1]);
    }
    if (TEST_TRUE(parcel != NULL)) {
        const struct coop_message *rows = (const void *)(&parcel->head + 1);
        TEST_EQUAL(parcel->to, 5);
        TEST_EQUAL(parcel->head.calls, 1);
        TEST_EQUAL(parcel->head.messages, 4);
        TEST_EQUAL(parcel->forwarded, 4);
        TEST_EQUAL_U64(rows[0].head, coop_message_head(COOP_MESSAGE_ADD, 1, 0));
        TEST_EQUAL_U64(rows[1].head, coop_call_head(COOP_MESSAGE_CALL, 5, 3, 0));
        TEST_EQUAL_U64(rows[3].head, coop_call_head(COOP_MESSAGE_MORE, 5, 2, 0));
        TEST_EQUAL_U64(rows[3].value, 16);
    }
    for (uint32_t i = 0; i < 2; i++) {
        coop_relay_clear(&relays[i]);
        coop_inbox_clear(&in[i]);
        coop_outbox_clear(&out[i]);
    }
}

/* Its rows are counted with the parcel that they are in. */
TEST(a_call_that_does_not_fit_leaves_with_the_next_parcel)
{
    const struct coop_outbox_options options = {9, 64 + 4 * ROW_BYTES, 2, 100, 1 << 20, 3};
    struct coop_outbox out;
    struct coop_inbox in;
    struct coop_relay relay;
    struct coop_message call[3] = {{coop_call_head(COOP_MESSAGE_CALL, 5, 3, 5), 11, 12},
                                   {coop_call_head(COOP_MESSAGE_MORE, 5, 1, 5), 13, 14},
                                   {coop_call_head(COOP_MESSAGE_MORE, 5, 2, 5), 15, 16}};
    struct coop_message one = {coop_message_head(COOP_MESSAGE_ADD, 1, 4), 7, 8};
    struct coop_outgoing *parcel;

    TEST_EQUAL(coop_outbox_init(&out, &options), COOP_OK);
    TEST_EQUAL(coop_inbox_init(&in, 9, 2, 4), COOP_OK);
    TEST_EQUAL(coop_relay_init(&relay, 3, 0, &out, &in), COOP_OK);
    for (uint32_t i = 0; i < 2; i++) {
        one.head = coop_message_head(COOP_MESSAGE_ADD, 1, 4);
        TEST_EQUAL(coop_relay_send(&relay, &one, 1, 0), COOP_OK);
    }
    TEST_EQUAL(coop_relay_send(&relay, call, 3, 0), COOP_OK);
    parcel = coop_outbox_take(&out);
    if (TEST_TRUE(parcel != NULL)) {
        TEST_EQUAL(parcel->head.messages, 2);
        TEST_EQUAL_U64(out.peers[4].final_left, 2);
        TEST_EQUAL_U64(out.peers[5].final_left, 0);
    }
    coop_outbox_flush(&out);
    parcel = coop_outbox_take(&out);
    if (TEST_TRUE(parcel != NULL)) {
        TEST_EQUAL(parcel->head.messages, 3);
        TEST_EQUAL_U64(out.peers[4].final_left, 2);
        TEST_EQUAL_U64(out.peers[5].final_left, 3);
    }
    coop_relay_clear(&relay);
    coop_inbox_clear(&in);
    coop_outbox_clear(&out);
}

/* More parcels of mates wait for the device than the wire has places for. */
TEST(parcels_that_wait_are_counted_each_for_its_sender)
{
    const struct world_shape shape = {40, 4, 1, 4, 1, 3, 1 << 20, 0, 36};
    struct world *world = world_create(&shape, test_seed());
    const uint64_t near[3] = {0}; /* at rank 0 */

    for (uint32_t rank = 1; rank < 36; rank++) {
        publish_to(world, rank, near, 3);
    }
    pass(world, 20 * MS, 1u);
    TEST_TRUE(world->traffics[0].inbox.arrived_count > world->traffics[0].inbox.room);
    pass(world, 20 * MS, 0);
    world_settle(world);
    world_check(world);
    world_destroy(world);
}

/* Two parcels that are forwarded wait, as much as own rows may take: these are added nevertheless, up to
 * that limit. */
TEST(what_is_forwarded_takes_no_memory_of_own_messages)
{
    const struct coop_outbox_options options = {9, 64 + ROW_BYTES, 1, 100, 2 * (64 + ROW_BYTES), 3};
    struct coop_outbox out;
    struct coop_inbox in;
    struct coop_relay relay;
    struct coop_message one = {coop_message_head(COOP_MESSAGE_ADD, 1, 5), 7, 8};

    TEST_EQUAL(coop_outbox_init(&out, &options), COOP_OK);
    TEST_EQUAL(coop_inbox_init(&in, 9, 2, 4), COOP_OK);
    TEST_EQUAL(coop_relay_init(&relay, 3, 3, &out, &in), COOP_OK);
    for (uint32_t from = 0; from < 9; from += 6) { /* of other rows, in the column of rank 3 */
        struct {
            struct coop_parcel_head head;
            struct coop_message row;
        } sent = {{.kind = COOP_PARCEL_ROWS, .number = 1, .messages = 1, .sent = 1}, one};
        const struct coop_incoming incoming = {&sent.head, 64 + ROW_BYTES, from, 0};
        TEST_EQUAL(coop_relay_forward(&relay, &incoming), COOP_OK);
    }
    TEST_EQUAL_U64(out.waiting_bytes, 2 * (64 + ROW_BYTES));
    TEST_EQUAL_U64(out.own_bytes, 0);
    for (uint32_t i = 0; i < 3; i++) {
        coop_status wanted = i < 2 ? COOP_OK : COOP_BUSY;
        one.head = coop_message_head(COOP_MESSAGE_ADD, 1, 5);
        TEST_EQUAL_TEXT(coop_status_name(coop_relay_send(&relay, &one, 1, i)), coop_status_name(wanted));
    }
    TEST_EQUAL(out.waiting_for, 5);
    coop_relay_clear(&relay);
    coop_inbox_clear(&in);
    coop_outbox_clear(&out);
}

/* At a net barrier own rows are closed, and not what others may still add to. */
TEST(own_rows_alone_leave_for_a_net_barrier)
{
    const struct coop_outbox_options options = {9, 64 + 4 * ROW_BYTES, 1, 100, 1 << 20, 3};
    struct coop_outbox out;
    struct coop_inbox in;
    struct coop_relay relay;
    struct coop_message one = {coop_message_head(COOP_MESSAGE_ADD, 1, 4), 7, 8};
    struct {
        struct coop_parcel_head head;
        struct coop_message row;
    } sent = {{.kind = COOP_PARCEL_ROWS, .number = 1, .messages = 1, .sent = 1},
              {coop_message_head(COOP_MESSAGE_ADD, 1, 5), 7, 8}};
    const struct coop_incoming incoming = {&sent.head, 64 + ROW_BYTES, 0, 0};

    TEST_EQUAL(coop_outbox_init(&out, &options), COOP_OK);
    TEST_EQUAL(coop_inbox_init(&in, 9, 2, 4), COOP_OK);
    TEST_EQUAL(coop_relay_init(&relay, 3, 3, &out, &in), COOP_OK);
    TEST_EQUAL(coop_relay_forward(&relay, &incoming), COOP_OK);
    TEST_EQUAL(coop_relay_send(&relay, &one, 1, 0), COOP_OK);
    coop_outbox_flush_own(&out);
    TEST_TRUE(out.peers[4].open == NULL && out.peers[4].waiting != NULL);
    TEST_TRUE(out.peers[5].open != NULL);
    coop_outbox_flush(&out);
    TEST_TRUE(out.peers[5].open == NULL);
    coop_relay_clear(&relay);
    coop_inbox_clear(&in);
    coop_outbox_clear(&out);
}

/* A parcel with both kinds of rows takes memory of own ones, and leaves for a net barrier. */
TEST(a_parcel_with_own_rows_is_an_own_one_whatever_else_is_in_it)
{
    const struct coop_outbox_options options = {9, 64 + 4 * ROW_BYTES, 1, 100, 1 << 20, 3};
    struct coop_outbox out;
    struct coop_inbox in;
    struct coop_relay relay;
    struct coop_message one = {coop_message_head(COOP_MESSAGE_ADD, 1, 5), 7, 8};
    struct {
        struct coop_parcel_head head;
        struct coop_message row;
    } sent = {{.kind = COOP_PARCEL_ROWS, .number = 1, .messages = 1, .sent = 1}, one};
    const struct coop_incoming incoming = {&sent.head, 64 + ROW_BYTES, 0, 0};

    TEST_EQUAL(coop_outbox_init(&out, &options), COOP_OK);
    TEST_EQUAL(coop_inbox_init(&in, 9, 2, 4), COOP_OK);
    TEST_EQUAL(coop_relay_init(&relay, 3, 3, &out, &in), COOP_OK);
    TEST_EQUAL(coop_relay_forward(&relay, &incoming), COOP_OK);
    TEST_EQUAL(coop_relay_send(&relay, &one, 1, 0), COOP_OK);
    coop_outbox_flush_own(&out);
    TEST_TRUE(out.peers[5].open == NULL);
    TEST_EQUAL_U64(out.own_bytes, 64 + 4 * ROW_BYTES);
    TEST_TRUE(coop_outbox_take(&out) != NULL);
    TEST_EQUAL_U64(out.own_bytes, 0);
    coop_relay_clear(&relay);
    coop_inbox_clear(&in);
    coop_outbox_clear(&out);
}

/* Rank 2's own messages are applied; what it forwards to 3 meanwhile is not. */
TEST(what_is_forwarded_does_not_keep_own_messages_from_being_quiet)
{
    const struct world_shape shape = {4, 8, 4, 2, 4, 2, 1 << 20, 0, 2};
    struct world *world = world_create(&shape, test_seed());
    const uint64_t far[1] = {96}; /* at rank 3 */
    const uint64_t near[1] = {0}; /* at rank 0 */

    publish_to(world, 2, near, 1);
    pass(world, 20 * MS, 1u << 3);
    TEST_EQUAL_U64(device_quiet(&world->parts[2]), 1);
    publish_to(world, 0, far, 1);
    pass(world, 20 * MS, 1u << 3);
    TEST_EQUAL_U64(device_quiet(&world->parts[2]), 1); /* it does not fall */
    publish_to(world, 2, near, 1);
    pass(world, 20 * MS, 1u << 3);
    TEST_EQUAL_U64(device_quiet(&world->parts[0]), 0);
    pass(world, 20 * MS, 0);
    TEST_EQUAL_U64(device_quiet(&world->parts[2]), 2);
    world_destroy(world);
}

/* ---- faults ---- */

/* Rank 2 forwards what 0 sends to 3, and is gone. */
TEST(a_forwarder_that_is_gone_is_lost)
{
    const struct world_shape shape = {4, 8, 4, 2, 4, 2, 1 << 20, 0, 2};
    struct world *world = world_create(&shape, test_seed());
    const uint64_t far[1] = {96};
    coop_status status = COOP_OK;

    pass(world, 20 * MS, 0);
    publish_to(world, 0, far, 1);
    world->post.is_cut[2] = 1;
    for (uint32_t i = 0; i < 4000 && status == COOP_OK; i++) {
        uint32_t rank = i % 4;
        world->now_ns += MS;
        status = rank == 2 ? COOP_OK : world_step(world, rank);
    }
    TEST_EQUAL_TEXT(coop_status_name(status), "COOP_PEER_LOST");
    TEST_CONTAINS(world->failure, "rank 2 (c) has been silent for 1");
    TEST_EQUAL_U64(device_quiet(&world->parts[0]), 0);
    world_destroy(world);
}

/* A call of which the parcel has but the first row, and whose other row stands behind the parcel's end: what
 * is there is not read. */
TEST(a_call_ends_with_its_parcel)
{
    const struct world_shape shape = {4, 8, 4, 2, 4, 2, 1 << 20, 0, 2};
    struct world *world = world_create(&shape, test_seed());
    struct {
        struct coop_parcel_head head;
        struct coop_message rows[2];
    } parcel = {{.kind = COOP_PARCEL_ROWS, .number = 1, .messages = 1, .sent = 1},
                {{coop_call_head(COOP_MESSAGE_CALL, 1, 2, 1), 0, 0},
                 {coop_call_head(COOP_MESSAGE_MORE, 1, 1, 1), 0, 0}}};
    const struct coop_incoming incoming = {&parcel.head, 64 + ROW_BYTES, 2, 0};

    TEST_EQUAL_TEXT(coop_status_name(coop_relay_forward(&world->traffics[0].relay, &incoming)),
                    "COOP_NETWORK_FAILED");
    world_destroy(world);
}

/* Whichever allocation of a forwarder fails: it says so, and blames nobody. */
TEST(memory_that_ends_while_forwarding_is_told)
{
    const struct world_shape shape = {4, 8, 4, 2, 4, 2, 1 << 20, 0, 2};
    const uint64_t elements[2] = {96, 50}; /* at ranks 3 and 2 */
    uint32_t failed = 0;

    for (uint64_t n = 1; n <= 8; n++) {
        struct world *world = world_create(&shape, test_seed());
        coop_status status = COOP_OK;
        publish_to(world, 0, elements, 2);
        for (uint32_t i = 0; i < 2000 && status == COOP_OK; i++) {
            world_step(world, 0);
            memory_shim_begin(n, 1);
            status = world_step(world, 2);
            memory_shim_begin(0, 0);
        }
        failed += status != COOP_OK;
        if (status != COOP_OK) {
            TEST_EQUAL_TEXT(coop_status_name(status), "COOP_OUT_OF_MEMORY");
            TEST_CONTAINS(world->failure, "the host has no memory left to forward messages of rank 0 (a)");
        }
        world_destroy(world);
    }
    TEST_AT_LEAST(failed, 3); /* the record, the parcel's place in the table, and the parcel */
}

/* The same of messages that go directly. */
TEST(memory_that_ends_while_sending_is_told)
{
    const struct world_shape shape = {2, 8, 4, 2, 4, 2, 1 << 20, 0, 0};
    const uint64_t far[1] = {96}; /* at rank 1 */

    for (uint64_t n = 1; n <= 2; n++) { /* the parcel's place in the table, and the parcel */
        struct world *world = world_create(&shape, test_seed());
        coop_status status;
        publish_to(world, 0, far, 1);
        memory_shim_begin(n, 1);
        status = world_step(world, 0);
        memory_shim_begin(0, 0);
        TEST_EQUAL_TEXT(coop_status_name(status), "COOP_OUT_OF_MEMORY");
        TEST_CONTAINS(world->failure, "the host has no memory left for messages to rank 1");
        world_destroy(world);
    }
}

/* Parcels that are forwarded, applied and acknowledged one after the other need the memory of one. */
TEST(memory_of_forwarded_parcels_is_used_again)
{
    const struct coop_outbox_options options = {9, 64 + ROW_BYTES, 1, 100, 1 << 20, 3};
    long blocks = memory_shim_blocks();
    long after_one = 0;
    struct coop_outbox out;
    struct coop_inbox in;
    struct coop_relay relay;

    TEST_EQUAL(coop_outbox_init(&out, &options), COOP_OK);
    TEST_EQUAL(coop_inbox_init(&in, 9, 2, 4), COOP_OK);
    TEST_EQUAL(coop_relay_init(&relay, 3, 3, &out, &in), COOP_OK);
    for (uint32_t number = 1; number <= 20; number++) {
        struct {
            struct coop_parcel_head head;
            struct coop_message row;
        } sent = {{.kind = COOP_PARCEL_ROWS, .number = number, .messages = 1, .sent = number},
                  {coop_message_head(COOP_MESSAGE_ADD, 1, 5), 7, 8}};
        const struct coop_incoming incoming = {&sent.head, 64 + ROW_BYTES, 0, 0};
        struct coop_outgoing *parcel;
        TEST_EQUAL(coop_relay_forward(&relay, &incoming), COOP_OK);
        parcel = coop_outbox_take(&out);
        if (!TEST_TRUE(parcel != NULL)) {
            break;
        }
        coop_outbox_read(&out, parcel->number);
        coop_relay_look(&relay);
        TEST_EQUAL_U64(in.peers[0].applied, number - 1);
        TEST_TRUE(coop_outbox_acknowledge(&out, 5, number, number));
        coop_relay_look(&relay);
        TEST_EQUAL_U64(in.peers[0].applied, number);
        TEST_EQUAL_U64(in.peers[0].messages_applied, number);
        after_one = number == 1 ? memory_shim_blocks() : after_one;
    }
    TEST_EQUAL(memory_shim_blocks(), after_one);
    coop_relay_clear(&relay);
    coop_inbox_clear(&in);
    coop_outbox_clear(&out);
    TEST_EQUAL(memory_shim_blocks(), blocks);
}

/* What rank `from` might send to rank 0 of {0, 1}, {2, 3}, whose column has rank 2. */
static void refuse_numbers(uint32_t from, const struct coop_message *rows, uint32_t count, uint32_t first,
                           uint32_t last, const char *why)
{
    const struct world_shape shape = {4, 8, 4, 2, 4, 2, 1 << 20, 0, 2};
    struct world *world = world_create(&shape, test_seed());
    coop_status status = COOP_OK;

    for (uint32_t number = first; number <= last; number++) {
        struct {
            struct coop_parcel_head head;
            struct coop_message rows[5];
        } parcel = {.head = {.kind = COOP_PARCEL_ROWS,
                             .messages = count,
                             .number = number,
                             .sent = (uint64_t)number * count}};
        memcpy(parcel.rows, rows, count * sizeof *rows);
        post_forge(&world->post, from, 0, &parcel, sizeof parcel.head + count * ROW_BYTES);
    }
    for (uint32_t n = 0; n < 40 && status == COOP_OK; n++) {
        status = world_step(world, 0);
    }
    if (!TEST_EQUAL_TEXT(coop_status_name(status), "COOP_NETWORK_FAILED")) {
        TEST_NOTE("%s", why);
    }
    TEST_CONTAINS(world->failure, "is not what this version of coop sends next");
    world_destroy(world);
}

static void refuse(uint32_t from, const struct coop_message *rows, uint32_t count, const char *why)
{
    refuse_numbers(from, rows, count, 1, 1, why);
}

TEST(parcels_that_cannot_come_by_another_rank_are_refused)
{
    const struct coop_message good = {coop_message_head(COOP_MESSAGE_ADD, 0, 1), 0, 0};
    const struct coop_message elsewhere = {coop_message_head(COOP_MESSAGE_ADD, 0, 2), 0, 0};
    const struct coop_message nowhere = {coop_message_head(COOP_MESSAGE_ADD, 0, 4), 0, 0};
    const struct coop_message meeting = {coop_message_head(COOP_MESSAGE_MEET, 0, 1), 1, 0};
    const struct coop_message cut = {coop_call_head(COOP_MESSAGE_CALL, 1, 2, 1), 0, 0};
    const struct coop_message parted[2] = {{coop_call_head(COOP_MESSAGE_CALL, 1, 2, 1), 0, 0},
                                           {coop_call_head(COOP_MESSAGE_MORE, 1, 1, 0), 0, 0}};

    const struct coop_message wild = {coop_message_head(COOP_MESSAGE_ADD, 0, 0x7fffffff), 0, 0};
    const struct coop_message many[5] = {good, good, good, good, good};
    const struct coop_message four[4] = {{coop_call_head(COOP_MESSAGE_CALL, 1, 4, 1), 0, 0},
                                         {coop_call_head(COOP_MESSAGE_MORE, 1, 1, 1), 0, 0},
                                         {coop_call_head(COOP_MESSAGE_MORE, 1, 2, 1), 0, 0},
                                         {coop_call_head(COOP_MESSAGE_MORE, 1, 3, 1), 0, 0}};
    const struct coop_message others[2] = {{coop_call_head(COOP_MESSAGE_CALL, 1, 2, 1), 0, 0},
                                           {coop_call_head(COOP_MESSAGE_MORE, 2, 1, 1), 0, 0}};
    const struct coop_message twice[3] = {{coop_call_head(COOP_MESSAGE_CALL, 1, 3, 1), 0, 0},
                                          {coop_call_head(COOP_MESSAGE_MORE, 1, 1, 1), 0, 0},
                                          {coop_call_head(COOP_MESSAGE_MORE, 1, 1, 1), 0, 0}};
    const struct coop_message none[1] = {{coop_call_head(COOP_MESSAGE_CALL, 1, 0, 1), 0, 0}};
    const struct coop_message more[1] = {{coop_call_head(COOP_MESSAGE_MORE, 1, 1, 1), 0, 0}};
    const struct coop_message skip[1] = {{coop_message_head(COOP_MESSAGE_SKIP, 0, 1), 0, 0}};
    const struct coop_message nothing[1] = {{coop_message_head(COOP_MESSAGE_NONE, 0, 1), 0, 0}};

    refuse(2, many, 5, "longer than a buffer");
    refuse(2, four, 4, "a call of four rows");
    refuse(2, others, 2, "a call with another one's row");
    refuse(2, twice, 3, "a call with a row twice");
    refuse(2, none, 1, "a call without rows");
    refuse(2, more, 1, "a row without its call");
    refuse(2, skip, 1, "what is skipped in a slot");
    refuse(2, nothing, 1, "no message");
    refuse(2, &elsewhere, 1, "for another row");
    refuse(2, &nowhere, 1, "for no rank");
    refuse(2, &meeting, 1, "a net barrier");
    refuse(2, &cut, 1, "a call without its second row");
    refuse(2, parted, 2, "a call for two ranks");
    refuse(3, &good, 1, "from another column");
    refuse_numbers(2, &good, 1, 1, 3, "a third parcel on two credits");
    refuse_numbers(2, &good, 1, 2, 2, "a second parcel without a first");
    refuse(1, &elsewhere, 1, "within the row, from a rank whose column is another");
    refuse(1, &nowhere, 1, "within the row, from no rank");
    refuse(1, &wild, 1, "within the row, from a rank far beyond");
}
