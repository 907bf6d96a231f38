/* The oracle of progress litmus programs on idioms whose needs are known (CONCUR 2018, OOPSLA 2021), and the
 * programs that the enumeration finds. */
#include "tools/info/litmus.h"
#include "test.h"

#include <string.h>

enum {
    NONE = 1 << LITMUS_NONE,
    HSA = 1 << LITMUS_HSA,
    OBE = 1 << LITMUS_OBE,
    HSA_OBE = 1 << LITMUS_HSA_OBE,
    LOBE = 1 << LITMUS_LOBE,
    FAIR = 1 << LITMUS_FAIR,
    ALL = (1 << LITMUS_MODELS) - 1
};

#define X 0
#define Y 1
#define KEEP LITMUS_NO_EXCHANGE

/* Instructions of a thread of `length` at `place`. */
#define STORE(word, value, place)   \
    {                               \
        word, 0, value, (place) + 1 \
    }
#define SPIN_WHILE(word, value, place) \
    {                                  \
        word, value, KEEP, place       \
    }
#define SPIN_XCHG_WHILE(word, put, value, place) \
    {                                            \
        word, value, put, place                  \
    }

TEST(no_loop_ends_without_any_promise)
{
    struct litmus_program stores = {2, {{1, {STORE(X, 1, 0)}}, {1, {STORE(X, 0, 0)}}}};

    TEST_EQUAL(litmus_ends_under(&stores), ALL);
}

TEST(a_lower_thread_waits_for_a_higher_one)
{
    struct litmus_program program = {2, {{1, {SPIN_WHILE(X, 0, 0)}}, {1, {STORE(X, 1, 0)}}}};

    TEST_EQUAL(litmus_ends_under(&program), FAIR);
}

TEST(a_higher_thread_waits_for_a_lower_one)
{
    struct litmus_program program = {2, {{1, {STORE(X, 1, 0)}}, {1, {SPIN_WHILE(X, 0, 0)}}}};

    TEST_EQUAL(litmus_ends_under(&program), HSA | HSA_OBE | LOBE | FAIR);
}

/* Who holds the lock has begun. */
TEST(a_spin_lock_needs_occupancy_bound_execution)
{
    struct litmus_program program = {2,
                                     {{2, {SPIN_XCHG_WHILE(X, 1, 1, 0), STORE(X, 0, 1)}},
                                      {2, {SPIN_XCHG_WHILE(X, 1, 1, 0), STORE(X, 0, 1)}}}};

    TEST_EQUAL(litmus_ends_under(&program), OBE | HSA_OBE | LOBE | FAIR);
}

TEST(a_barrier_of_two_needs_fairness)
{
    struct litmus_program program = {
        2, {{2, {STORE(X, 1, 0), SPIN_WHILE(Y, 0, 1)}}, {2, {STORE(Y, 1, 0), SPIN_WHILE(X, 0, 1)}}}};

    TEST_EQUAL(litmus_ends_under(&program), FAIR);
}

/* The middle thread has not begun, and is not the lowest that has not ended; the one above it has begun. */
TEST(what_is_below_a_thread_that_has_begun_is_told_apart_by_the_linear_model)
{
    struct litmus_program program = {
        3, {{1, {SPIN_XCHG_WHILE(X, 1, 1, 0)}}, {1, {SPIN_XCHG_WHILE(X, 0, 0, 0)}}, {1, {STORE(X, 1, 0)}}}};

    TEST_EQUAL(litmus_ends_under(&program), LOBE | FAIR);
}

TEST(a_lock_that_nobody_frees_never_ends)
{
    struct litmus_program program = {
        2, {{1, {SPIN_XCHG_WHILE(X, 1, 1, 0)}}, {1, {SPIN_XCHG_WHILE(X, 1, 1, 0)}}}};

    TEST_EQUAL(litmus_ends_under(&program), 0);
}

static struct {
    unsigned count;
    unsigned by_models[ALL + 1];
    unsigned spins; /* while (x == 0); || x = 1; */
} found;

static void take(void *context, unsigned number, const struct litmus_program *program, unsigned ends_under)
{
    char text[200];

    TEST_TRUE(context == &found);
    TEST_EQUAL(number, found.count);
    TEST_EQUAL(litmus_ends_under(program), ends_under);
    TEST_EQUAL(ends_under & (FAIR | NONE), FAIR);
    /* A stronger promise ends what a weaker one does. */
    TEST_TRUE((ends_under & (HSA | OBE)) == 0 || (ends_under & HSA_OBE) != 0);
    TEST_TRUE((ends_under & HSA_OBE) == 0 || (ends_under & LOBE) != 0);
    litmus_print(program, text, sizeof text);
    found.spins += strcmp(text, "while (x == 0); || x = 1;") == 0;
    found.by_models[ends_under & ALL]++;
    found.count++;
}

TEST(the_programs_tell_all_models_apart)
{
    litmus_enumerate(take, &found);
    TEST_NOTE("%u programs", found.count);
    TEST_EQUAL(found.spins, 1);
    TEST_AT_LEAST(found.by_models[FAIR], 1);
    TEST_AT_LEAST(found.by_models[LOBE | FAIR], 1);
    TEST_AT_LEAST(found.by_models[HSA_OBE | LOBE | FAIR], 1);
    TEST_AT_LEAST(found.by_models[HSA | HSA_OBE | LOBE | FAIR], 1);
    TEST_AT_LEAST(found.by_models[OBE | HSA_OBE | LOBE | FAIR], 1);
}

TEST(texts_are_cut_at_their_capacity)
{
    struct litmus_program program = {2, {{1, {SPIN_WHILE(X, 0, 0)}}, {1, {STORE(X, 1, 0)}}}};
    char text[8];

    litmus_print(&program, text, sizeof text);
    TEST_EQUAL_TEXT(text, "while (");
}
