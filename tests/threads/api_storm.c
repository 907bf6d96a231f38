/* A storm on the API: threads create, start, launch, wait, cancel and destroy at random, over several
 * contexts, with no regard for each other. Every call must return in bounded time with a status that its
 * comment names, no handle may outlive its context, and the sanitizers must find nothing (coop.h: "Every
 * function may be called from any thread at any time"; H1, H2, H3, H4 and H5 of host/run/run.h). */
#include "api_storm.h"
#include "api_storm_text.h"
#include "coop/argument.h"
#include "coop/coop.h"
#include "coop/lease.h"
#include "test.h"
#include "traced_runs.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define SECOND_NS ((uint64_t)1000000000)
#define STOP_NS (600 * SECOND_NS)     /* a lost stop is seen by its time, not as a run that was given up */
#define TOO_LONG_NS (300 * SECOND_NS) /* far above what a busy machine needs */
#define THREADS 8
#define CONTEXTS 3
#define MODULES 2
#define BUFFERS 3
#define LAUNCHES 6
#define BUFFER_BYTES 4096

/* What the threads share of a context. Any of them may be NULL, or stale at any moment. */
struct place {
    coop_context *_Atomic context;
    coop_buffer *_Atomic word; /* lives as long as the context: what the kernels touch */
    coop_module *_Atomic modules[MODULES];
    coop_buffer *_Atomic buffers[BUFFERS];
    coop_run *_Atomic run;
    coop_launch *_Atomic launches[LAUNCHES];
};

static struct place places[CONTEXTS];
static uint64_t end_ns;

/* A call of the API: how often it was made, and how often it came to COOP_OK. */
struct call {
    const char *name;
    unsigned allowed; /* statuses, as bits */
    atomic_uint made;
    atomic_uint worked;
};

#define BIT(status) (1u << COOP_##status)
#define OF_A_HANDLE (BIT(OK) | BIT(INVALID_HANDLE))

enum calls {
    CREATE,
    LOAD,
    TAKE,
    START,
    STOP,
    LAUNCH,
    NAMED,
    LEASE,
    LEASE_END,
    WAIT,
    WAIT_ANY,
    STATUS,
    ON_END,
    EVENT,
    WRITE,
    READ,
    FILL,
    REPORT,
    DESCRIBE,
    ASK,
    CALLS
};

static struct call calls[CALLS] = {
    [CREATE] = {.name = "coop_context_create", .allowed = BIT(OK)},
    [LOAD] = {.name = "coop_module_create", .allowed = OF_A_HANDLE},
    [TAKE] = {.name = "coop_buffer_create", .allowed = OF_A_HANDLE | BIT(OUT_OF_MEMORY)},
    [START] = {.name = "coop_run_start", .allowed = OF_A_HANDLE | BIT(BUSY) | BIT(STOPPED)},
    [STOP] = {.name = "coop_run_stop", .allowed = OF_A_HANDLE},
    [LAUNCH] = {.name = "a launch",
                .allowed = OF_A_HANDLE | BIT(BUSY) | BIT(STOPPED) | BIT(INVALID_ARGUMENT)},
    [NAMED] = {.name = "coop_launch_named",
               .allowed = OF_A_HANDLE | BIT(BUSY) | BIT(STOPPED) | BIT(INVALID_ARGUMENT)},
    [LEASE] = {.name = "coop_lease_begin",
               .allowed = OF_A_HANDLE | BIT(BUSY) | BIT(STOPPED) | BIT(INVALID_ARGUMENT)},
    [LEASE_END] = {.name = "coop_lease_end", .allowed = OF_A_HANDLE | BIT(STOPPED) | BIT(INVALID_ARGUMENT)},
    [WAIT] = {.name = "coop_launch_wait", .allowed = OF_A_HANDLE | BIT(TIMED_OUT) | BIT(STOPPED)},
    [WAIT_ANY] = {.name = "coop_launch_wait_any",
                  .allowed = OF_A_HANDLE | BIT(TIMED_OUT) | BIT(STOPPED) | BIT(INVALID_ARGUMENT)},
    [STATUS] = {.name = "coop_launch_status", .allowed = OF_A_HANDLE},
    [ON_END] = {.name = "coop_launch_on_end", .allowed = OF_A_HANDLE | BIT(STOPPED)},
    [EVENT] = {.name = "coop_run_event_fd", .allowed = OF_A_HANDLE | BIT(STOPPED)},
    [WRITE] = {.name = "coop_buffer_write", .allowed = OF_A_HANDLE},
    [READ] = {.name = "coop_buffer_read", .allowed = OF_A_HANDLE},
    [FILL] = {.name = "coop_buffer_fill", .allowed = OF_A_HANDLE},
    [REPORT] = {.name = "coop_run_report", .allowed = OF_A_HANDLE},
    [DESCRIBE] = {.name = "coop_run_describe", .allowed = OF_A_HANDLE},
    [ASK] = {.name = "coop_context_error", .allowed = OF_A_HANDLE},
};

