/* Launches that repeat: the device's scheduler launches the jobs, by its own clock. Nothing here depends on
 * how many due times are missed, but where a job itself takes longer than its period. */
#include "coop/repeat.h"
#include "device.h"
#include "repeat_kernels.h"
#include "repeat_kernels_text.h"
#include "traced_runs.h"
#include <stdlib.h>
#include <string.h>

#define MS ((uint64_t)1000000)
#define CELLS 512u

static struct device *open_device(void)
{
    struct device *device = device_open(repeat_kernels_module_text, repeat_kernels_module_bytes);
    struct coop_run_report report;

    OK(device, coop_run_report(device->run, &report));
    if (!report.has_clock) {
        TEST_SKIP("the device has no clock");
    }
    return device;
}

/* A launch that repeats, and what it counts in: a column for each work-item, then the jobs. */
struct ticks {
    coop_buffer *words;
    uint32_t width;
    coop_launch *launch;
};

static struct ticks make_ticks(struct device *device, uint32_t width)
{
    return (struct ticks){.words = device_buffer(device, (uint64_t)(width + 1) * 4), .width = width};
}

static uint64_t jobs_word(const struct ticks *ticks)
{
    return coop_buffer_address(ticks->words) + (uint64_t)ticks->width * 4;
}

static void start_ticks(struct device *device, struct ticks *ticks, const struct coop_launch_options *options)
{
    struct tick_args args = {coop_buffer_address(ticks->words), jobs_word(ticks)};
    struct coop_ndrange range = {.global_items = {ticks->width}};
    struct coop_launch_options filled = *options;

    filled.repeats = 1;
    filled.timeout_ns = WAIT_NS;
    OK(device, tick_launch(device->run, &args, &range, &filled, &ticks->launch));
}

/* What the device has counted, when the launch has ended, is what it has done. */
static struct coop_repeat_report check_ticks(struct device *device, struct ticks *ticks)
{
    uint32_t *found = calloc(ticks->width + 1, 4);
    struct coop_repeat_report report = {0};

    OK(device, coop_repeat_report(ticks->launch, &report));
    OK(device, coop_buffer_read(ticks->words, 0, found, (uint64_t)(ticks->width + 1) * 4));
    for (uint32_t i = 0; i <= ticks->width; i++) {
        if (!TEST_EQUAL_U64(found[i], report.launched)) {
            TEST_NOTE("column %u of %u", i, ticks->width);
            break;
        }
    }
    TEST_AT_LEAST(report.most_late_ns, report.late_ns);
    free(found);
    return report;
}

static struct coop_repeat_report end_ticks(struct device *device, struct ticks *ticks)
{
    struct coop_repeat_report report;

    OK(device, coop_repeat_stop(ticks->launch));
    OK(device, coop_launch_wait(ticks->launch, WAIT_NS, NULL));
    report = check_ticks(device, ticks);
    OK(device, coop_repeat_stop(ticks->launch)); /* again */
    coop_launch_destroy(ticks->launch);
    coop_buffer_destroy(ticks->words);
    return report;
}

TEST(v6_jobs_are_launched_without_the_host)
{
    struct device *device = open_device();
    struct ticks ticks = make_ticks(device, 3 * device->local_items + 1);
    struct coop_repeat_report report;
    struct coop_launch_state state;
    uint64_t begun_ns;
    struct coop_launch_stats stats;

    start_ticks(device, &ticks, &(struct coop_launch_options){.period_ns = 3 * MS});
    device_await_u32(device, ticks.words, ticks.width, 10);
    OK(device, coop_launch_status(ticks.launch, &state));
    TEST_TRUE(state.phase != COOP_LAUNCH_ENDED);
    OK(device, coop_repeat_report(ticks.launch, &report));
    TEST_AT_LEAST(report.launched, 10);
    TEST_EQUAL(coop_launch_wait(ticks.launch, 0, NULL), COOP_TIMED_OUT);
    begun_ns = report.launched + report.missed;
    OK(device, coop_repeat_stop(ticks.launch));
    OK(device, coop_launch_wait(ticks.launch, WAIT_NS, &stats));
    TEST_EQUAL(stats.groups_at_start, stats.groups_wanted);
    report = end_ticks(device, &ticks);
    TEST_AT_LEAST(report.launched + report.missed, begun_ns);
}

