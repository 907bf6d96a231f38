/* What launches ask of the scheduler's plan: weights, least numbers, fewer at the start, deadlines, and
 * series of jobs, for which it holds work-groups and learns how many they need. Each claim is wrong without
 * its option. */
#include "device.h"
#include "kernels.h"
#include "kernels_text.h"
#include <stdlib.h>
#include <string.h>

#define MS ((uint64_t)1000000)
#define ALWAYS_NS ((uint64_t)1 << 48)

enum { PATIENT_GROUPS = 1 << 20 };
enum { GATE = 0, ENTERED = 64, OTHER_GATE = 128, OTHER_ENTERED = 192, OUT = 256, WORDS = 1024 };

static struct device *open_device(void)
{
    return device_open(kernels_module_text, kernels_module_bytes);
}

static coop_address word_at(coop_buffer *words, uint32_t word)
{
    return coop_buffer_address(words) + (coop_address)word * 4;
}

/* A cooperative kernel that follows the scheduler until `gate` opens, with `most` work-groups when this
 * returns; it is alone on what is left of the device. */
static coop_launch *breathe(struct device *device, coop_buffer *words, uint32_t gate, uint32_t most,
                            const struct coop_launch_options *options)
{
    struct breathing_args args = {word_at(words, gate), word_at(words, gate + ENTERED)};
    coop_launch *launch = NULL;

    device_write_u32(device, words, gate, 0);
    device_write_u32(device, words, gate + ENTERED, 0);
    OK(device, breathing_launch(device->run, &args, options, &launch));
    device_await_u32(device, words, gate + ENTERED, most);
    return launch;
}

/* Opens the gate, and returns what the kernel has come to. */
static struct coop_launch_stats end_breathing(struct device *device, coop_buffer *words, uint32_t gate,
                                              coop_launch *launch)
{
    struct coop_launch_stats stats = {0};

    device_write_u32(device, words, gate, 1);
    device_finish(device, launch, &stats);
    return stats;
}

static struct coop_launch_stats run_count(struct device *device, coop_buffer *words,
                                          const struct coop_launch_options *options)
{
    struct count_args args = {word_at(words, OUT)};
    struct coop_ndrange range = {.global_items = {WORDS - OUT}};
    struct coop_launch_stats stats = {0};
    coop_launch *launch = NULL;

    OK(device, count_launch(device->run, &args, &range, options, &launch));
    device_finish(device, launch, &stats);
    return stats;
}

/* A regular kernel that stays on its work-groups until the gate opens. */
static coop_launch *hold_workers(struct device *device, coop_buffer *words, uint32_t gate, uint32_t groups)
{
    struct hold_args args = {word_at(words, gate), word_at(words, gate + ENTERED)};
    struct coop_ndrange range = {.global_items = {(uint64_t)device->local_items * groups}};
    struct coop_launch_options options = {.groups = groups};
    coop_launch *launch = NULL;

    device_write_u32(device, words, gate, 0);
    device_write_u32(device, words, gate + ENTERED, 0);
    OK(device, hold_launch(device->run, &args, &range, &options, &launch));
    device_await_u32(device, words, gate + ENTERED, groups);
    return launch;
}

TEST(y4_a_kernel_of_three_times_the_weight_keeps_three_quarters)
{
    struct device *device = open_device();
    coop_buffer *words = device_buffer(device, WORDS * 4);
    struct coop_launch_options heavy = {.weight = 3};
    uint32_t part = device->workers / 4;
    coop_launch *one, *other;
    struct coop_launch_stats stats;

    device_settle(device);
    one = breathe(device, words, GATE, device->workers, &heavy);
    other = breathe(device, words, OTHER_GATE, part > 0 ? part : 1, NULL);
    device_sleep_ms(50); /* for kills that must not come */
    stats = end_breathing(device, words, GATE, one);
    TEST_EQUAL(stats.kills, part > 0 ? part : 1);
    end_breathing(device, words, OTHER_GATE, other);
    coop_buffer_destroy(words);
}

