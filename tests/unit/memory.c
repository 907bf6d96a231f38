/* The arena's bookkeeping against a map of its grains. */
#include "test.h"

#include "host/base/memory.h"
#include <inttypes.h>
#include <string.h>
#include <time.h>

enum { GRAINS = 300, BLOCKS = 64 };

struct block {
    uint64_t at;
    uint64_t grains;
    uint64_t bytes;
};

struct model {
    unsigned char taken[GRAINS];
    uint64_t begin; /* first grain */
    uint64_t end;   /* byte */
    struct block blocks[BLOCKS];
    int count;
};

static int is_usable(const struct model *model, uint64_t grain)
{
    return (grain + 1) * COOP_MEMORY_ALIGNMENT <= model->end && grain < GRAINS && !model->taken[grain];
}

/* The first place from grain `from` on where `grains` fit; 0 when there is none. */
static uint64_t first_fit(const struct model *model, uint64_t from, uint64_t grains)
{
    uint64_t run = 0;

    for (uint64_t i = from > model->begin ? from : model->begin; i < GRAINS; i++) {
        run = is_usable(model, i) ? run + 1 : 0;
        if (run == grains) {
            return (i + 1 - grains) * COOP_MEMORY_ALIGNMENT;
        }
    }
    return 0;
}

/* The bytes of the largest piece; the last may end within a grain. */
static uint64_t largest(const struct model *model)
{
    uint64_t best = 0;
    uint64_t run = 0;

    for (uint64_t i = model->begin; i < GRAINS; i++) {
        uint64_t at = i * COOP_MEMORY_ALIGNMENT;
        uint64_t left = model->end > at ? model->end - at : 0;
        if (model->taken[i]) {
            run = 0;
        } else {
            run += left < COOP_MEMORY_ALIGNMENT ? left : COOP_MEMORY_ALIGNMENT;
        }
        best = run > best ? run : best;
    }
    return best;
}

static void take(struct coop_memory *memory, struct model *model, uint64_t bytes)
{
    uint64_t grains = (bytes + COOP_MEMORY_ALIGNMENT - 1) / COOP_MEMORY_ALIGNMENT;
    uint64_t wanted = first_fit(model, 0, grains);
    uint64_t at;

    if (model->count == BLOCKS) {
        return;
    }
    at = coop_memory_take(memory, bytes);
    TEST_EQUAL_U64(at, wanted);
    if (at != 0) {
        TEST_EQUAL_U64(at % COOP_MEMORY_ALIGNMENT, 0);
        memset(&model->taken[at / COOP_MEMORY_ALIGNMENT], 1, grains);
        model->blocks[model->count++] = (struct block){at, grains, bytes};
    }
}

/* The same from a place on, in two steps; and what is taken already is refused. */
static void take_behind(struct coop_memory *memory, struct model *model, uint64_t from, uint64_t bytes)
{
    uint64_t grains = (bytes + COOP_MEMORY_ALIGNMENT - 1) / COOP_MEMORY_ALIGNMENT;
    uint64_t wanted = first_fit(model, (from + COOP_MEMORY_ALIGNMENT - 1) / COOP_MEMORY_ALIGNMENT, grains);

    TEST_EQUAL_U64(coop_memory_fit(memory, from, bytes), wanted);
    if (wanted == 0 || model->count == BLOCKS) {
        return;
    }
    TEST_EQUAL(coop_memory_take_at(memory, wanted, bytes), 1);
    TEST_EQUAL(coop_memory_take_at(memory, wanted, 1), 0);
    memset(&model->taken[wanted / COOP_MEMORY_ALIGNMENT], 1, grains);
    model->blocks[model->count++] = (struct block){wanted, grains, bytes};
}

/* The block that has a byte is found from each of its bytes. */
static void find(const struct coop_memory *memory, const struct model *model, uint64_t at)
{
    uint64_t wanted = 0;

    for (int i = 0; i < model->count; i++) {
        const struct block *block = &model->blocks[i];
        if (at >= block->at && at - block->at < block->bytes) {
            wanted = block->at;
        }
    }
    TEST_EQUAL_U64(coop_memory_find(memory, at), wanted);
}

static void give(struct coop_memory *memory, struct model *model, uint64_t *random)
{
    int which;

    if (model->count == 0) {
        return;
    }
    which = (int)test_random_below(random, (uint64_t)model->count);
    coop_memory_give(memory, model->blocks[which].at);
    memset(&model->taken[model->blocks[which].at / COOP_MEMORY_ALIGNMENT], 0, model->blocks[which].grains);
    model->blocks[which] = model->blocks[--model->count];
}

TEST(takes_and_gives_as_a_map_of_grains_does)
{
    uint64_t random = test_seed();

    for (int round = 0; round < 200 && test_failures() == 0; round++) {
        struct coop_memory memory;
        struct model model = {0};
        uint64_t begin = test_random_below(&random, 1000);
        model.end = begin + test_random_below(&random, 34000);
        model.begin = ((begin > 0 ? begin : 1) + COOP_MEMORY_ALIGNMENT - 1) / COOP_MEMORY_ALIGNMENT;
        coop_memory_init(&memory, begin, model.end);
        for (int i = 0; i < 300; i++) {
            uint64_t choice = test_random_below(&random, 6);
            if (choice == 0) {
                take_behind(&memory, &model, test_random_below(&random, 36000),
                            1 + test_random_below(&random, 2000));
            } else if (choice < 4) {
                take(&memory, &model, 1 + test_random_below(&random, 2000));
            } else {
                give(&memory, &model, &random);
            }
            find(&memory, &model, test_random_below(&random, 40000));
            TEST_EQUAL_U64(coop_memory_largest(&memory), largest(&model));
        }
        coop_memory_clear(&memory);
    }
}

