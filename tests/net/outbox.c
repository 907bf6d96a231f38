/* The outbox: parcels in order (D2), credits (D1), acknowledgements, quiet (D4) and the limit of what waits
 * (D3), without a network. */
#include "host/net/outbox.h"

#include "test.h"

#define ROW 24u
#define ROWS 4u /* of a parcel */
#define PARCEL_BYTES (64u + ROWS * ROW)

static const unsigned char row[ROW] = {1, 2, 3};

static void init(struct coop_outbox *outbox, uint32_t ranks, uint32_t credits, uint64_t memory_bytes)
{
    const struct coop_outbox_options options = {ranks, PARCEL_BYTES, credits, 100, memory_bytes, 0};

    TEST_EQUAL(coop_outbox_init(outbox, &options), COOP_OK);
}

static coop_status add(struct coop_outbox *outbox, uint32_t to, uint64_t ticket, uint64_t now)
{
    return coop_outbox_add(outbox, to, row, ROW, ticket, now);
}

TEST(a_full_parcel_leaves_with_its_numbers)
{
    struct coop_outbox outbox;
    struct coop_outgoing *parcel;

    init(&outbox, 3, 2, 1 << 20);
    for (uint32_t i = 0; i < ROWS; i++) {
        TEST_TRUE(coop_outbox_take(&outbox) == NULL);
        TEST_EQUAL(add(&outbox, 2, 7 + i, 0), COOP_OK);
    }
    parcel = coop_outbox_take(&outbox);
    if (TEST_TRUE(parcel != NULL)) {
        TEST_EQUAL(parcel->to, 2);
        TEST_EQUAL(parcel->bytes, PARCEL_BYTES);
        TEST_EQUAL(parcel->head.kind, COOP_PARCEL_ROWS);
        TEST_EQUAL(parcel->head.messages, ROWS);
        TEST_EQUAL_U64(parcel->head.number, 1);
        TEST_EQUAL_U64(parcel->head.sent, ROWS);
        TEST_EQUAL(((const unsigned char *)(&parcel->head + 1))[3 * ROW + 2], 3);
    }
    TEST_EQUAL_U64(outbox.peers[2].closed[COOP_OUTBOX_FULL], 1);
    TEST_TRUE(coop_outbox_take(&outbox) == NULL);
    coop_outbox_clear(&outbox);
}

/* A call's rows are in one parcel (B12): one that they do not fit into leaves before. */
TEST(a_call_is_in_one_parcel)
{
    const unsigned char rows[3 * ROW] = {7};
    struct coop_outbox outbox;
    struct coop_outgoing *parcel;

    init(&outbox, 2, 3, 1 << 20);
    TEST_EQUAL(add(&outbox, 1, 0, 0), COOP_OK);
    TEST_EQUAL(add(&outbox, 1, 0, 0), COOP_OK);
    TEST_EQUAL(coop_outbox_add_call(&outbox, 1, rows, 3, sizeof rows, 1, 0), COOP_OK);
    parcel = coop_outbox_take(&outbox);
    if (TEST_TRUE(parcel != NULL)) {
        TEST_EQUAL(parcel->head.messages, 2);
        TEST_EQUAL(parcel->head.calls, 0);
    }
    TEST_TRUE(coop_outbox_take(&outbox) == NULL); /* there is room for one more */
    TEST_EQUAL(coop_outbox_add_call(&outbox, 1, rows, 1, ROW, 2, 0), COOP_OK);
    parcel = coop_outbox_take(&outbox);
    if (TEST_TRUE(parcel != NULL)) {
        TEST_EQUAL(parcel->bytes, PARCEL_BYTES);
        TEST_EQUAL(parcel->head.messages, 4);
        TEST_EQUAL(parcel->head.calls, 2);
        TEST_EQUAL_U64(parcel->head.sent, 6);
        TEST_EQUAL_U64(parcel->first_ticket, 1);
        TEST_EQUAL(((const unsigned char *)(&parcel->head + 1))[0], 7);
    }
    TEST_EQUAL_U64(outbox.peers[1].closed[COOP_OUTBOX_FULL], 2);
    coop_outbox_clear(&outbox);
}