TEST(y3_a_kernel_keeps_its_least_number)
{
    struct device *device = open_device();
    coop_buffer *words = device_buffer(device, WORDS * 4);
    struct coop_launch_options options = {.least_groups = device->workers - 1};
    coop_launch *launch;

    device_settle(device);
    launch = breathe(device, words, GATE, device->workers, &options);
    TEST_EQUAL(run_count(device, words, NULL).groups_at_start, 1);
    TEST_EQUAL(end_breathing(device, words, GATE, launch).kills, 1);
    coop_buffer_destroy(words);
}

TEST(y5_a_kernel_starts_with_its_least_number)
{
    struct device *device = open_device();
    coop_buffer *words = device_buffer(device, WORDS * 4);
    coop_launch *holding = hold_workers(device, words, OTHER_GATE, device->workers - 1);
    struct breathing_args args = {word_at(words, GATE), word_at(words, ENTERED)};
    struct coop_launch_options options = {.least_groups = 2};
    coop_launch *launch = NULL;

    device_write_u32(device, words, GATE, 1);
    OK(device, breathing_launch(device->run, &args, &options, &launch));
    TEST_EQUAL(coop_launch_wait(launch, 20 * MS, NULL), COOP_TIMED_OUT);
    device_write_u32(device, words, OTHER_GATE, 1);
    device_finish(device, launch, NULL);
    device_finish(device, holding, NULL);
    coop_buffer_destroy(words);
}

TEST(y2_a_regular_kernel_starts_with_fewer)
{
    struct device *device = open_device();
    coop_buffer *words = device_buffer(device, WORDS * 4);
    coop_launch *holding = hold_workers(device, words, GATE, device->workers - 1);
    struct coop_launch_options options = {.least_groups = 1};
    struct coop_launch_stats stats = run_count(device, words, &options);

    TEST_EQUAL(stats.groups_at_start, 1);
    TEST_EQUAL(stats.groups_wanted, device->workers);
    device_write_u32(device, words, GATE, 1);
    device_finish(device, holding, NULL);
    coop_buffer_destroy(words);
}

/* Three kernels that each want all workers, the last of which has the earliest deadline; the stamps tell in
 * which order they came. */
static void expect_order(struct device *device, const uint32_t *places)
{
    static const uint64_t deadlines_ns[3] = {0, 5000 * MS, 1000 * MS};
    coop_buffer *words = device_buffer(device, WORDS * 4);
    coop_launch *holding = hold_workers(device, words, GATE, device->workers);
    coop_launch *launches[3];

    for (uint32_t i = 0; i < 3; i++) {
        struct stamp_args args = {word_at(words, OTHER_GATE), word_at(words, OUT + i)};
        struct coop_ndrange range = {.global_items = {1}};
        struct coop_launch_options options = {.deadline_ns = deadlines_ns[i]};
        OK(device, stamp_launch(device->run, &args, &range, &options, &launches[i]));
    }
    device_write_u32(device, words, GATE, 1);
    device_finish(device, holding, NULL);
    for (uint32_t i = 0; i < 3; i++) {
        device_finish(device, launches[i], NULL);
        TEST_EQUAL(device_read_u32(device, words, OUT + i), places[i]);
    }
    coop_buffer_destroy(words);
}

TEST(y1_the_earliest_deadline_is_served_first)
{
    static const uint32_t places[3] = {3, 2, 1};

    expect_order(open_device(), places);
}

/* The device with a run of another policy. */
static struct device *open_first_come(void)
{
    struct device *device = open_device();
    struct coop_run_options options = {.worker_groups = device->workers,
                                       .local_items = device->local_items,
                                       .policy = COOP_POLICY_FIRST_COME};

    device_stop(device);
    OK(device, coop_run_start(device->module, &options, &device->run));
    return device;
}

TEST(y1_without_times_the_first_is_served_first)
{
    static const uint32_t places[3] = {1, 2, 3};
    struct device *device = open_first_come();

    expect_order(device, places);
    device_stop(device);
}

