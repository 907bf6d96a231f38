/* Which rank holds which elements; what the ranks' records say, compared. */
#include "host/net/spread.h"

#include "host/net/record.h"
#include "test.h"

/* Each element is at one place of one rank, and the parts say so. */
static void check(const struct coop_spread *spread)
{
    uint64_t sum = 0;

    for (uint32_t rank = 0; rank < spread->ranks; rank++) {
        uint64_t first = coop_spread_first(spread, rank);
        uint64_t count = coop_spread_count(spread, rank);
        for (uint64_t k = 0; k < count; k++) {
            uint64_t element = spread->kind == COOP_NET_BLOCK ? first + k : first + k * spread->ranks;
            TEST_AT_MOST(element, spread->elements - 1);
            TEST_EQUAL(coop_spread_rank(spread, element), rank);
            TEST_EQUAL_U64(coop_spread_place(spread, element), k);
        }
        sum += count;
    }
    if (!TEST_EQUAL_U64(sum, spread->elements)) {
        TEST_NOTE("%llu elements on %u ranks, spread %d", (unsigned long long)spread->elements, spread->ranks,
                  spread->kind);
    }
}

TEST(each_element_is_at_one_place)
{
    for (uint32_t ranks = 1; ranks <= 9; ranks++) {
        for (uint64_t elements = 1; elements <= 40; elements++) {
            check(&(struct coop_spread){elements, ranks, COOP_NET_BLOCK});
            check(&(struct coop_spread){elements, ranks, COOP_NET_CYCLIC});
        }
    }
}

TEST(the_largest_arrays_have_homes)
{
    struct coop_spread spread = {UINT64_C(1) << 56, COOP_NET_RANKS_MAX, COOP_NET_BLOCK};

    TEST_EQUAL(coop_spread_rank(&spread, spread.elements - 1), COOP_NET_RANKS_MAX - 1);
    TEST_EQUAL_U64(coop_spread_count(&spread, COOP_NET_RANKS_MAX - 1), UINT64_C(1) << 40);
    spread.kind = COOP_NET_CYCLIC;
    TEST_EQUAL(coop_spread_rank(&spread, spread.elements - 1), COOP_NET_RANKS_MAX - 1);
    TEST_EQUAL_U64(coop_spread_place(&spread, spread.elements - 1), (UINT64_C(1) << 40) - 1);
}

TEST(ranks_of_different_versions_are_refused)
{
    struct coop_net_record of[3] = {{.kind = COOP_NET_OPEN, .words = {1000, 1}, .text = "a"},
                                    {.kind = COOP_NET_OPEN, .words = {1000, 1}, .text = "b"},
                                    {.kind = COOP_NET_OPEN, .words = {1001, 1}, .text = "c"}};
    struct coop_net_records records = {3, of, NULL};
    char failure[COOP_NET_FAILURE_BYTES] = "";

    TEST_EQUAL_TEXT(coop_status_name(coop_net_records_agree(&records, failure)), "COOP_PEERS_DIFFER");
    TEST_EQUAL_TEXT(failure,
                    "opening the net: the version of coop is 1000 at rank 0 (a) and 1001 at rank 2 (c)");
    of[2].kind = 99;
    TEST_EQUAL_TEXT(coop_status_name(coop_net_records_agree(&records, failure)), "COOP_PEERS_DIFFER");
    TEST_CONTAINS(failure, "rank 2 is at a call that this version of coop does not know");
    records.ranks = 2;
    TEST_EQUAL_TEXT(coop_status_name(coop_net_records_agree(&records, failure)), "COOP_OK");
}
