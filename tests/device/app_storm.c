/* Applications of flow graphs under storms: while regular kernels of random sizes come one after the other,
 * and work-groups end and begin, words, raster and fib find what one thread finds, each time. Runs differ in
 * their work-groups, local sizes and blocks. `seed=` repeats a storm's choices, `changes=` asks for so many
 * kills and forks. The traces add up (K2). */
#include "apps/fib/task_fib.h"
#include "apps/raster/task_raster.h"
#include "apps/words/task_words.h"
#include "test.h"
#include "tools/periodic/periodic_job.h"
#include "tools/periodic/periodic_session.h"
#include "tools/workqueue/task_device.h"
#include "traced_runs.h"

#include <coop/channel.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum {
    GRAPHS = 2, /* at once, at most */
    WORKERS = 8,
    PRODUCTS = 3,
    LAUNCHES_OF_A_RUN = 6,
    RUNS_MAX = 4000
};

#define WAIT_NS ((uint64_t)600 * 1000000000)
#define MEMORY_BYTES ((uint64_t)192 << 20)
#define TRACE_EVENTS (1u << 19)

struct storm {
    struct tool_error error;
    struct session session;
    struct work_problem problems[GRAPHS];
    struct answer wanted[GRAPHS];
    struct task_device tasks[GRAPHS];
    struct task_setup setup;
    struct matmul_device products[PRODUCTS];
    uint32_t product;
    uint32_t graphs;
    uint64_t random;
    uint64_t kills;
    uint64_t changes; /* kills and forks */
    uint64_t launches;
};

