/* A case under its scripts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "coop/shared/op.h"
#include "probe.h"
#include "stage.h"

enum { TRIES_MAX = 12, MIXED_LAUNCHES = 4 };

struct args {
    coop_address data, out;
    int32_t n, pad;
    uint64_t
        local_bytes[2]; /* of those that have parameters in local memory (tests/translate/shim/world.h) */
};

static double seconds_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static uint32_t word(struct stage *stage, uint32_t index)
{
    uint32_t value = 0;

    stage_must(stage, coop_buffer_read(stage->words, (uint64_t)index * 4, &value, 4), "reading a word");
    return value;
}

static void set_word(struct stage *stage, uint32_t index, uint32_t value)
{
    stage_must(stage, coop_buffer_write(stage->words, (uint64_t)index * 4, &value, 4), "writing a word");
}

static void nap(void)
{
    struct timespec time = {0, 50000};

    nanosleep(&time, NULL);
}

/* --- the kernel that others make room for --- */

static coop_launch *hold_launch(struct stage *stage, uint32_t groups)
{
    coop_address words = coop_buffer_address(stage->words) + PROBE_HELD * 4;
    struct coop_launch_options options = {.groups = groups};
    struct coop_ndrange range = {.global_items = {(uint64_t)groups * stage->options->local_items}};
    struct coop_kernel_id id = {.name = "probe_hold"};
    coop_launch *launch = NULL;

    stage_must(stage, coop_launch_regular(stage->run, &id, &words, sizeof words, &range, &options, &launch),
               "launching the kernel that holds work-groups");
    return launch;
}

static void hold_let_go(struct stage *stage)
{
    set_word(stage, PROBE_HELD + 1, 1);
}

/* --- launches --- */

static const uint64_t wait_ns = (uint64_t)60 * 1000000000;

static void finish(struct stage *stage, const struct test_case *test_case, coop_launch *launch)
{
    coop_status status = coop_launch_wait(launch, wait_ns, NULL);

    if (status != COOP_OK) {
        for (uint32_t i = 0; i < PROBE_COUNTS; i++) {
            printf("%s %u", i == 0 ? "words of probe.h:" : ",", word(stage, i));
        }
        printf("\n%s: ", test_case->name);
        stage_must(stage, status, "waiting for a kernel");
    }
    coop_launch_destroy(launch);
}

static coop_launch *launch_kernel(struct stage *stage, const struct test_case *test_case, uint32_t which,
                                  uint32_t limit)
{
    const struct case_kernel *kernel = &test_case->kernels[which];
    struct args args = {
        coop_buffer_address(stage->data), coop_buffer_address(stage->out), 37, 0, {1000, 2000}};
    struct coop_launch_options options = {.groups = limit};
    struct coop_ndrange range = {.dimensions = 1};
    struct coop_kernel_report report;
    struct coop_kernel_id id;
    coop_launch *launch = NULL;
    coop_status status;
    static const struct {
        const char *kind;
        uint32_t dimensions;
        uint64_t local_items[3], groups[3];
    } shapes[] = {{"regular", 1, {0, 1, 1}, {3, 1, 1}},
                  {"regular2", 2, {4, 2, 1}, {2, 3, 1}},
                  {"regular3", 3, {2, 3, 2}, {2, 1, 3}}};

    stage->launches++;
    stage_must(stage, coop_module_kernel(stage->module, kernel->index, &report), "asking for a kernel");
    id = (struct coop_kernel_id){report.name, report.args_hash};
    if (strcmp(kernel->kind, "cooperative") == 0) {
        set_word(stage, PROBE_LIMIT, options.groups);
        status = coop_launch_cooperative(stage->run, &id, &args, report.args_bytes, &options, &launch);
    } else {
        for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
            if (strcmp(shapes[i].kind, kernel->kind) == 0) {
                range.dimensions = shapes[i].dimensions;
                for (unsigned d = 0; d < 3; d++) {
                    uint64_t items = shapes[i].local_items[d] == 0 ? stage->options->local_items
                                                                   : shapes[i].local_items[d];
                    range.local_items[d] = items;
                    range.global_items[d] = items * shapes[i].groups[d];
                }
            }
        }
        options.groups = 3;
        status = coop_launch_regular(stage->run, &id, &args, report.args_bytes, &range, &options, &launch);
    }
    stage_must(stage, status, report.name);
    return launch;
}