static uint64_t now_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * SECOND_NS + (uint64_t)now.tv_nsec;
}

static coop_status note(enum calls call, uint64_t since_ns, coop_status status)
{
    uint64_t passed_ns = now_ns() - since_ns;

    atomic_fetch_add(&calls[call].made, 1);
    atomic_fetch_add(&calls[call].worked, status == COOP_OK);
    if ((calls[call].allowed >> status & 1u) == 0) {
        TEST_FAIL("%s said %s: %s", calls[call].name, coop_status_name(status), coop_last_error()->message);
    }
    if (passed_ns > TOO_LONG_NS) {
        TEST_FAIL("%s took %llu s", calls[call].name, (unsigned long long)(passed_ns / SECOND_NS));
    }
    return status;
}

#define NOTE(call, expression) note((call), now_ns(), (expression))

static void create_context(struct place *place)
{
    struct coop_context_options options = {.worker_groups = 3, .memory_bytes = 1 << 18};
    coop_context *nothing = NULL;
    coop_context *context = NULL;
    coop_buffer *word = NULL;

    if (place->context != NULL || NOTE(CREATE, coop_context_create(&options, &context)) != COOP_OK) {
        return;
    }
    if (!atomic_compare_exchange_strong(&place->context, &nothing, context)) {
        coop_context_destroy(context); /* another thread was first */
        return;
    }
    if (NOTE(TAKE, coop_buffer_create(context, BUFFER_BYTES, &word)) == COOP_OK) {
        place->word = word;
    }
}

static void destroy_context(struct place *place)
{
    uint64_t since_ns = now_ns();

    coop_context_destroy(atomic_exchange(&place->context, NULL));
    note(ASK, since_ns, COOP_OK);
}

static void create_module(struct place *place, uint64_t index)
{
    coop_module *module = NULL;

    NOTE(LOAD,
         coop_module_create(place->context, api_storm_module_text, api_storm_module_bytes, NULL, &module));
    coop_module_destroy(atomic_exchange(&place->modules[index], module));
}

static void create_buffer(struct place *place, uint64_t *random)
{
    coop_buffer *buffer = NULL;

    NOTE(TAKE, coop_buffer_create(place->context, 1 + test_random_below(random, 20000), &buffer));
    coop_buffer_destroy(atomic_exchange(&place->buffers[test_random_below(random, BUFFERS)], buffer));
}

static void use_buffer(struct place *place, uint64_t *random)
{
    coop_buffer *buffer = atomic_exchange(&place->buffers[test_random_below(random, BUFFERS)], NULL);
    coop_buffer *nothing = NULL;
    unsigned char bytes[1] = {1};

    /* This thread alone has it, since two that write the same bytes would race. */
    NOTE(FILL, coop_buffer_fill(buffer, 0, 7, 1));
    if (NOTE(WRITE, coop_buffer_write(buffer, 0, bytes, 1)) == COOP_OK) {
        NOTE(READ, coop_buffer_read(buffer, 0, bytes, 1));
        coop_buffer_address(buffer);
        TEST_EQUAL(bytes[0], 1);
    }
    if (!atomic_compare_exchange_strong(&place->buffers[0], &nothing, buffer)) {
        coop_buffer_destroy(buffer);
    }
}

static void start_run(struct place *place, coop_module *module, uint64_t *random)
{
    struct coop_run_options options = {.worker_groups = 1 + (uint32_t)test_random_below(random, 3),
                                       .local_items = 1 + (uint32_t)test_random_below(random, 2),
                                       .timeout_ns = STOP_NS,
                                       .stop_timeout_ns = STOP_NS,
                                       .trace_events = test_random_below(random, 3) == 0 ? 200 : 0};
    coop_run *run = NULL;

    if (NOTE(START, coop_run_start(module, &options, &run)) == COOP_OK) {
        run = atomic_exchange(&place->run, run);
    }
    coop_run_destroy(run);
}

