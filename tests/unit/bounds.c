/* Whose end an access passes, shared/bounds.h: every access near three small buffers, against the bytes that
 * it may touch. */
#include "test.h"

#include "coop/shared/bounds.h"

enum { BUFFERS = 3, LINE = 26 };

/* Two that touch, a gap, and one more. */
static const struct coop_bounds buffers[BUFFERS] = {{4, 9}, {9, 13}, {17, 22}};

static coop_u32 judge(struct coop_bounds_access access)
{
    struct coop_bounds_finding finding = coop_bounds_begin();

    for (coop_u32 i = 0; i < BUFFERS; i++) {
        finding = coop_bounds_look(finding, access, i, buffers[i].begin, buffers[i].end);
    }
    return coop_bounds_judge(finding, access);
}

static int may_be(const struct coop_bounds_access *access, unsigned buffer)
{
    return access->pointers == 0 || (access->pointers >> buffer & 1) != 0;
}

static int has_all(const struct coop_bounds_access *access, unsigned buffer)
{
    for (coop_u64 byte = access->at; byte < access->at + access->bytes; byte++) {
        if (byte < buffers[buffer].begin || byte >= buffers[buffer].end) {
            return 0;
        }
    }
    return 1;
}

/* Whether the pointer is one of the buffer's: at a byte of it, or, with `counts_end`, behind its last. */
static int is_in(coop_u64 pointer, unsigned buffer, int counts_end)
{
    for (coop_u64 byte = buffers[buffer].begin; byte < buffers[buffer].end; byte++) {
        if (pointer == byte || (counts_end && pointer == byte + 1)) {
            return 1;
        }
    }
    return 0;
}

/* What an access is, byte by byte. */
static int is_right(const struct coop_bounds_access *access)
{
    int leads_into_one = 0;
    int lies_in_one = 0;

    for (unsigned i = 0; i < BUFFERS; i++) {
        if (may_be(access, i) && is_in(access->base, i, 1) && has_all(access, i)) {
            return 1;
        }
        leads_into_one |= may_be(access, i) && is_in(access->base, i, 0);
        lies_in_one |= may_be(access, i) && has_all(access, i);
    }
    return !leads_into_one && (access->pointers == 0 || lies_in_one);
}

/* Who is blamed is one that the access may go to, and the one that its pointer leads to, if any does. */
static int is_fair(const struct coop_bounds_access *access, coop_u32 blamed)
{
    int leads_into_one = 0;

    for (unsigned i = 0; i < BUFFERS; i++) {
        leads_into_one |= may_be(access, i) && is_in(access->base, i, 0);
    }
    return blamed < BUFFERS && may_be(access, blamed) && (!leads_into_one || is_in(access->base, blamed, 0));
}

TEST(every_access_near_three_buffers_is_judged_by_its_bytes)
{
    struct coop_bounds_access access;
    unsigned wrong = 0;
    unsigned all = 0;

    for (access.pointers = 0; access.pointers < 1u << BUFFERS; access.pointers++) {
        for (access.base = 0; access.base < LINE; access.base++) {
            for (access.at = 1; access.at < LINE; access.at++) {
                for (access.bytes = 1; access.bytes <= 6; access.bytes++) {
                    coop_u32 blamed = judge(access);

                    all++;
                    wrong += blamed != COOP_BOUNDS_MAX;
                    if (!TEST_EQUAL(blamed == COOP_BOUNDS_MAX, is_right(&access)) ||
                        !TEST_TRUE(blamed == COOP_BOUNDS_MAX || is_fair(&access, blamed))) {
                        TEST_NOTE("pointers %u, base %u, at %u, bytes %u", (unsigned)access.pointers,
                                  (unsigned)access.base, (unsigned)access.at, (unsigned)access.bytes);
                        return;
                    }
                }
            }
        }
    }
    TEST_AT_LEAST(wrong, all / 4);
    TEST_AT_LEAST(all - wrong, all / 16);
}

/* In front of the memory, and so far behind it that the sum of place and length wraps. */
TEST(far_accesses_are_outside)
{
    struct coop_bounds_access access = {.pointers = 4, .bytes = 4};
    static const coop_u64 places[] = {0, UINT64_MAX, UINT64_MAX - 2, (coop_u64)1 << 63, 16, 19, 22};

    for (unsigned i = 0; i < sizeof places / sizeof *places; i++) {
        access.at = places[i];
        TEST_EQUAL(judge(access), 2);
    }
    access.at = 18;
    TEST_EQUAL(judge(access), COOP_BOUNDS_MAX);
    access.bytes = UINT64_MAX;
    TEST_EQUAL(judge(access), 2);
}