/* Waits until a work-group has counted the word up (PROBE_ASKED: it stands at the script's primitive), or the
 * kernel has ended. */
static void await_word(struct stage *stage, coop_launch *launch, uint32_t index)
{
    double end = seconds_now() + 30;

    while (word(stage, index) == 0 && word(stage, PROBE_SERVED) == 0 && seconds_now() < end &&
           coop_launch_wait(launch, 0, NULL) == COOP_TIMED_OUT) {
        nap();
    }
}

static void await_held(struct stage *stage, uint32_t groups)
{
    double end = seconds_now() + 30;

    while (word(stage, PROBE_HELD) < groups && seconds_now() < end) {
        nap();
    }
}

/* Once the work-groups are held, those that had to end have ended: also where they were others than the one
 * that waits for it, which may not have run meanwhile. */
static void await_kills(struct stage *stage, uint32_t groups)
{
    await_held(stage, groups);
    if (word(stage, PROBE_SERVED) == 0) {
        set_word(stage, PROBE_SERVED, 1);
    }
}

/* Waits until every worker is free and asleep: one that has returned is free only a moment later. On a GPU,
 * where none sleeps, being free for a while is enough. */
static void settle(struct stage *stage)
{
    static char text[65536];
    double begun = seconds_now();
    uint32_t asleep = 0;

    while (asleep < stage->options->workers && seconds_now() < begun + 30) {
        int is_free_enough = seconds_now() > begun + (stage->is_sleepless ? 0.02 : 0.5);
        const char *wanted = is_free_enough ? ": free" : ": free, asleep";

        stage_must(stage, coop_run_describe(stage->run, text, sizeof text), "looking at the slots");
        asleep = 0;
        for (const char *at = text; (at = strstr(at, wanted)) != NULL; at++) {
            asleep++;
        }
        stage->is_sleepless = is_free_enough && strstr(text, ": free, asleep") == NULL;
        if (asleep < stage->options->workers) {
            nap();
        }
    }
}

/* How many work-groups a case must begin with; 0: any number. */
static uint32_t must_begin_with(const struct stage *stage, const struct test_case *test_case)
{
    char wanted[128];
    const char *at;

    snprintf(wanted, sizeof wanted, "\n%s begins ", test_case->name);
    at = strstr(stage->exceptions, wanted);
    return at == NULL ? 0 : (uint32_t)strtoul(at + strlen(wanted), NULL, 10);
}

/* One kernel of a case. `action` 0: it grows wherever it happens to. Before a kill it has all work-groups,
 * else one, or as many as it must begin with. */
static void run_kernel(struct stage *stage, const struct test_case *test_case, uint32_t which,
                       uint32_t action)
{
    uint32_t workers = stage->options->workers;
    uint32_t must = must_begin_with(stage, test_case);
    uint32_t held = workers - (must == 0 ? 1 : must);
    coop_launch *hold = NULL;
    coop_launch *launch;

    settle(stage);
    set_word(stage, PROBE_ASKED, 0);
    set_word(stage, PROBE_SERVED, 0);
    set_word(stage, PROBE_WAITING, 0);
    set_word(stage, PROBE_BEGUN, 0);
    set_word(stage, PROBE_ALL_BEGUN, 0);
    set_word(stage, PROBE_RETURNING, 0);
    set_word(stage, PROBE_HELD, 0);
    set_word(stage, PROBE_HELD + 1, 0);
    set_word(stage, PROBE_ACTION, action);
    if (action != PROBE_KILL) {
        hold = hold_launch(stage, held);
        await_held(stage, held);
    }
    launch = launch_kernel(stage, test_case, which, action == PROBE_KILL && must != 0 ? must : workers);
    if (action != 0) {
        await_word(stage, launch, PROBE_ASKED);
    } else if (must != 0) {
        await_word(stage, launch, PROBE_BEGUN);
    }
    if (action == PROBE_KILL) {
        hold = hold_launch(stage, workers - 1);
    }
    hold_let_go(stage);
    if (action == PROBE_KILL) {
        await_kills(stage, workers - 1);
    }
    finish(stage, test_case, launch);
    finish(stage, test_case, hold);
    set_word(stage, PROBE_ACTION, 0);
}