/* A job of one work-group: of several, those that end first go back until the last has ended. */
TEST(v2_work_groups_are_kept_for_the_next_job)
{
    struct device *device = open_device();
    coop_buffer *words = device_buffer(device, WORDS * 4);
    struct coop_launch_options job = {.groups = 1, .period_ns = 1000 * MS, .keep_ns = ALWAYS_NS};
    coop_launch *launch;
    struct coop_launch_stats stats;

    device_settle(device);
    launch = breathe(device, words, GATE, device->workers, NULL);
    run_count(device, words, &job);
    device_sleep_ms(50); /* for forks that must not come */
    stats = run_count(device, words, &job);
    TEST_EQUAL(stats.groups_at_start, job.groups);
    TEST_TRUE(stats.ahead_ns > 0);
    stats = end_breathing(device, words, GATE, launch);
    TEST_EQUAL(stats.kills, job.groups);
    TEST_EQUAL(stats.forks, 0);
    coop_buffer_destroy(words);
    device_stop(device); /* the work-groups would be kept from other tests */
}

TEST(v2_without_times_nothing_is_kept)
{
    struct device *device = open_first_come();
    coop_buffer *words = device_buffer(device, WORDS * 4);
    struct coop_launch_options job = {
        .groups = device->workers / 2, .period_ns = 1000 * MS, .keep_ns = ALWAYS_NS};
    coop_launch *launch = breathe(device, words, GATE, device->workers, NULL);

    run_count(device, words, &job);
    device_await_u32(device, words, ENTERED, device->workers + job.groups); /* it grows again */
    TEST_EQUAL_U64(run_count(device, words, &job).ahead_ns, 0);
    TEST_AT_LEAST(end_breathing(device, words, GATE, launch).kills, 2 * job.groups);
    coop_buffer_destroy(words);
    device_stop(device);
}

/* Of jobs that come by the clock, one at least finds that its work-groups were gathered before: on a busy
 * machine a job can be so late that they are not held any more. */
TEST(v2_work_groups_are_gathered_before_the_job_comes)
{
    struct device *device = open_device();
    coop_buffer *words = device_buffer(device, WORDS * 4);
    struct coop_launch_options job = {
        .groups = device->workers / 2, .period_ns = 40 * MS, .keep_ns = 10 * MS, .series = 7};
    coop_launch *launch;
    uint32_t ahead = 0;

    device_settle(device);
    launch = breathe(device, words, GATE, device->workers, NULL);
    for (int i = 0; i < 50 && ahead == 0; i++) {
        ahead += run_count(device, words, &job).ahead_ns > 0;
        device_sleep_ms(39);
    }
    TEST_EQUAL(ahead, 1);
    end_breathing(device, words, GATE, launch);
    coop_buffer_destroy(words);
}

/* A series that ends is waited for once: then its work-groups go back. */
TEST(v2_a_series_that_ends_gives_everything_back)
{
    struct device *device = open_device();
    coop_buffer *words = device_buffer(device, WORDS * 4);
    struct coop_launch_options job = {
        .groups = device->workers / 2, .period_ns = 20 * MS, .keep_ns = 20 * MS, .series = 8};
    coop_launch *launch;

    device_settle(device);
    launch = breathe(device, words, GATE, device->workers, NULL);
    run_count(device, words, &job);
    device_await_u32(device, words, ENTERED, device->workers + job.groups);
    end_breathing(device, words, GATE, launch);
    coop_buffer_destroy(words);
}

TEST(a2_an_automatic_job_comes_down_to_one_work_group)
{
    struct device *device = open_device();
    coop_buffer *words = device_buffer(device, WORDS * 4);
    struct coop_launch_options job = {.period_ns = 2000 * MS, .automatic = 1, .series = 9};
    struct coop_launch_stats stats = run_count(device, words, &job);

    TEST_EQUAL(stats.groups_wanted, device->workers); /* A4 */
    for (int i = 0; i < 100 && stats.groups_wanted > 1; i++) {
        stats = run_count(device, words, &job);
    }
    TEST_EQUAL(stats.groups_wanted, 1);
    TEST_EQUAL(stats.groups_at_start, 1);
    coop_buffer_destroy(words);
}