static void launch(struct place *place, uint64_t *random)
{
    coop_address word = coop_buffer_address(place->word);
    struct coop_launch_options options = {0};
    coop_launch *launch = NULL;

    if (word == 0) {
        return;
    }
    /* Live, stale or NULL; seldom another run's */
    for (uint64_t i = test_random_below(random, 3); i > 0; i--) {
        struct place *of = test_random_below(random, 20) == 0 ? &places[0] : place;
        options.after[i] = of->launches[test_random_below(random, LAUNCHES)];
    }
    if (test_random_below(random, 2) == 0) {
        struct regular_args args = {.word = word};
        struct coop_ndrange range = {.global_items = {1 + test_random_below(random, 8)}};
        struct coop_argument named = COOP_ARGUMENT("word", place->word); /* stale, or gone meanwhile */
        if (test_random_below(random, 2) == 0) {
            NOTE(LAUNCH, regular_launch(place->run, &args, &range, &options, &launch));
        } else {
            NOTE(NAMED, coop_launch_named(place->run, "regular", &named, 1, &range, &options, &launch));
        }
    } else {
        struct cooperative_args args = {.word = word,
                                        .rounds = test_random_below(random, 4) == 0 ? 1000000 : 5};
        NOTE(LAUNCH, cooperative_launch(place->run, &args, &options, &launch));
    }
    coop_launch_destroy(atomic_exchange(&place->launches[test_random_below(random, LAUNCHES)], launch));
}

/* Begins a lease, or ends one; some are destroyed, and their runs stopped, without an end. */
static void lease(struct place *place, uint64_t *random)
{
    struct coop_launch_options options = {.groups = (uint32_t)test_random_below(random, 3)};
    coop_launch *launch = NULL;

    if (test_random_below(random, 3) > 0) { /* of a launch of a kernel, too, or one that has ended */
        NOTE(LEASE_END, coop_lease_end(place->launches[test_random_below(random, LAUNCHES)], NULL));
        return;
    }
    NOTE(LEASE, coop_lease_begin(place->run, &options, &launch));
    coop_launch_destroy(atomic_exchange(&place->launches[test_random_below(random, LAUNCHES)], launch));
}

static void wait(struct place *place, uint64_t *random)
{
    static const uint64_t times_ns[] = {0, 100000, 3000000, 20000000};
    coop_launch *launch = place->launches[test_random_below(random, LAUNCHES)];
    struct coop_launch_stats stats;

    NOTE(WAIT, coop_launch_wait(launch, times_ns[test_random_below(random, 4)], &stats));
}

static atomic_uint ends_wanted;
static atomic_uint ends_told;

static void note_end(void *user, coop_status outcome, const struct coop_launch_stats *stats)
{
    struct place *place = user;
    struct coop_launch_state state;

    (void)stats;
    if (outcome != COOP_OK && outcome != COOP_STOPPED && outcome != COOP_TIMED_OUT) {
        TEST_FAIL("a launch ended with %s", coop_status_name(outcome));
    }
    switch (atomic_fetch_add(&ends_told, 1) % 64) { /* what a function may call */
    case 1:
        coop_run_destroy(atomic_exchange(&place->run, NULL));
        break;
    case 2:
        coop_context_destroy(atomic_exchange(&place->context, NULL));
        break;
    case 3:
        coop_launch_destroy(atomic_exchange(&place->launches[0], NULL));
        break;
    default:
        NOTE(STATUS, coop_launch_status(place->launches[0], &state));
        break;
    }
}

/* The other ways to wait. */
static void wait_otherwise(struct place *place, uint64_t *random)
{
    coop_launch *launches[LAUNCHES];
    struct coop_launch_state state;
    size_t which = test_random_below(random, LAUNCHES);
    size_t index;
    int fd;

    for (size_t i = 0; i < LAUNCHES; i++) { /* of any context */
        launches[i] = places[test_random_below(random, CONTEXTS)].launches[i];
    }
    switch (test_random_below(random, 4)) {
    case 0:
        NOTE(WAIT_ANY,
             coop_launch_wait_any(launches, LAUNCHES, test_random_below(random, 3000000), &index, NULL));
        break;
    case 1:
        NOTE(STATUS, coop_launch_status(place->launches[which], &state));
        break;
    case 2:
        atomic_fetch_add(&ends_wanted, 1); /* the function may be called before this returns */
        if (NOTE(ON_END, coop_launch_on_end(place->launches[which], note_end, place)) != COOP_OK) {
            atomic_fetch_sub(&ends_wanted, 1);
        }
        break;
    default:
        if (NOTE(EVENT, coop_run_event_fd(place->run, &fd)) == COOP_OK) {
            close(fd);
        }
        break;
    }
}