/* --- memory --- */

static void fill_memory(struct stage *stage)
{
    int32_t data[MEMORY_WORDS / 2];

    for (int32_t i = 0; i < MEMORY_WORDS / 2; i++) {
        data[i] = (i * 7919 + 13) % 101;
    }
    stage_must(stage, coop_buffer_write(stage->data, 0, data, sizeof data), "filling memory");
    stage_must(stage, coop_buffer_fill(stage->out, 0, 0, sizeof data), "filling memory");
}

static int is_as_expected(struct stage *stage, const struct test_case *test_case, const int32_t *expected)
{
    int32_t got[MEMORY_WORDS];

    stage_must(stage, coop_buffer_read(stage->data, 0, got, sizeof got / 2), "reading memory");
    stage_must(stage, coop_buffer_read(stage->out, 0, got + MEMORY_WORDS / 2, sizeof got / 2),
               "reading memory");
    for (int i = 0; i < MEMORY_WORDS; i++) {
        if (got[i] != expected[i]) {
            printf("%s: %s[%d] is %d, not %d\n", test_case->name, i < MEMORY_WORDS / 2 ? "data" : "out",
                   i % (MEMORY_WORDS / 2), got[i], expected[i]);
            return 0;
        }
    }
    return 1;
}

/* --- counts --- */

static uint32_t count_of(const uint32_t *words, const struct stage *stage, const struct point *point,
                         uint32_t column)
{
    return words[PROBE_COUNTS + (point->kernel * stage->prepared->state_end + point->state) * PROBE_COLUMNS +
                 column];
}

static void read_counts(struct stage *stage, const struct test_case *test_case)
{
    uint32_t *words = malloc(stage->words_count * 4);

    if (words == NULL) {
        exit(1);
    }
    stage_must(stage, coop_buffer_read(stage->words, 0, words, stage->words_count * 4), "reading the counts");
    for (uint32_t i = 0; i < stage->prepared->point_count; i++) {
        struct point *point = &stage->prepared->points[i];
        for (uint32_t k = 0; k < test_case->kernel_count; k++) {
            if (point->kernel == test_case->kernels[k].index) {
                point->arrivals = count_of(words, stage, point, PROBE_ARRIVALS + point->operation);
                point->ends =
                    point->arrivals - count_of(words, stage, point, PROBE_GOINGS_ON + point->operation);
                point->beginnings = count_of(words, stage, point, PROBE_BEGINNINGS);
            }
        }
    }
    free(words);
}

/* --- a case --- */

/* Runs all kernels of the case, kernel `scripted` under the script of `point`. 0: wrong memory. */
static int run_once(struct stage *stage, const struct test_case *test_case, const struct point *point,
                    uint32_t action, const int32_t *expected)
{
    fill_memory(stage);
    for (uint32_t k = 0; k < test_case->kernel_count; k++) {
        int is_scripted = point != NULL && test_case->kernels[k].index == point->kernel;
        if (is_scripted) {
            set_word(stage, PROBE_KERNEL, point->kernel);
            set_word(stage, PROBE_OPERATION, point->operation);
            set_word(stage, PROBE_STATE, point->state);
        }
        run_kernel(stage, test_case, k, is_scripted ? action : 0);
    }
    if (!is_as_expected(stage, test_case, expected)) {
        if (point != NULL) {
            printf("  under a %s at the primitive in line %u\n", action == PROBE_KILL ? "kill" : "fork",
                   point->line);
        }
        stage->failures++;
        return 0;
    }
    return 1;
}

/* Whether a line of the file of exceptions says `CASE LINE kill|fork`. */
static int is_excused(const struct stage *stage, const struct test_case *test_case, const struct point *point,
                      uint32_t action)
{
    char wanted[128];
    const char *at;

    snprintf(wanted, sizeof wanted, "\n%s %u %s ", test_case->name, point->line,
             action == PROBE_KILL ? "kill" : "fork");
    at = strstr(stage->exceptions, wanted);
    return at != NULL;
}