/* A long regular kernel in the background, on `most` work-groups when this returns. */
static coop_launch *stay_patient(struct device *device, coop_buffer *words, coop_buffer *done, uint32_t most,
                                 const struct coop_launch_options *options)
{
    struct patient_args args = {
        word_at(words, GATE), word_at(words, ENTERED), coop_buffer_address(done), 2000, {0}};
    struct coop_ndrange range = {.global_items = {(uint64_t)device->local_items * PATIENT_GROUPS}};
    coop_launch *launch = NULL;

    device_write_u32(device, words, GATE, 0);
    device_write_u32(device, words, ENTERED, 0);
    OK(device, patient_launch(device->run, &args, &range, options, &launch));
    device_await_u32(device, words, ENTERED, most);
    return launch;
}

static void expect_all_done(struct device *device, coop_buffer *done)
{
    uint32_t *seen = malloc(PATIENT_GROUPS * 4);

    OK(device, coop_buffer_read(done, 0, seen, PATIENT_GROUPS * 4));
    for (uint32_t i = 0; i < PATIENT_GROUPS && test_failures() == 0; i++) {
        TEST_EQUAL(seen[i], 1);
    }
    free(seen);
}

TEST(s9a_an_elastic_kernel_gives_way_and_comes_back)
{
    struct device *device = open_device();
    coop_buffer *words = device_buffer(device, WORDS * 4);
    coop_buffer *done = device_buffer(device, PATIENT_GROUPS * 4);
    struct coop_launch_options elastic = {.elastic = 1};
    struct coop_launch_options job = {.priority = 1};
    struct coop_launch_stats stats;
    coop_launch *background;

    device_settle(device);
    background = stay_patient(device, words, done, device->workers, &elastic);
    TEST_EQUAL(run_count(device, words, &job).groups_at_start, device->workers - 1);
    device_await_u32(device, words, ENTERED, device->workers);
    TEST_EQUAL(run_count(device, words, &job).groups_at_start, device->workers - 1);
    TEST_EQUAL(coop_launch_wait(background, 0, NULL), COOP_TIMED_OUT);
    stats = end_breathing(device, words, GATE, background);
    TEST_EQUAL(stats.groups_at_start, device->workers);
    TEST_EQUAL(stats.kills, 2 * (device->workers - 1));
    TEST_AT_LEAST(stats.forks, device->workers - 1);
    expect_all_done(device, done);
    coop_buffer_destroy(words);
    coop_buffer_destroy(done);
}

TEST(s9a_it_keeps_its_least_number)
{
    struct device *device = open_device();
    coop_buffer *words = device_buffer(device, WORDS * 4);
    coop_buffer *done = device_buffer(device, PATIENT_GROUPS * 4);
    struct coop_launch_options elastic = {.elastic = 1, .least_groups = device->workers - 1};
    struct coop_launch_options job = {.priority = 1};
    coop_launch *background;

    device_settle(device);
    background = stay_patient(device, words, done, device->workers, &elastic);
    TEST_EQUAL(run_count(device, words, &job).groups_at_start, 1);
    TEST_EQUAL(end_breathing(device, words, GATE, background).kills, 1);
    expect_all_done(device, done);
    coop_buffer_destroy(words);
    coop_buffer_destroy(done);
}

/* One of the same priority waits for its end, as for that of any regular kernel; and one that is not elastic
 * gives nobody anything. */
TEST(s9a_it_gives_way_to_higher_priorities_alone)
{
    struct device *device = open_device();
    coop_buffer *words = device_buffer(device, WORDS * 4);
    coop_buffer *done = device_buffer(device, PATIENT_GROUPS * 4);

    for (int is_elastic = 0; is_elastic < 2; is_elastic++) {
        struct coop_launch_options background_options = {.elastic = is_elastic};
        struct coop_launch_options job = {.priority = is_elastic ? 0 : 1};
        struct count_args args = {word_at(words, OUT)};
        struct coop_ndrange range = {.global_items = {1}};
        coop_launch *background, *waiting = NULL;

        device_settle(device);
        background = stay_patient(device, words, done, device->workers, &background_options);
        OK(device, count_launch(device->run, &args, &range, &job, &waiting));
        TEST_EQUAL(coop_launch_wait(waiting, 20 * MS, NULL), COOP_TIMED_OUT);
        TEST_EQUAL(end_breathing(device, words, GATE, background).kills, 0);
        device_finish(device, waiting, NULL);
    }
    coop_buffer_destroy(words);
    coop_buffer_destroy(done);
}

