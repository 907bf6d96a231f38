/* Reads and their pieces without a net: parts for ranks, and the sequential program on a read whose pieces
 * anybody can write down. */
#include "tools/net/mer_calls.h"
#include "tools/net/mer_reads.h"
#include "tools/net/mer_sequential.h"

#include "test.h"
#include <stdlib.h>

/* Each letter is in one part, and parts begin where no piece goes across. */
static void part(const struct mer_reads *reads, uint32_t ranks)
{
    uint32_t end = 0;

    for (uint32_t rank = 0; rank < ranks; rank++) {
        uint32_t first;
        uint32_t count;
        mer_reads_part(reads, ranks, rank, &first, &count);
        TEST_EQUAL(first, end);
        TEST_TRUE(count == 0 || reads->letters[first] == MER_NO_LETTER);
        end = first + count;
    }
    TEST_EQUAL(end, reads->letter_count);
}

TEST(parts_are_all_letters_once)
{
    struct mer_reads reads = {0};
    struct mer_reads none = {0};
    struct tool_error error;

    if (!TEST_EQUAL(mer_reads_draw(400, 3, 50, test_seed(), &reads, &error), 0)) {
        return;
    }
    TEST_EQUAL(reads.count, 25);
    TEST_EQUAL(reads.letter_count, 25 * 51);
    for (uint32_t ranks = 1; ranks <= 64; ranks++) {
        part(&reads, ranks);
        part(&none, ranks);
    }
    mer_reads_clear(&reads);
}

TEST(pieces_of_both_strands_are_one)
{
    /* ACGGT; its opposite is ACCGT. Pieces: ACG (CGT from the other strand), CGG as CCG, GGT as ACC. */
    uint8_t letters[] = {MER_NO_LETTER, 0, 1, 2, 2, 3, MER_NO_LETTER, 0, 1, 1, 2, 3};
    const struct mer_reads reads = {.count = 2, .letter_count = 12, .letters = letters};
    uint64_t count;
    uint64_t seen;
    struct mer_entry *entries = mer_sequential(&reads, 3, &count, &seen);

    if (TEST_TRUE(entries != NULL) && TEST_EQUAL_U64(count, 3)) {
        TEST_EQUAL_U64(seen, 6);
        TEST_EQUAL_U64(entries[0].piece, 0x05); /* ACC: behind it G */
        TEST_EQUAL(entries[0].count, 2);
        TEST_EQUAL(entries[0].neighbours, 16u << 2);
        TEST_EQUAL_U64(entries[1].piece, 0x06); /* ACG: behind it G */
        TEST_EQUAL(entries[1].count, 2);
        TEST_EQUAL(entries[1].neighbours, 16u << 2);
        TEST_EQUAL_U64(entries[2].piece, 0x16); /* CCG: in front A, behind it T */
        TEST_EQUAL(entries[2].count, 2);
        TEST_EQUAL(entries[2].neighbours, 1u << 0 | 16u << 3);
    }
    free(entries);
}