static int is_done(const struct point *point, uint32_t action)
{
    return (action == PROBE_KILL ? point->ends : point->beginnings) > 0;
}

/* Runs the case until the primitive has done what the action says. 0: wrong memory. */
static int serve(struct stage *stage, const struct test_case *test_case, struct point *point, uint32_t action,
                 const int32_t *expected)
{
    uint32_t *wanted = action == PROBE_KILL ? &stage->kills_wanted : &stage->forks_wanted;
    uint32_t *done = action == PROBE_KILL ? &stage->kills_done : &stage->forks_done;
    int is_never = is_excused(stage, test_case, point, action);

    for (uint32_t i = 0; i < (is_never ? 2u : TRIES_MAX) && (i == 0 || !is_done(point, action)); i++) {
        if (!run_once(stage, test_case, point, action, expected)) {
            return 0;
        }
        read_counts(stage, test_case);
    }
    *wanted += !is_never;
    *done += !is_never && is_done(point, action);
    stage->excused += (uint32_t)is_never;
    if (is_never == is_done(point, action)) {
        printf("%s: the primitive in line %u has %s a work-group%s\n", test_case->name, point->line,
               is_never               ? action == PROBE_KILL ? "ended" : "begun"
               : action == PROBE_KILL ? "never ended"
                                      : "never begun",
               is_never ? ", which it is said it cannot" : "");
        printf("  under its last script, waited for the scheduler %u times; it wanted to %u times, and did "
               "not in time %u times\n",
               word(stage, PROBE_ASKED), word(stage, PROBE_SERVED), word(stage, PROBE_GIVEN_UP));
        stage->failures++;
    }
    return 1;
}

static void print_counts(const struct stage *stage, const struct test_case *test_case, double seconds)
{
    printf("%-26s %5.1f s", test_case->name, seconds);
    for (uint32_t i = 0; i < stage->prepared->point_count; i++) {
        const struct point *point = &stage->prepared->points[i];
        for (uint32_t k = 0; k < test_case->kernel_count; k++) {
            if (point->kernel == test_case->kernels[k].index) {
                printf("; line %u: %llu reached", point->line, (unsigned long long)point->arrivals);
                if (coop_op_may_kill(point->operation)) {
                    printf(", %llu ended", (unsigned long long)point->ends);
                }
                if (coop_op_may_fork(point->operation)) {
                    printf(", %llu begun", (unsigned long long)point->beginnings);
                }
            }
        }
    }
    printf("\n");
    fflush(stdout);
}

static int serve_all(struct stage *stage, const struct test_case *test_case, const int32_t *expected)
{
    for (uint32_t i = 0; i < stage->prepared->point_count; i++) {
        struct point *point = &stage->prepared->points[i];
        int is_own = 0;
        for (uint32_t k = 0; k < test_case->kernel_count; k++) {
            is_own |= point->kernel == test_case->kernels[k].index;
        }
        if (!is_own) {
            continue;
        }
        stage->points++;
        if ((coop_op_may_kill(point->operation) && !serve(stage, test_case, point, PROBE_KILL, expected)) ||
            (coop_op_may_fork(point->operation) && !serve(stage, test_case, point, PROBE_FORK, expected))) {
            return 0;
        }
    }
    for (uint32_t i = 0; i < MIXED_LAUNCHES; i++) {
        if (!run_once(stage, test_case, NULL, 0, expected)) {
            return 0;
        }
    }
    return 1;
}

void stage_run_case(struct stage *stage, const struct test_case *test_case)
{
    char path[512];
    double begun = seconds_now();
    size_t length = 0;
    char *expected;

    snprintf(path, sizeof path, "%s/%s.%u.expected", stage->options->prepared, test_case->name,
             stage->options->local_items);
    expected = read_whole(path, &length);
    if (expected == NULL || length != MEMORY_WORDS * 4) {
        printf("%s cannot be read\n", path);
        exit(1);
    }
    stage_must(stage, coop_buffer_fill(stage->words, 0, 0, stage->words_count * 4), "clearing the counts");
    (void)serve_all(stage, test_case, (const int32_t *)(const void *)expected);
    print_counts(stage, test_case, seconds_now() - begun);
    free(expected);
}
