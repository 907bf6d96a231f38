/* The engine itself: the classical litmus programs must show what C11 allows, sometimes, and what it forbids,
 * never. */
#include "test.h"
#include "weak.h"

#include <stdatomic.h>
#include <string.h>

enum { RUNS = 4000 };

static struct {
    _Atomic uint32_t x;
    _Atomic uint32_t y;
    _Atomic uint32_t z;
    uint32_t plain;
    uint32_t seen[4];
} world;

typedef void part(void *);

/* The parts of a program; fiber 0 starts them and waits for them. */
struct program {
    part *parts[4];
    uint32_t outcomes[256]; /* how often each combination of seen[] (2 bits each) came */
    uint32_t verdicts[5];
};

static void start(void *argument)
{
    struct program *program = argument;
    uint32_t ids[4];
    uint32_t count = 0;

    weak_watch(&world.plain, sizeof world.plain);
    while (count < 4 && program->parts[count] != NULL) {
        ids[count] = weak_spawn(program->parts[count], NULL);
        count++;
    }
    for (uint32_t i = 0; i < count; i++) {
        weak_join(ids[i]);
    }
}

static void explore(struct program *program)
{
    struct weak_options options = {.stale_in_256 = 128, .stay_in_256 = 64, .steps_max = 2000};

    for (uint64_t seed = 1; seed <= RUNS; seed++) {
        struct weak_result result;
        memset(&world, 0, sizeof world);
        options.seed = seed;
        result = weak_run(&options, start, program);
        program->verdicts[result.verdict]++;
        if (result.verdict == WEAK_DONE) {
            program->outcomes[(world.seen[0] & 3) | (world.seen[1] & 3) << 2 | (world.seen[2] & 3) << 4 |
                              (world.seen[3] & 3) << 6]++;
        }
    }
}

static uint32_t outcome(const struct program *program, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    return program->outcomes[a | b << 2 | c << 4 | d << 6];
}

#define LOAD(word, order) atomic_load_explicit(&world.word, memory_order_##order)
#define STORE(word, value, order) atomic_store_explicit(&world.word, (value), memory_order_##order)