/* In rising, falling and random order: the tree does not become a list. */
TEST(a_hundred_thousand_blocks_take_less_than_a_minute)
{
    enum { COUNT = 100000 };
    static uint64_t at[COUNT];
    struct coop_memory memory;
    uint64_t random = test_seed();

    coop_memory_init(&memory, 0, (uint64_t)(COUNT + 1) * COOP_MEMORY_ALIGNMENT);
    for (int order = 0; order < 3; order++) {
        for (int i = 0; i < COUNT; i++) {
            at[i] = coop_memory_take(&memory, 1);
            TEST_EQUAL_U64(at[i], (uint64_t)(i + 1) * COOP_MEMORY_ALIGNMENT);
        }
        TEST_EQUAL_U64(coop_memory_take(&memory, 1), 0);
        for (int left = COUNT; left > 0; left--) {
            int i = order == 0   ? COUNT - left
                    : order == 1 ? left - 1
                                 : (int)test_random_below(&random, (uint64_t)left);
            coop_memory_give(&memory, at[i]);
            at[i] = order == 2 ? at[left - 1] : at[i];
        }
        TEST_EQUAL_U64(coop_memory_largest(&memory), (uint64_t)COUNT * COOP_MEMORY_ALIGNMENT);
    }
    TEST_AT_MOST(clock() / CLOCKS_PER_SEC, 60);
    coop_memory_clear(&memory);
}

TEST(the_largest_piece_can_be_taken)
{
    struct coop_memory memory;
    uint64_t first;

    coop_memory_init(&memory, 1000, 1024 + 128 * 100);
    first = coop_memory_take(&memory, 128 * 10);
    TEST_EQUAL_U64(first, 1024);
    TEST_EQUAL_U64(coop_memory_take(&memory, 128 * 20), 1024 + 1280);
    TEST_EQUAL_U64(coop_memory_largest(&memory), 128 * 70);
    coop_memory_give(&memory, first);
    TEST_EQUAL_U64(coop_memory_take(&memory, coop_memory_largest(&memory)), 1024 + 128 * 30);
    TEST_EQUAL_U64(coop_memory_largest(&memory), 128 * 10);
    TEST_EQUAL_U64(coop_memory_take(&memory, 128 * 10 + 1), 0);
    coop_memory_clear(&memory);
}

TEST(odd_requests_are_refused)
{
    static const uint64_t sizes[] = {0, 4097, 1u << 20, UINT64_MAX, UINT64_MAX - 127, UINT64_MAX / 2};
    struct coop_memory memory;

    coop_memory_init(&memory, 128, 4096 + 128);
    for (int i = 0; i < 6; i++) {
        TEST_EQUAL_U64(coop_memory_take(&memory, sizes[i]), 0);
    }
    coop_memory_give(&memory, 0);
    coop_memory_give(&memory, 256); /* nobody's */
    TEST_EQUAL_U64(coop_memory_take(&memory, 4096), 128);
    TEST_EQUAL_U64(coop_memory_largest(&memory), 0);
    TEST_EQUAL_U64(coop_memory_take(&memory, 1), 0);
    coop_memory_clear(&memory);
}

TEST(offset_zero_is_never_given_out)
{
    struct coop_memory memory;

    coop_memory_init(&memory, 0, 1024);
    TEST_EQUAL_U64(coop_memory_take(&memory, 1), COOP_MEMORY_ALIGNMENT);
    coop_memory_clear(&memory);
}

TEST(an_arena_without_room_gives_nothing)
{
    struct coop_memory memory;

    coop_memory_init(&memory, 1000, 1010);
    TEST_EQUAL_U64(coop_memory_take(&memory, 1), 0);
    TEST_EQUAL_U64(coop_memory_largest(&memory), 0);
    coop_memory_clear(&memory);
}

/* Views of a device's memory object may begin only at multiples of the device's own alignment. */
TEST(pieces_begin_at_multiples_of_a_larger_alignment)
{
    struct coop_memory memory;
    uint64_t first;
    uint64_t second;

    coop_memory_init(&memory, 1000, 1 << 16);
    coop_memory_align(&memory, 512);
    first = coop_memory_take(&memory, 1);
    second = coop_memory_take(&memory, 513);
    TEST_EQUAL_U64(first, 1024);
    TEST_EQUAL_U64(second, 1536);
    TEST_EQUAL_U64(coop_memory_take(&memory, 1), 2560);
    TEST_EQUAL_U64(coop_memory_bytes(&memory, second), 513); /* not what is rounded up */
    TEST_EQUAL_U64(coop_memory_fit(&memory, 2600, 1), 3072);
    coop_memory_give(&memory, first);
    TEST_EQUAL_U64(coop_memory_take(&memory, 512), 1024);
    coop_memory_clear(&memory);
}