/* By the device's own clock the jobs and the misses fill the time. */
TEST(v5_due_times_are_a_period_apart)
{
    struct device *device = open_device();
    struct ticks ticks = make_ticks(device, 1);
    struct coop_launch_options options = {.groups = 1, .period_ns = 2 * MS};
    struct coop_launch_stats stats;
    struct coop_repeat_report report;
    struct coop_ndrange range = {.global_items = {1}};
    struct tick_args args = {coop_buffer_address(ticks.words), jobs_word(&ticks)};
    struct coop_launch_stats first;
    coop_launch *before = NULL;
    uint64_t due_ns;

    OK(device, tick_launch(device->run, &args, &range, &(struct coop_launch_options){.groups = 1}, &before));
    device_finish(device, before, &first);
    OK(device, coop_buffer_fill(ticks.words, 0, 0, 8));
    start_ticks(device, &ticks, &options);
    device_await_u32(device, ticks.words, 1, 20);
    OK(device, coop_repeat_stop(ticks.launch));
    OK(device, coop_launch_wait(ticks.launch, WAIT_NS, &stats));
    report = check_ticks(device, &ticks);
    /* The last job was due launched + missed - 1 periods after the first, less those missed in itself. */
    due_ns = stats.started_ns - report.late_ns;
    TEST_AT_LEAST(due_ns, first.ended_ns + (report.launched - 1) * 2 * MS);
    TEST_AT_MOST(due_ns, stats.started_ns);
    coop_launch_destroy(ticks.launch);
    coop_buffer_destroy(ticks.words);
}

static coop_launch *launch_gated(struct device *device, coop_buffer *words,
                                 const struct coop_launch_options *options)
{
    struct hold_args args = {coop_buffer_address(words), coop_buffer_address(words) + 256};
    struct coop_ndrange range = {.global_items = {1}, .local_items = {1}};
    coop_launch *launch = NULL;

    OK(device, hold_launch(device->run, &args, &range, options, &launch));
    device_await_u32(device, words, 64, 1);
    return launch;
}

TEST(v6_due_times_that_pass_in_a_job_are_missed)
{
    struct device *device = open_device();
    coop_buffer *words = device_buffer(device, 1024);
    struct coop_launch_options options = {
        .groups = 1, .period_ns = 5 * MS, .deadline_ns = 4 * MS, .repeats = 1};
    coop_launch *launch = launch_gated(device, words, &options);
    struct coop_repeat_report report;

    device_sleep_ms(60);
    OK(device, coop_repeat_report(launch, &report));
    TEST_EQUAL_U64(report.launched, 1);
    device_write_u32(device, words, 0, 1);
    device_await_u32(device, words, 64, 2);
    OK(device, coop_repeat_stop(launch));
    OK(device, coop_launch_wait(launch, WAIT_NS, NULL));
    OK(device, coop_repeat_report(launch, &report));
    TEST_AT_LEAST(report.missed, 11);
    TEST_AT_LEAST(report.overdue, 1);
    TEST_EQUAL_U64(report.launched, device_read_u32(device, words, 64));
    coop_launch_destroy(launch);
    coop_buffer_destroy(words);
}

TEST(v8_a_launch_ends_behind_the_job_that_runs)
{
    struct device *device = open_device();
    coop_buffer *words = device_buffer(device, 1024);
    struct coop_launch_options options = {.groups = 1, .period_ns = 2 * MS, .repeats = 1};
    coop_launch *launch = launch_gated(device, words, &options);

    OK(device, coop_repeat_stop(launch));
    TEST_EQUAL(coop_launch_wait(launch, 20 * MS, NULL), COOP_TIMED_OUT);
    device_write_u32(device, words, 0, 1);
    OK(device, coop_launch_wait(launch, WAIT_NS, NULL));
    TEST_EQUAL(device_read_u32(device, words, 64), 1);
    coop_launch_destroy(launch);
    coop_buffer_destroy(words);
}