static void ask(struct place *place)
{
    struct coop_run_report report;
    struct coop_error error;
    char text[2000];

    NOTE(REPORT, coop_run_report(place->run, &report));
    NOTE(DESCRIBE, coop_run_describe(place->run, text, sizeof text));
    NOTE(ASK, coop_context_error(place->context, &error));
    coop_error_clear(&error);
}

/* What makes things, more often where they are missing. */
static void make(struct place *place, uint64_t *random)
{
    uint64_t module = test_random_below(random, MODULES);

    if (place->context == NULL) {
        create_context(place);
    } else if (place->modules[module] == NULL || test_random_below(random, 20) == 0) {
        create_module(place, module);
    } else if (place->run == NULL || test_random_below(random, 20) == 0) {
        start_run(place, place->modules[module], random);
    } else {
        create_buffer(place, random);
    }
}

static void unmake(struct place *place, uint64_t *random)
{
    uint64_t which = test_random_below(random, 100);

    if (which < 10) {
        destroy_context(place);
    } else if (which < 20) {
        coop_module_destroy(atomic_exchange(&place->modules[test_random_below(random, MODULES)], NULL));
    } else if (which < 30) {
        NOTE(STOP, coop_run_stop(place->run, test_random_below(random, 2) * STOP_NS));
    } else if (which < 40) {
        coop_run_destroy(atomic_exchange(&place->run, NULL));
    } else { /* the launch goes on without its handle */
        coop_launch_destroy(atomic_exchange(&place->launches[test_random_below(random, LAUNCHES)], NULL));
    }
}

static void step(uint64_t *random)
{
    struct place *place = &places[test_random_below(random, CONTEXTS)];
    uint64_t which = test_random_below(random, 100);

    if (which < 25) {
        make(place, random);
    } else if (which < 32) {
        unmake(place, random);
    } else if (which < 56) {
        launch(place, random);
    } else if (which < 62) {
        lease(place, random);
    } else if (which < 76) {
        wait(place, random);
    } else if (which < 88) {
        wait_otherwise(place, random);
    } else if (which < 94) {
        use_buffer(place, random);
    } else {
        ask(place);
    }
}

/* A busy machine may not come to all of it in the time of the storm. */
static int has_used_all(void)
{
    unsigned i = 0;

    while (i < CALLS && atomic_load(&calls[i].worked) > 0) {
        i++;
    }
    return i == CALLS;
}

static void *storm(void *seed)
{
    uint64_t random = *(uint64_t *)seed;

    while ((now_ns() < end_ns || !has_used_all()) && now_ns() < end_ns + TOO_LONG_NS &&
           test_failures() == 0) {
        step(&random);
    }
    return NULL;
}

/* The storm has to reach what it is about. */
static void expect_use(void)
{
    for (unsigned i = 0; i < CALLS; i++) {
        TEST_NOTE("%-20s %8u calls, %8u worked", calls[i].name, calls[i].made, calls[i].worked);
        TEST_AT_LEAST(calls[i].worked, 1);
    }
}

TEST(every_call_from_any_thread_at_any_time)
{
    uint64_t seed = test_seed();
    uint64_t seeds[THREADS];
    pthread_t threads[THREADS];

    traced_runs_pause(1); /* its table is for one thread */
    end_ns = now_ns() + test_option("seconds", 3) * SECOND_NS;
    for (unsigned i = 0; i < THREADS; i++) {
        seeds[i] = test_random(&seed);
        pthread_create(&threads[i], NULL, storm, &seeds[i]);
    }
    for (unsigned i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
    }
    for (unsigned i = 0; i < CONTEXTS; i++) {
        coop_context_destroy(places[i].context);
        for (unsigned j = 0; j < LAUNCHES; j++) {
            TEST_EQUAL(coop_launch_wait(places[i].launches[j], 0, NULL), COOP_INVALID_HANDLE);
        }
    }
    /* A context that one of them has destroyed is closed by another one: it has called everything soon. */
    for (unsigned i = 0; i < TOO_LONG_NS / 1000000 && ends_told != ends_wanted; i++) {
        usleep(1000);
    }
    TEST_EQUAL(ends_told, ends_wanted);
    expect_use();
}
