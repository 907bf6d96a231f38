/* The hash of one block, against the standard's examples. */
#include "apps/uts/sha1.h"
#include "test.h"

static void check(const struct sha1_block *block, const word32 wanted[5])
{
    struct sha1_digest digest = sha1_of_block(*block);
    int i;

    for (i = 0; i < 5; i++) {
        TEST_EQUAL(digest.h[i], wanted[i]);
    }
}

TEST(hashes_the_standard_s_example)
{
    const struct sha1_block abc = {{0x61626380, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 24}};
    const word32 wanted[5] = {0xa9993e36, 0x4706816a, 0xba3e2571, 0x7850c26c, 0x9cd0d89d};

    check(&abc, wanted);
}

TEST(hashes_the_empty_message)
{
    const struct sha1_block empty = {{0x80000000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}};
    const word32 wanted[5] = {0xda39a3ee, 0x5e6b4b0d, 0x3255bfef, 0x95601890, 0xafd80709};

    check(&empty, wanted);
}