/* It starts with what is free, and grows when the others have ended. */
TEST(s9a_an_elastic_kernel_grows)
{
    struct device *device = open_device();
    coop_buffer *words = device_buffer(device, WORDS * 4);
    coop_buffer *done = device_buffer(device, PATIENT_GROUPS * 4);
    struct coop_launch_options elastic = {.elastic = 1};
    struct coop_launch_stats stats;
    coop_launch *holding, *background;

    device_settle(device);
    holding = hold_workers(device, words, OTHER_GATE, device->workers - 1);
    background = stay_patient(device, words, done, 1, &elastic);
    device_write_u32(device, words, OTHER_GATE, 1);
    device_finish(device, holding, NULL);
    device_await_u32(device, words, ENTERED, device->workers);
    stats = end_breathing(device, words, GATE, background);
    TEST_EQUAL(stats.groups_at_start, 1);
    TEST_EQUAL(stats.forks, device->workers - 1);
    TEST_EQUAL(stats.kills, 0);
    expect_all_done(device, done);
    coop_buffer_destroy(words);
    coop_buffer_destroy(done);
}

TEST(options_that_make_no_sense_are_refused)
{
    static const struct {
        struct coop_launch_options options;
        int is_cooperative;
        const char *words;
    } cases[] = {
        {{.groups = 2, .least_groups = 3}, 1, "least_groups is 3"},
        {{.weight = 256}, 1, "at most 255, not 256"},
        {{.weight = 2}, 0, "has no weight"},
        {{.period_ns = 1}, 1, "are for regular kernels"},
        {{.deadline_ns = 1}, 1, "are for regular kernels"},
        {{.automatic = 1}, 1, "are for regular kernels"},
        {{.automatic = 1}, 0, "want a period_ns"},
        {{.keep_ns = 1}, 0, "want a period_ns"},
        {{.series = 1}, 0, "want a period_ns"},
        {{.elastic = 1}, 1, "elastic is for regular kernels"},
        {{.elastic = 1, .period_ns = 1}, 0, "is not elastic"},
        {{.period_ns = ALWAYS_NS + 1}, 0, "at most 2^48 ns"},
        {{.period_ns = 1, .keep_ns = ALWAYS_NS + 1}, 0, "at most 2^48 ns"},
        {{.deadline_ns = UINT64_MAX}, 0, "at most 2^48 ns"},
    };
    struct device *device = open_device();
    coop_buffer *words = device_buffer(device, WORDS * 4);
    struct breathing_args breathing = {word_at(words, GATE), word_at(words, ENTERED)};
    struct count_args count = {word_at(words, OUT)};
    struct coop_ndrange range = {.global_items = {1}};

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        coop_launch *launch = (coop_launch *)&count;
        coop_status status = cases[i].is_cooperative
                                 ? breathing_launch(device->run, &breathing, &cases[i].options, &launch)
                                 : count_launch(device->run, &count, &range, &cases[i].options, &launch);
        REFUSED(device, status, COOP_INVALID_ARGUMENT, cases[i].words);
        TEST_TRUE(launch == NULL);
    }
    coop_buffer_destroy(words);
}

TEST(run_options_that_make_no_sense_are_refused)
{
    struct device *device = open_device();
    struct coop_run_options policy = {.policy = (enum coop_policy)2};
    struct coop_run_options keep = {.keep_ns = ALWAYS_NS + 1};
    coop_run *run;

    device_stop(device);
    REFUSED(device, coop_run_start(device->module, &policy, &run), COOP_INVALID_ARGUMENT, "2 is no policy");
    REFUSED(device, coop_run_start(device->module, &keep, &run), COOP_INVALID_ARGUMENT, "keep_ns is at most");
}