TEST(an_old_parcel_leaves_and_a_young_one_does_not)
{
    struct coop_outbox outbox;

    init(&outbox, 2, 1, 1 << 20);
    TEST_EQUAL(add(&outbox, 0, 0, 1000), COOP_OK);
    TEST_EQUAL(add(&outbox, 1, 0, 1050), COOP_OK);
    coop_outbox_close_old(&outbox, 1099);
    TEST_TRUE(coop_outbox_take(&outbox) == NULL);
    coop_outbox_close_old(&outbox, 1100);
    TEST_EQUAL(coop_outbox_take(&outbox)->to, 0);
    TEST_TRUE(coop_outbox_take(&outbox) == NULL);
    TEST_EQUAL_U64(outbox.peers[0].closed[COOP_OUTBOX_TIMED_OUT], 1);
    TEST_EQUAL(add(&outbox, 0, 1, 1101), COOP_OK); /* without a credit it goes on to fill */
    coop_outbox_close_old(&outbox, 9000);
    TEST_TRUE(outbox.peers[0].open != NULL);
    TEST_EQUAL(coop_outbox_take(&outbox)->to, 1);
    coop_outbox_flush(&outbox);
    TEST_TRUE(outbox.peers[0].open == NULL);
    TEST_EQUAL_U64(outbox.peers[0].closed[COOP_OUTBOX_FLUSHED], 1);
    coop_outbox_clear(&outbox);
}

TEST(no_more_leave_than_there_are_credits)
{
    struct coop_outbox outbox;
    struct coop_outgoing *first;

    init(&outbox, 2, 2, 1 << 20);
    for (uint32_t i = 0; i < 5 * ROWS; i++) {
        TEST_EQUAL(add(&outbox, 1, i, 0), COOP_OK);
    }
    first = coop_outbox_take(&outbox);
    TEST_EQUAL_U64(first->head.number, 1);
    TEST_EQUAL_U64(coop_outbox_take(&outbox)->head.number, 2);
    TEST_TRUE(coop_outbox_take(&outbox) == NULL);
    TEST_EQUAL_U64(outbox.waiting_bytes, 3 * PARCEL_BYTES);
    TEST_EQUAL_U64(outbox.peers[1].waits, 4); /* behind the first, which had left nothing to wait for */
    TEST_TRUE(coop_outbox_acknowledge(&outbox, 1, 1, ROWS));
    TEST_EQUAL_U64(coop_outbox_take(&outbox)->head.number, 3);
    TEST_TRUE(coop_outbox_take(&outbox) == NULL);
    TEST_TRUE(!coop_outbox_acknowledge(&outbox, 1, 4, 3 * ROWS)); /* three have left */
    TEST_TRUE(!coop_outbox_acknowledge(&outbox, 1, 3, 3 * ROWS + 1));
    TEST_TRUE(coop_outbox_acknowledge(&outbox, 1, 2, 2 * ROWS));
    TEST_TRUE(coop_outbox_acknowledge(&outbox, 1, 1, ROWS)); /* an old one changes nothing */
    TEST_EQUAL_U64(outbox.peers[1].acknowledged, 2);
    TEST_EQUAL_U64(outbox.peers[1].messages_applied, 2 * ROWS);
    TEST_TRUE(coop_outbox_acknowledge(&outbox, 1, 3, 3 * ROWS));
    TEST_EQUAL_U64(coop_outbox_take(&outbox)->head.number, 4);
    TEST_EQUAL_U64(coop_outbox_take(&outbox)->head.number, 5);
    TEST_EQUAL_U64(outbox.waiting_bytes, 0);
    coop_outbox_clear(&outbox);
}