/* Fails a check, with the message, when a function of the tools has failed. */
#define DONE(storm, call) \
    (test_equal(TEST_PLACE, #call, (call), 0) || (test_note("%s", (storm)->error.text), 0))

/* ---- making ---- */

static struct storm *make_storm(void)
{
    struct storm *storm = calloc(1, sizeof *storm);

    storm->random = test_seed();
    return storm;
}

static int add_problem(struct storm *storm, struct work_choice choice)
{
    uint32_t nth = storm->graphs;

    work_choice_default(&choice);
    if (!DONE(storm, work_problem_make(&choice, &storm->problems[nth], &storm->error))) {
        return 0;
    }
    storm->graphs += 1;
    return DONE(storm, work_problem_solve(&storm->problems[nth], &storm->wanted[nth], &storm->error));
}

/* The module is that of the problems, which are of one workload. */
static int open_session(struct storm *storm)
{
    const struct task_kernel *kernel;
    struct session_options options = {.groups = WORKERS, .memory_bytes = MEMORY_BYTES};

    storm->setup.groups = WORKERS;
    storm->setup.local_items = 1;
    if (!DONE(storm,
              task_device_prepare(&storm->tasks[0], &storm->problems[0], &storm->setup, &storm->error))) {
        return 0;
    }
    kernel = storm->tasks[0].kernel;
    options.module_text = kernel->module_text;
    options.module_bytes = *kernel->module_bytes;
    task_device_clear(&storm->tasks[0]);
    if (session_open(&options, &storm->session, &storm->error) != 0) {
        if (coop_last_error()->status == COOP_NO_DEVICE || coop_last_error()->status == COOP_DEVICE_UNFIT) {
            TEST_SKIP_WITHOUT_DEVICE("%s", storm->error.text);
        }
        return TEST_FAIL("%s", storm->error.text);
    }
    for (uint32_t i = 0; i < PRODUCTS; i++) {
        static const uint32_t sizes[PRODUCTS] = {5, 33, 64};
        if (!DONE(storm, matmul_device_init(&storm->products[i], &storm->session, sizes[i], sizes[i],
                                            storm->random + i, &storm->error))) {
            return 0;
        }
    }
    return 1;
}

static void clear(struct storm *storm)
{
    for (uint32_t i = 0; i < PRODUCTS; i++) {
        matmul_device_clear(&storm->products[i]);
    }
    session_close(&storm->session);
    for (uint32_t i = 0; i < storm->graphs; i++) {
        work_problem_clear(&storm->problems[i]);
    }
    free(storm);
}

/* ---- a run ---- */

/* A run of random size, and the graphs in it. */
static int begin_run(struct storm *storm)
{
    static const uint32_t locals[] = {1, 8, 64};
    static const uint32_t blocks[] = {0, 4, 64};
    struct task_setup *setup = &storm->setup;
    struct coop_run_options options = {.trace_events = TRACE_EVENTS, .trace_flow = 1};

    setup->groups = 2 + (uint32_t)test_random_below(&storm->random, WORKERS - 1);
    setup->local_items = locals[test_random_below(&storm->random, 3)];
    setup->block_items = blocks[test_random_below(&storm->random, 3)];
    options.worker_groups = setup->groups;
    options.local_items = setup->local_items;
    if (!DONE(storm, session_start(&storm->session, &options, &storm->error))) {
        return 0;
    }
    for (uint32_t i = 0; i < storm->graphs; i++) {
        if (!DONE(storm, task_device_prepare(&storm->tasks[i], &storm->problems[i], setup, &storm->error)) ||
            !DONE(storm, task_device_init(&storm->tasks[i], &storm->session, &storm->error))) {
            return 0;
        }
    }
    return 1;
}

/* Its trace is checked, too (traced_runs.h). */
static void end_run(struct storm *storm)
{
    for (uint32_t i = 0; i < storm->graphs; i++) {
        task_device_clear(&storm->tasks[i]);
    }
    if (storm->session.run != NULL) {
        DONE(storm, session_stop(&storm->session, &storm->error));
    }
}

/* A regular kernel of a random size, which takes work-groups from the others. */
static int run_product(struct storm *storm)
{
    struct matmul_device *product = &storm->products[test_random_below(&storm->random, PRODUCTS)];
    const struct coop_launch_options options = {
        .groups = 1 + (uint32_t)test_random_below(&storm->random, storm->setup.groups), .priority = 1};
    coop_launch *launch = NULL;
    uint32_t wrong = 0;

    storm->product++;
    return DONE(storm, matmul_device_launch(product, &options, storm->product, &launch, &storm->error)) &&
           DONE(storm, session_wait(&storm->session, launch, WAIT_NS, NULL, &storm->error)) &&
           DONE(storm,
                matmul_device_check(product, storm->product, 0, product->matmul.n, &wrong, &storm->error)) &&
           TEST_EQUAL(wrong, 0);
}

static int is_running(coop_launch *const *launches, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (launches[i] != NULL && coop_launch_wait(launches[i], 0, NULL) == COOP_TIMED_OUT) {
            return 1;
        }
    }
    return 0;
}

/* All blocks are free again, but for a spare of each work-group in channels that keep (K7), and all closures
 * (J4). */
static void check_graph(struct storm *storm, struct task_device *tasks)
{
    struct coop_flow_counts counts = {0};
    uint64_t outstanding = 1;

    TEST_EQUAL(coop_flow_report(tasks->queue, 0, UINT32_MAX, &counts, &outstanding), COOP_OK);
    TEST_EQUAL_U64(outstanding, 0);
    TEST_EQUAL_U64(counts.run, counts.pushed + counts.emitted + counts.kept);
    TEST_EQUAL_U64(counts.closed, counts.opened);
    TEST_EQUAL_U64(counts.closures_free, counts.closures);
    for (uint32_t tag = 1; coop_flow_report(tasks->queue, 0, tag, &counts, NULL) == COOP_OK; tag++) {
        uint64_t missing = counts.blocks - counts.blocks_free;
        TEST_TRUE(missing == 0 || missing == storm->setup.groups);
    }
}

static void finish_graph(struct storm *storm, uint32_t nth, coop_launch *launch)
{
    struct task_device *tasks = &storm->tasks[nth];
    struct coop_launch_stats stats = {0};

    if (!DONE(storm, session_wait(&storm->session, launch, WAIT_NS, &stats, &storm->error)) ||
        !DONE(storm, task_device_check(tasks, &storm->wanted[nth], &storm->error))) {
        return;
    }
    check_graph(storm, tasks);
    storm->kills += stats.kills;
    storm->changes += (uint64_t)stats.kills + stats.forks;
    storm->launches++;
}

/* All graphs at once, each in a launch of its own. */
static void launch_all(struct storm *storm, int has_products)
{
    coop_launch *launches[GRAPHS] = {NULL};

    for (uint32_t i = 0; i < storm->graphs; i++) {
        if (!DONE(storm, task_device_reset(&storm->tasks[i], &storm->error)) ||
            !DONE(storm, task_device_launch(&storm->tasks[i], NULL, &launches[i], &storm->error))) {
            break;
        }
    }
    while (has_products && is_running(launches, storm->graphs) && run_product(storm)) {
    }
    for (uint32_t i = 0; i < storm->graphs; i++) {
        if (launches[i] != NULL) {
            finish_graph(storm, i, launches[i]);
        }
    }
}

static void rage(struct storm *storm)
{
    uint64_t wanted = test_option("changes", 100);

    for (uint32_t run = 0; run < RUNS_MAX && storm->changes < wanted && test_failures() == 0; run++) {
        int is_live = begin_run(storm);
        for (uint32_t i = 0; is_live && i < LAUNCHES_OF_A_RUN && storm->changes < wanted; i++) {
            launch_all(storm, 1);
            is_live = test_failures() == 0;
        }
        end_run(storm);
    }
    TEST_NOTE("%llu launches, %llu kills, %llu kills and forks, %u products",
              (unsigned long long)storm->launches, (unsigned long long)storm->kills,
              (unsigned long long)storm->changes, storm->product);
    TEST_AT_LEAST(storm->changes, wanted);
    TEST_AT_LEAST(storm->kills, 1);
}

static void storm_of(struct work_choice choice, int by_channel)
{
    struct storm *storm = make_storm();

    storm->setup.by_channel = by_channel;
    if (add_problem(storm, choice) && open_session(storm)) {
        rage(storm);
    }
    clear(storm);
}

/* Documents of words of a few letters, so that many are the same. */
static int write_documents(const char *path, uint64_t *random)
{
    enum { DOCUMENTS = 800, WORDS_MAX = 60, LETTERS_MAX = 4 };
    FILE *file = fopen(path, "w");

    for (int i = 0; file != NULL && i < DOCUMENTS; i++) {
        for (uint64_t left = test_random_below(random, WORDS_MAX); left > 0; left--) {
            for (uint64_t letters = 1 + test_random_below(random, LETTERS_MAX); letters > 0; letters--) {
                fputc("aAbBcdeE"[test_random_below(random, 8)], file);
            }
            fputs(test_random_below(random, 4) == 0 ? ", " : " ", file);
        }
        fputc('\n', file);
    }
    return file != NULL && fclose(file) == 0;
}

TEST(words_are_counted)
{
    uint64_t random = test_option("seed", 1);
    char path[64];

    snprintf(path, sizeof path, "app-storm-%ld.txt", (long)getpid());
    if (TEST_TRUE(write_documents(path, &random))) {
        storm_of((struct work_choice){.workload = &workload_words, .text = path}, 0);
    }
    remove(path);
}

TEST(triangles_are_drawn)
{
    storm_of((struct work_choice){.workload = &workload_raster, .size = "160x120", .triangles = 400}, 0);
}

/* Closures, and children that go on with their parents. */
TEST(fib_by_tasks_has_its_value)
{
    storm_of((struct work_choice){.workload = &workload_fib, .n = 21, .cutoff = 2, .by_tasks = 1}, 0);
}

/* ---- beside periodic frames ---- */

/* Frames of half of the work-groups, every few milliseconds, from a thread of their own. */
static void run_beside_frames(struct storm *storm)
{
    struct periodic_session own = {
        .session = &storm->session, .seed = storm->random, .timeout_ns = WAIT_NS, .options = {.priority = 1}};
    const struct periodic_profile profile = {.name = "frames", .period_ms = 4, .work_ms = 1};
    const struct periodic_setup setup = {.profile = &profile, .groups = storm->setup.groups / 2};
    struct periodic_work work = periodic_session_work(&own);
    struct periodic_driver driver = {0};

    if (DONE(storm, work.size(work.self, 48, 48, &storm->error)) &&
        DONE(storm, periodic_driver_start(&driver, &work, &setup, &storm->error))) {
        for (uint32_t i = 0; i < LAUNCHES_OF_A_RUN && test_failures() == 0; i++) {
            launch_all(storm, 0);
        }
        DONE(storm, periodic_driver_stop(&driver, &storm->error));
        TEST_EQUAL(driver.results.wrong, 0);
        storm->product += driver.results.count;
        periodic_results_clear(&driver.results);
    }
    periodic_session_clear(&own);
}

/* Two graphs in two launches share the work-groups, and each has what is its own. */
TEST(two_graphs_at_once_are_drawn_beside_periodic_frames)
{
    struct storm *storm = make_storm();
    uint64_t wanted = test_option("changes", 100);

    if (add_problem(
            storm, (struct work_choice){.workload = &workload_raster, .triangles = 400, .size = "160x120"}) &&
        add_problem(storm, (struct work_choice){.workload = &workload_raster,
                                                .scene = "large,5",
                                                .triangles = 30,
                                                .size = "64x48"}) &&
        open_session(storm)) {
        for (uint32_t run = 0; run < RUNS_MAX && storm->changes < wanted && test_failures() == 0; run++) {
            if (begin_run(storm)) {
                run_beside_frames(storm);
            }
            end_run(storm);
        }
        TEST_NOTE("%llu launches, %llu kills and forks, %u frames", (unsigned long long)storm->launches,
                  (unsigned long long)storm->changes, storm->product);
        TEST_AT_LEAST(storm->changes, wanted);
        TEST_AT_LEAST(storm->product, 1);
    }
    clear(storm);
}