/* Store buffering. */
#define SB(name, order)                        \
    static void sb_##name##_left(void *none)   \
    {                                          \
        (void)none;                            \
        STORE(x, 1, order##_store);            \
        world.seen[0] = LOAD(y, order##_load); \
    }                                          \
    static void sb_##name##_right(void *none)  \
    {                                          \
        (void)none;                            \
        STORE(y, 1, order##_store);            \
        world.seen[1] = LOAD(x, order##_load); \
    }
#define memory_order_ra_store memory_order_release
#define memory_order_ra_load memory_order_acquire
#define memory_order_sc_store memory_order_seq_cst
#define memory_order_sc_load memory_order_seq_cst
SB(ra, ra)
SB(sc, sc)

TEST(store_buffering_shows_unless_seq_cst)
{
    struct program ra = {.parts = {sb_ra_left, sb_ra_right}};
    struct program sc = {.parts = {sb_sc_left, sb_sc_right}};

    explore(&ra);
    explore(&sc);
    TEST_AT_LEAST(outcome(&ra, 0, 0, 0, 0), RUNS / 100);
    TEST_EQUAL(outcome(&sc, 0, 0, 0, 0), 0);
    TEST_AT_LEAST(outcome(&sc, 1, 1, 0, 0), 1);
    TEST_AT_LEAST(outcome(&sc, 0, 1, 0, 0), 1);
    TEST_AT_LEAST(outcome(&sc, 1, 0, 0, 0), 1);
}

/* Message passing, with a plain message or an atomic one. */
static void mp_writes_released(void *none)
{
    (void)none;
    world.plain = 7;
    STORE(x, 1, release);
}

static void mp_writes_relaxed(void *none)
{
    (void)none;
    world.plain = 7;
    STORE(x, 1, relaxed);
}

static void mp_reads_acquired(void *none)
{
    (void)none;
    if (LOAD(x, acquire) == 1) {
        weak_check(world.plain == 7, "the message is %u", world.plain);
    }
}

static void mp_reads_relaxed(void *none)
{
    (void)none;
    if (LOAD(x, relaxed) == 1) {
        world.seen[0] = world.plain & 3;
    }
}

static void mp_writes_late(void *none)
{
    (void)none;
    STORE(x, 1, release);
    world.plain = 7;
}

TEST(a_message_needs_release_and_acquire)
{
    struct program right = {.parts = {mp_writes_released, mp_reads_acquired}};
    struct program no_release = {.parts = {mp_writes_relaxed, mp_reads_acquired}};
    struct program no_acquire = {.parts = {mp_writes_released, mp_reads_relaxed}};
    struct program late = {.parts = {mp_writes_late, mp_reads_acquired}};

    explore(&right);
    explore(&no_release);
    explore(&no_acquire);
    explore(&late);
    TEST_EQUAL(right.verdicts[WEAK_DONE], RUNS);
    TEST_AT_LEAST(no_release.verdicts[WEAK_RACE], RUNS / 20);
    TEST_AT_LEAST(no_acquire.verdicts[WEAK_RACE], RUNS / 20);
    TEST_AT_LEAST(late.verdicts[WEAK_RACE], RUNS / 20);
}

static void mp_atomic_writer(void *none)
{
    (void)none;
    STORE(y, 1, relaxed);
    STORE(x, 1, relaxed);
}

static void mp_atomic_reader(void *none)
{
    (void)none;
    world.seen[0] = LOAD(x, relaxed);
    world.seen[1] = LOAD(y, relaxed);
}

TEST(relaxed_stores_are_seen_out_of_order)
{
    struct program program = {.parts = {mp_atomic_writer, mp_atomic_reader}};

    explore(&program);
    TEST_AT_LEAST(outcome(&program, 1, 0, 0, 0), RUNS / 100);
}

/* Coherence. */
static void co_writes(void *none)
{
    (void)none;
    STORE(x, 1, relaxed);
    STORE(x, 2, relaxed);
}

static void co_reads(void *none)
{
    (void)none;
    world.seen[0] = LOAD(x, relaxed);
    world.seen[1] = LOAD(x, relaxed);
    weak_check(world.seen[0] <= world.seen[1], "%u, then %u", world.seen[0], world.seen[1]);
}

TEST(a_location_is_coherent)
{
    struct program program = {.parts = {co_writes, co_reads}};

    explore(&program);
    TEST_EQUAL(program.verdicts[WEAK_DONE], RUNS);
    TEST_AT_LEAST(outcome(&program, 1, 2, 0, 0), 1);
}

/* What one reader saw, another that comes after it in happens-before sees too. */
static void cr_writes(void *none)
{
    (void)none;
    STORE(x, 1, relaxed);
}

static void cr_passes_on(void *none)
{
    (void)none;
    world.seen[0] = LOAD(x, relaxed);
    STORE(y, 1, release);
}

static void cr_reads(void *none)
{
    (void)none;
    world.seen[1] = LOAD(y, acquire);
    world.seen[2] = LOAD(x, relaxed);
}

TEST(what_was_read_before_is_not_unread)
{
    struct program program = {.parts = {cr_writes, cr_passes_on, cr_reads}};

    explore(&program);
    TEST_EQUAL(outcome(&program, 1, 1, 0, 0), 0);
    TEST_AT_LEAST(outcome(&program, 0, 1, 0, 0), 1);
    TEST_AT_LEAST(outcome(&program, 1, 1, 1, 0), 1);
}

/* A release sequence: read-modify-writes continue it, a plain store of another fiber ends it. */
static void rs_head(void *none)
{
    (void)none;
    world.plain = 7;
    STORE(x, 1, release);
}

static void rs_adds(void *none)
{
    (void)none;
    uint32_t one = 1;
    atomic_compare_exchange_strong_explicit(&world.x, &one, 2, memory_order_relaxed, memory_order_relaxed);
}

static void rs_stores(void *none)
{
    (void)none;
    if (LOAD(x, relaxed) == 1) {
        STORE(x, 2, relaxed);
    }
}

static void rs_reads(void *none)
{
    (void)none;
    if (LOAD(x, acquire) == 2) {
        world.seen[0] = 1;
        weak_check(world.plain == 7, "the message is %u", world.plain);
    }
}

TEST(read_modify_writes_continue_a_release_sequence)
{
    struct program continued = {.parts = {rs_head, rs_adds, rs_reads}};
    struct program ended = {.parts = {rs_head, rs_stores, rs_reads}};

    explore(&continued);
    explore(&ended);
    TEST_EQUAL(continued.verdicts[WEAK_DONE], RUNS);
    TEST_AT_LEAST(outcome(&continued, 1, 0, 0, 0), 1);
    TEST_AT_LEAST(ended.verdicts[WEAK_RACE], 1);
}

/* Independent reads of independent writes. */
static void iriw_x(void *none)
{
    (void)none;
    STORE(x, 1, release);
}

static void iriw_y(void *none)
{
    (void)none;
    STORE(y, 1, release);
}

static void iriw_xy(void *none)
{
    (void)none;
    world.seen[0] = LOAD(x, acquire);
    world.seen[1] = LOAD(y, acquire);
}

static void iriw_yx(void *none)
{
    (void)none;
    world.seen[2] = LOAD(y, acquire);
    world.seen[3] = LOAD(x, acquire);
}

TEST(independent_writes_are_seen_in_different_orders)
{
    struct program program = {.parts = {iriw_x, iriw_y, iriw_xy, iriw_yx}};

    explore(&program);
    TEST_AT_LEAST(outcome(&program, 1, 0, 1, 0), 1);
}

/* Sleeping. */
static void waits(void *none)
{
    (void)none;
    while (LOAD(x, acquire) == 0) {
        weak_sleep_on(&world.x, 0);
    }
}

static void wakes(void *none)
{
    (void)none;
    STORE(x, 1, release);
    weak_wake(&world.x);
}

static void forgets_to_wake(void *none)
{
    (void)none;
    STORE(x, 1, release);
}

TEST(a_lost_wake_is_a_deadlock)
{
    struct program right = {.parts = {waits, wakes}};
    struct program wrong = {.parts = {waits, forgets_to_wake}};

    explore(&right);
    explore(&wrong);
    TEST_EQUAL(right.verdicts[WEAK_DONE], RUNS);
    TEST_AT_LEAST(wrong.verdicts[WEAK_DEADLOCK], 1);
    TEST_EQUAL(wrong.verdicts[WEAK_DEADLOCK] + wrong.verdicts[WEAK_DONE], RUNS);
}

static void spins(void *none)
{
    (void)none;
    while (LOAD(x, relaxed) == 0) {
        weak_relax();
    }
}

TEST(stale_values_do_not_last)
{
    struct program ends = {.parts = {spins, cr_writes}};
    struct program endless = {.parts = {spins}};

    explore(&ends);
    explore(&endless);
    TEST_EQUAL(ends.verdicts[WEAK_DONE], RUNS);
    TEST_EQUAL(endless.verdicts[WEAK_ENDLESS], RUNS);
}