TEST(memory_is_used_again_only_when_applied_and_read)
{
    struct coop_outbox outbox;
    struct coop_outgoing *parcel;

    init(&outbox, 2, 1, 1 << 20);
    for (uint32_t round = 0; round < 6; round++) {
        uint32_t number;
        for (uint32_t i = 0; i < ROWS; i++) {
            add(&outbox, 1, i, 0);
        }
        parcel = coop_outbox_take(&outbox);
        number = parcel->number;
        if (round % 2 == 0) { /* in both orders */
            coop_outbox_read(&outbox, number);
            TEST_TRUE(outbox.free != parcel);
            coop_outbox_acknowledge(&outbox, 1, round + 1, (round + 1) * ROWS);
        } else {
            coop_outbox_acknowledge(&outbox, 1, round + 1, (round + 1) * ROWS);
            TEST_TRUE(outbox.free != parcel);
            coop_outbox_read(&outbox, number);
        }
        TEST_TRUE(outbox.free == parcel);
    }
    TEST_EQUAL(outbox.table_count, 1);
    coop_outbox_clear(&outbox);
}

TEST(quiet_is_the_least_ticket_that_is_not_applied)
{
    struct coop_outbox outbox;

    init(&outbox, 3, 3, 1 << 20);
    TEST_EQUAL_U64(coop_outbox_quiet(&outbox, 5), 5);
    add(&outbox, 1, 5, 0); /* in an open parcel */
    add(&outbox, 2, 6, 0);
    TEST_EQUAL_U64(coop_outbox_quiet(&outbox, 7), 5);
    coop_outbox_flush(&outbox); /* waiting */
    TEST_EQUAL_U64(coop_outbox_quiet(&outbox, 7), 5);
    coop_outbox_take(&outbox); /* under way */
    coop_outbox_take(&outbox);
    TEST_EQUAL_U64(coop_outbox_quiet(&outbox, 7), 5);
    add(&outbox, 1, 7, 0);
    coop_outbox_acknowledge(&outbox, 2, 1, 1);
    TEST_EQUAL_U64(coop_outbox_quiet(&outbox, 8), 5);
    coop_outbox_acknowledge(&outbox, 1, 1, 1);
    TEST_EQUAL_U64(coop_outbox_quiet(&outbox, 8), 7);
    coop_outbox_flush(&outbox);
    coop_outbox_take(&outbox);
    coop_outbox_acknowledge(&outbox, 1, 2, 2);
    TEST_EQUAL_U64(coop_outbox_quiet(&outbox, 8), 8);
    coop_outbox_clear(&outbox);
}

TEST(bytes_that_find_no_credit_are_those_of_the_parcel)
{
    struct coop_outbox outbox;

    init(&outbox, 2, 1, 1 << 20);
    add(&outbox, 1, 0, 0);
    coop_outbox_flush(&outbox);
    TEST_EQUAL_U64(outbox.peers[1].waits, 0); /* it has not left, and the credit is there */
    coop_outbox_take(&outbox);
    add(&outbox, 1, 0, 0);
    coop_outbox_flush(&outbox);
    TEST_EQUAL_U64(outbox.peers[1].waits, 1);
    TEST_EQUAL_U64(outbox.peers[1].spilled_bytes, 64 + ROW);
    coop_outbox_clear(&outbox);
}

TEST(what_waits_has_a_limit)
{
    struct coop_outbox outbox;
    uint32_t added = 0;

    init(&outbox, 2, 1, 2 * PARCEL_BYTES);
    for (uint32_t i = 0; i < ROWS; i++) {
        add(&outbox, 1, 0, 0);
    }
    TEST_TRUE(coop_outbox_take(&outbox) != NULL); /* the only credit */
    while (add(&outbox, 1, 1, 0) == COOP_OK && added < 100) {
        added++;
    }
    TEST_EQUAL(added, 2 * ROWS);
    TEST_EQUAL(outbox.waiting_for, 1);
    TEST_EQUAL(coop_outbox_add_call(&outbox, 1, row, 1, ROW, 1, 0), COOP_BUSY);
    TEST_TRUE(outbox.peers[1].open == NULL);
    TEST_EQUAL(add(&outbox, 0, 1, 0), COOP_OK); /* others may go on */
    coop_outbox_acknowledge(&outbox, 1, 1, ROWS);
    TEST_TRUE(coop_outbox_take(&outbox) != NULL);
    TEST_EQUAL(add(&outbox, 1, 1, 0), COOP_OK);
    coop_outbox_clear(&outbox);
}