/* Another one with other arguments and another period comes after it: the device goes over by itself. */
TEST(the_arguments_change_with_the_next_launch)
{
    struct device *device = open_device();
    struct ticks first = make_ticks(device, device->local_items);
    struct ticks second = make_ticks(device, 2 * device->local_items);

    start_ticks(device, &first, &(struct coop_launch_options){.period_ns = 3 * MS});
    start_ticks(device, &second, &(struct coop_launch_options){.period_ns = 2 * MS, .after = {first.launch}});
    device_await_u32(device, first.words, first.width, 5);
    TEST_EQUAL(device_read_u32(device, second.words, second.width), 0);
    OK(device, coop_repeat_stop(first.launch));
    device_await_u32(device, second.words, second.width, 5);
    end_ticks(device, &first);
    end_ticks(device, &second);
}

TEST(who_forgets_it_does_not_end_it)
{
    struct device *device = open_device();
    struct ticks ticks = make_ticks(device, 1);
    struct ticks kept = make_ticks(device, 1);

    start_ticks(device, &ticks, &(struct coop_launch_options){.groups = 1, .period_ns = 2 * MS});
    start_ticks(device, &kept, &(struct coop_launch_options){.groups = 1, .period_ns = 3 * MS});
    coop_launch_destroy(ticks.launch);
    device_await_u32(device, ticks.words, 1, 4);
    OK(device, coop_run_stop(device->run, WAIT_NS));
    TEST_EQUAL(coop_launch_wait(kept.launch, WAIT_NS, NULL), COOP_STOPPED);
    OK(device, coop_repeat_stop(kept.launch));
    device_stop(device);
    coop_launch_destroy(kept.launch);
    coop_buffer_destroy(ticks.words);
    coop_buffer_destroy(kept.words);
}

/* Entries of the table are used again: the figures are the launch's own, also before it has been seen. */
TEST(figures_are_those_of_the_launch)
{
    struct device *device = open_device();

    for (uint32_t i = 0; i < 40; i++) {
        struct ticks ticks = make_ticks(device, 1);
        struct coop_repeat_report report;
        start_ticks(device, &ticks, &(struct coop_launch_options){.groups = 1, .period_ns = 3600000 * MS});
        OK(device, coop_repeat_report(ticks.launch, &report));
        TEST_AT_MOST(report.launched, 1);
        device_await_u32(device, ticks.words, 1, 1);
        report = end_ticks(device, &ticks);
        TEST_EQUAL_U64(report.launched, 1);
    }
}

TEST(what_cannot_repeat_is_refused)
{
    struct device *device = open_device();
    struct ticks ticks = make_ticks(device, 1);
    struct tick_args args = {coop_buffer_address(ticks.words), jobs_word(&ticks)};
    struct drawing_args drawing = {0};
    struct coop_ndrange range = {.global_items = {1}};
    struct coop_launch_options options = {.repeats = 1};
    struct coop_repeat_report report = {.launched = 7};
    coop_launch *launch = NULL;

    REFUSED(device, tick_launch(device->run, &args, &range, &options, &launch), COOP_INVALID_ARGUMENT,
            "want a period_ns");
    options.period_ns = MS;
    drawing.next = drawing.done = drawing.jobs = coop_buffer_address(ticks.words);
    REFUSED(device, drawing_launch(device->run, &drawing, &options, &launch), COOP_INVALID_ARGUMENT,
            "are for regular kernels");
    OK(device, tick_launch(device->run, &args, &range, NULL, &launch));
    REFUSED(device, coop_repeat_stop(launch), COOP_INVALID_ARGUMENT, "does not repeat");
    REFUSED(device, coop_repeat_report(launch, &report), COOP_INVALID_ARGUMENT, "does not repeat");
    device_finish(device, launch, NULL);
    TEST_EQUAL(coop_repeat_stop(launch), COOP_INVALID_HANDLE);
    TEST_EQUAL(coop_repeat_stop(NULL), COOP_INVALID_HANDLE);
    TEST_EQUAL(coop_repeat_report(NULL, &report), COOP_INVALID_HANDLE);
    OK(device, coop_buffer_fill(ticks.words, 0, 0, 8));
    start_ticks(device, &ticks, &(struct coop_launch_options){.groups = 1, .period_ns = MS});
    REFUSED(device, coop_repeat_report(ticks.launch, NULL), COOP_INVALID_ARGUMENT, "report");
    end_ticks(device, &ticks);
}

