#include "test.h"

#include <ctype.h>
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { EXIT_FAILED = 1, EXIT_UNKNOWN_CLAIM = 2, EXIT_SKIPPED = 77 };

static struct test_claim *claims_first;
static struct test_claim **claims_end = &claims_first;
static atomic_int failures;
static int argument_count;
static char **arguments;
static void (*at_end[4])(void);
static jmp_buf behind_claim; /* where a claim that is skipped goes on */
static pid_t the_process;
static unsigned held, skipped;

void test_add(struct test_claim *claim)
{
    *claims_end = claim;
    claims_end = &claim->next;
}

void test_at_end(void (*check)(void))
{
    for (unsigned i = 0; i < sizeof at_end / sizeof *at_end && at_end[i] != check; i++) {
        if (at_end[i] == NULL) {
            at_end[i] = check;
            break;
        }
    }
}

int test_failures(void)
{
    return atomic_load(&failures);
}

int test_fail(const char *file, int line, const char *format, ...)
{
    char text[2048];
    va_list list;

    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    fprintf(stderr, "%s:%d: %s\n", file, line, text);
    atomic_fetch_add(&failures, 1);
    return 0;
}

int test_true(const char *file, int line, const char *text, int holds)
{
    return holds ? 1 : test_fail(file, line, "does not hold: %s", text);
}

int test_equal(const char *file, int line, const char *text, long long seen, long long wanted)
{
    return seen == wanted ? 1 : test_fail(file, line, "%s is %lld, wanted %lld", text, seen, wanted);
}

int test_equal_u64(const char *file, int line, const char *text, uint64_t seen, uint64_t wanted)
{
    return seen == wanted ? 1
                          : test_fail(file, line,
                                      "%s is %" PRIu64 " (0x%" PRIx64 "), wanted %" PRIu64 " (0x%" PRIx64 ")",
                                      text, seen, seen, wanted, wanted);
}

int test_at_least(const char *file, int line, const char *text, long long seen, long long wanted)
{
    return seen >= wanted ? 1 : test_fail(file, line, "%s is %lld, wanted at least %lld", text, seen, wanted);
}

int test_at_most(const char *file, int line, const char *text, long long seen, long long wanted)
{
    return seen <= wanted ? 1 : test_fail(file, line, "%s is %lld, wanted at most %lld", text, seen, wanted);
}

static const char *shown(const char *text)
{
    return text != NULL ? text : "(null)";
}

int test_equal_text(const char *file, int line, const char *text, const char *seen, const char *wanted)
{
    int are_equal = seen != NULL && wanted != NULL ? strcmp(seen, wanted) == 0 : seen == wanted;

    return are_equal ? 1
                     : test_fail(file, line, "%s is\n    \"%s\", wanted\n    \"%s\"", text, shown(seen),
                                 shown(wanted));
}

int test_contains(const char *file, int line, const char *text, const char *seen, const char *wanted)
{
    int contains = seen != NULL && wanted != NULL && strstr(seen, wanted) != NULL;

    return contains ? 1
                    : test_fail(file, line, "%s is\n    \"%s\", wanted in it\n    \"%s\"", text, shown(seen),
                                shown(wanted));
}

void test_note(const char *format, ...)
{
    va_list list;

    va_start(list, format);
    vfprintf(stderr, format, list);
    va_end(list);
    fputc('\n', stderr);
}

void test_skip(const char *format, ...)
{
    va_list list;

    va_start(list, format);
    fputs("skipped: ", stderr);
    vfprintf(stderr, format, list);
    va_end(list);
    fputc('\n', stderr);
    if (getpid() != the_process) { /* a claim's child */
        exit(EXIT_SKIPPED);
    }
    skipped++;
    longjmp(behind_claim, 1);
}

void test_skip_without_device(const char *format, ...)
{
    const char *required = getenv("COOP_REQUIRE_DEVICE");
    va_list list;

    if (required != NULL && required[0] != '\0') {
        fputs("COOP_REQUIRE_DEVICE is set, and no device can serve: ", stderr);
        atomic_fetch_add(&failures, 1);
    } else {
        fputs("skipped: ", stderr);
    }
    va_start(list, format);
    vfprintf(stderr, format, list);
    va_end(list);
    fputc('\n', stderr);
    exit(test_failures() > 0 ? EXIT_FAILED : EXIT_SKIPPED); /* no claim of the program could be seen */
}

static uint64_t number_or_exit(const char *text)
{
    char *end;
    uint64_t value = strtoull(text, &end, 0);

    if (end == text || *end != '\0') {
        fprintf(stderr, "not a number: %s\n", text);
        exit(EXIT_UNKNOWN_CLAIM);
    }
    return value;
}

uint64_t test_option(const char *name, uint64_t otherwise)
{
    char variable[64];
    size_t length = strlen(name);
    const char *value;

    for (int i = 1; i < argument_count; i++) {
        if (strncmp(arguments[i], name, length) == 0 && arguments[i][length] == '=') {
            return number_or_exit(arguments[i] + length + 1);
        }
    }
    snprintf(variable, sizeof variable, "COOP_TEST_%s", name);
    for (char *c = variable; *c != '\0'; c++) {
        *c = (char)toupper((unsigned char)*c);
    }
    value = getenv(variable);
    return value != NULL && value[0] != '\0' ? number_or_exit(value) : otherwise;
}

uint64_t test_seed(void)
{
    struct timespec now;
    uint64_t seed;

    clock_gettime(CLOCK_REALTIME, &now);
    seed = (uint64_t)now.tv_sec * 1000000007u + (uint64_t)now.tv_nsec;
    seed = test_option("seed", seed);
    test_note("seed=%" PRIu64, seed);
    return seed;
}

uint64_t test_random(uint64_t *state)
{
    uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));

    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

uint64_t test_random_below(uint64_t *state, uint64_t end)
{
    return test_random(state) % end;
}

static struct test_claim *find_claim(const char *name)
{
    struct test_claim *claim = claims_first;

    while (claim != NULL && strcmp(claim->name, name) != 0) {
        claim = claim->next;
    }
    return claim;
}

static void run_claim(const struct test_claim *claim)
{
    int before = test_failures();

    if (setjmp(behind_claim) == 0) {
        claim->body();
        fprintf(stderr, "%s %s\n", test_failures() == before ? "holds:" : "FAILS:", claim->name);
        held++;
    }
}

static void list_claims(void)
{
    for (const struct test_claim *claim = claims_first; claim != NULL; claim = claim->next) {
        puts(claim->name);
    }
}

int main(int argc, char **argv)
{
    int names = 0;

    the_process = getpid();
    argument_count = argc;
    arguments = argv;
    if (argc == 2 && strcmp(argv[1], "--list") == 0) {
        list_claims();
        return 0;
    }
    for (int i = 1; i < argc; i++) {
        const struct test_claim *claim;

        if (strchr(argv[i], '=') != NULL) {
            continue;
        }
        names++;
        claim = find_claim(argv[i]);
        if (claim == NULL) {
            fprintf(stderr, "%s: no claim \"%s\"; --list names them\n", argv[0], argv[i]);
            return EXIT_UNKNOWN_CLAIM;
        }
        run_claim(claim);
    }
    for (const struct test_claim *claim = claims_first; names == 0 && claim != NULL; claim = claim->next) {
        run_claim(claim);
    }
    for (unsigned i = 0; i < sizeof at_end / sizeof *at_end && at_end[i] != NULL; i++) {
        at_end[i]();
    }
    if (test_failures() > 0) {
        return EXIT_FAILED;
    }
    return held == 0 && skipped > 0 ? EXIT_SKIPPED : 0;
}
