/* Claims and checks for test programs.
 *
 *     TEST(each_task_is_taken_once)
 *     {
 *         TEST_EQUAL(taken, 3);
 *     }
 *
 * A program may hold any number of claims; it needs no main. CMake's coop_test_program registers the program
 * as a test, and lists the claims, for which `TEST(claim)` must begin a line. By hand: `program [claim …]
 * [name=value …]`, without claims all of them; `--list` names them; values are read by the test with
 * test_option (a seed, a count).
 *
 * A failing check prints the place and both values, counts, and lets the test go on; each check is an
 * expression that is 1 when it holds, so that a test can leave when the rest makes no sense. Exit codes: 0
 * all hold, 1 a check failed, 77 all were skipped, 2 unknown claim. Checks may be made from several
 * threads. */
#ifndef COOP_TESTS_SUPPORT_TEST_H
#define COOP_TESTS_SUPPORT_TEST_H

#include <stdint.h>

#define TEST(claim)                                                      \
    static void test_body_##claim(void);                                 \
    __attribute__((constructor)) static void test_add_##claim(void)      \
    {                                                                    \
        static struct test_claim entry = {#claim, test_body_##claim, 0}; \
        test_add(&entry);                                                \
    }                                                                    \
    static void test_body_##claim(void)

#define TEST_PLACE __FILE__, __LINE__

/* The value seen is on the left, the value wanted on the right. */
#define TEST_TRUE(condition) test_true(TEST_PLACE, #condition, (condition) != 0)
#define TEST_EQUAL(seen, wanted) test_equal(TEST_PLACE, #seen, (long long)(seen), (long long)(wanted))
#define TEST_EQUAL_U64(seen, wanted) test_equal_u64(TEST_PLACE, #seen, (uint64_t)(seen), (uint64_t)(wanted))
#define TEST_AT_LEAST(seen, wanted) test_at_least(TEST_PLACE, #seen, (long long)(seen), (long long)(wanted))
#define TEST_AT_MOST(seen, wanted) test_at_most(TEST_PLACE, #seen, (long long)(seen), (long long)(wanted))
#define TEST_EQUAL_TEXT(seen, wanted) test_equal_text(TEST_PLACE, #seen, (seen), (wanted))
#define TEST_CONTAINS(seen, wanted) test_contains(TEST_PLACE, #seen, (seen), (wanted))
#define TEST_FAIL(...) test_fail(TEST_PLACE, __VA_ARGS__)

/* Prints a line that tells how far a failing test had come, or what a random one was made from. */
#define TEST_NOTE(...) test_note(__VA_ARGS__)

/* Leaves the claim, which needs what the machine lacks. */
#define TEST_SKIP(...) test_skip(__VA_ARGS__)

/* Ends the program for want of an OpenCL device that can serve, with exit code 77; with 1 where
 * COOP_REQUIRE_DEVICE is set and not empty, so that a machine which should have one does not pass its tests
 * by running none of them. */
#define TEST_SKIP_WITHOUT_DEVICE(...) test_skip_without_device(__VA_ARGS__)

struct test_claim {
    const char *name;
    void (*body)(void);
    struct test_claim *next;
};

void test_add(struct test_claim *claim);

int test_true(const char *file, int line, const char *text, int holds);
int test_equal(const char *file, int line, const char *text, long long seen, long long wanted);
int test_equal_u64(const char *file, int line, const char *text, uint64_t seen, uint64_t wanted);
int test_at_least(const char *file, int line, const char *text, long long seen, long long wanted);
int test_at_most(const char *file, int line, const char *text, long long seen, long long wanted);
int test_equal_text(const char *file, int line, const char *text, const char *seen, const char *wanted);
int test_contains(const char *file, int line, const char *text, const char *seen, const char *wanted);
int test_fail(const char *file, int line, const char *format, ...) __attribute__((format(printf, 3, 4)));
void test_note(const char *format, ...) __attribute__((format(printf, 1, 2)));
void test_skip(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));
void test_skip_without_device(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));

/* Calls `check` once, after the claims and before the exit code is made. At most 4 different ones. */
void test_at_end(void (*check)(void));

/* Checks that have failed so far. */
int test_failures(void);

/* The value of `name=value` on the command line or of COOP_TEST_<name in capitals> in the environment, else
 * `otherwise`. */
uint64_t test_option(const char *name, uint64_t otherwise);

/* The option `seed`, else one from the clock; prints it, so that a failure can be repeated. */
uint64_t test_seed(void);

/* The next of a sequence of random numbers (splitmix64); `state` begins as the seed. */
uint64_t test_random(uint64_t *state);

/* A random number below `end`, which is at least 1. */
uint64_t test_random_below(uint64_t *state, uint64_t end);

#endif