static uint64_t address_of(coop_buffer *words, uint32_t index)
{
    return coop_buffer_address(words) + (uint64_t)index * 4;
}

/* Beside cooperative kernels, which are killed and forked for it. The trace is checked when the run ends. */
TEST(storm_of_launches_that_repeat_beside_cooperative_kernels)
{
    enum { LAUNCHES = 3 };
    struct device *device = open_device();
    uint32_t enough = (uint32_t)test_option("transitions", 60);
    uint64_t random = test_seed();
    struct ticks ticks[LAUNCHES];
    coop_buffer *words = device_buffer(device, 1024);
    coop_buffer *cells = device_buffer(device, CELLS * 4);
    struct drawing_args drawing = {address_of(words, 0), address_of(words, 64), 0, enough, {0}};
    struct swinging_args swinging = {.cells = coop_buffer_address(cells),
                                     .count = CELLS,
                                     .rounds = address_of(words, 128),
                                     .enough = enough};
    uint32_t found[CELLS];
    coop_launch *draws = NULL;
    coop_launch *swings = NULL;
    uint64_t jobs = 0;
    uint64_t missed = 0;

    for (unsigned i = 0; i < LAUNCHES; i++) {
        ticks[i] = make_ticks(device, 1 + (uint32_t)test_random_below(&random, 4 * device->local_items));
    }
    drawing.jobs = jobs_word(&ticks[0]);
    swinging.jobs = jobs_word(&ticks[1]);
    OK(device, drawing_launch(device->run, &drawing, NULL, &draws));
    OK(device, swinging_launch(device->run, &swinging, NULL, &swings));
    for (unsigned i = 0; i < LAUNCHES; i++) {
        struct coop_launch_options options = {.groups =
                                                  1 + (uint32_t)test_random_below(&random, device->workers),
                                              .period_ns = MS + test_random_below(&random, 4 * MS),
                                              .deadline_ns = test_random_below(&random, 2) * MS,
                                              .keep_ns = test_random_below(&random, 2) * MS,
                                              .automatic = (int)test_random_below(&random, 2),
                                              .series = i};
        start_ticks(device, &ticks[i], &options);
    }
    OK(device, coop_launch_wait(draws, WAIT_NS, NULL));
    OK(device, coop_launch_wait(swings, WAIT_NS, NULL));
    for (unsigned i = 0; i < LAUNCHES; i++) {
        struct coop_repeat_report report = end_ticks(device, &ticks[i]);
        jobs += report.launched;
        missed += report.missed;
    }
    TEST_NOTE("%llu jobs, %llu missed", (unsigned long long)jobs, (unsigned long long)missed);
    TEST_EQUAL(device_read_u32(device, words, 0), device_read_u32(device, words, 64));
    OK(device, coop_buffer_read(cells, 0, found, sizeof found));
    for (uint32_t i = 0; i < CELLS; i++) {
        TEST_EQUAL(found[i], device_read_u32(device, words, 128));
        if (found[i] != found[0]) {
            break;
        }
    }
    coop_launch_destroy(draws);
    coop_launch_destroy(swings);
    device_stop(device);
    coop_buffer_destroy(words);
    coop_buffer_destroy(cells);
}
