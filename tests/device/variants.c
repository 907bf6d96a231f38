/* Kernels whose work-groups end in any order, or all of them (S1a, S3a, S1b, S3b): alone, against regular
 * kernels that want everything, and under storms of them, whose trace is checked. `seed=` repeats a storm's
 * sizes. */
#include "device.h"
#include "traced_runs.h"
#include "variant_kernels.h"
#include "variant_kernels_text.h"

#include "coop/shared/groups.h"
#include <stdlib.h>
#include <string.h>

enum { CELLS = 1000, DELAY = 300, ITEMS_MAX = 2048, ROUNDS = 400, REGULARS = 40 };

/* Words at 256-byte distances, for kernels that talk with the host. */
enum { GATE = 0, ENTERED = 64, WRONG = 128, NEXT = 192, HOLDERS = 256, DONE = 512, WORDS = DONE + CELLS };

static struct device *open_device(void)
{
    return device_open(variant_kernels_module_text, variant_kernels_module_bytes);
}

/* A run of its own, so that its trace holds the test alone. */
static struct device *open_fresh(void)
{
    device_stop(open_device());
    return open_device();
}

/* That the trace is right is checked by the stop; here, that it has seen what the statistics say. */
static void stop_and_compare_trace(struct device *device, uint64_t transitions)
{
    struct coop_trace trace;

    OK(device, coop_run_stop(device->run, WAIT_NS));
    if (traced_runs_are_on() && OK(device, coop_trace_take(device->run, &trace))) {
        struct coop_trace_verdict verdict = trace_checked(&trace);
        TEST_NOTE("%zu events, %llu transitions", trace.event_count, (unsigned long long)verdict.transitions);
        if (!verdict.is_partial) {
            TEST_EQUAL_U64(verdict.events_checked, trace.event_count);
            TEST_AT_LEAST(verdict.transitions, transitions);
        }
        coop_trace_clear(&trace);
    }
    device_stop(device);
}

static uint64_t transitions_of(const struct coop_launch_stats *stats)
{
    return (uint64_t)stats->kills + stats->forks + stats->barrier_kills + stats->barrier_forks;
}

static coop_address word_at(coop_buffer *words, uint32_t word)
{
    return coop_buffer_address(words) + (coop_address)word * 4;
}

/* --- numbers drawn from a counter until the gate opens, by each of the three kernels --- */

enum drawer { IN_ANY_ORDER, TO_THE_LAST, WITHOUT_RULES };

struct drawing {
    coop_buffer *words;
    coop_launch *launch;
};

static void begin_drawing(struct device *device, struct drawing *drawing, enum drawer drawer,
                          const struct coop_launch_options *options)
{
    coop_buffer *words = drawing->words = device_buffer(device, WORDS * 4);
    coop_address gate = word_at(words, GATE);
    coop_address next = word_at(words, NEXT);
    coop_address done = word_at(words, DONE);
    coop_address holders = word_at(words, HOLDERS);
    coop_address wrong = word_at(words, WRONG);
    uint32_t limit = options->groups != 0 ? options->groups : device->workers;

    if (drawer == IN_ANY_ORDER) {
        struct drawing_in_any_order_args args = {gate, next, done, holders, wrong, CELLS, DELAY, limit, {0}};
        OK(device, drawing_in_any_order_launch(device->run, &args, options, &drawing->launch));
    } else if (drawer == TO_THE_LAST) {
        struct drawing_to_the_last_args args = {gate, next, done, wrong, CELLS, DELAY};
        OK(device, drawing_to_the_last_launch(device->run, &args, options, &drawing->launch));
    } else {
        struct drawing_without_rules_args args = {gate, next, done, holders, wrong, CELLS, DELAY, limit, {0}};
        OK(device, drawing_without_rules_launch(device->run, &args, options, &drawing->launch));
    }
    device_await_u32(device, words, NEXT, 1);
}

/* Each number that was drawn was noted once, and nobody saw anything wrong. */
static void end_drawing(struct device *device, struct drawing *drawing, struct coop_launch_stats *stats)
{
    uint32_t *seen = malloc(WORDS * 4);

    device_write_u32(device, drawing->words, GATE, 1);
    device_finish(device, drawing->launch, stats);
    OK(device, coop_buffer_read(drawing->words, 0, seen, WORDS * 4));
    TEST_EQUAL(seen[WRONG], 0);
    for (uint32_t i = 0; i < CELLS && test_failures() == 0; i++) {
        TEST_EQUAL(seen[DONE + i], seen[NEXT] / CELLS + (i < seen[NEXT] % CELLS));
    }
    free(seen);
    coop_buffer_destroy(drawing->words);
}

/* --- regular kernels --- */

/* Counts its work-items on `groups` workers; how many it started with. */
static uint32_t regular(struct device *device, coop_buffer *out, uint32_t groups, uint32_t items,
                        uint32_t priority)
{
    struct count_args args = {coop_buffer_address(out)};
    struct coop_ndrange range = {.global_items = {items}};
    struct coop_launch_options options = {.groups = groups, .priority = priority, .timeout_ns = WAIT_NS};
    struct coop_launch_stats stats = {0};
    uint32_t counts[ITEMS_MAX];
    coop_launch *launch = NULL;

    OK(device, coop_buffer_fill(out, 0, 0, sizeof counts));
    OK(device, count_launch(device->run, &args, &range, &options, &launch));
    device_finish(device, launch, &stats);
    OK(device, coop_buffer_read(out, 0, counts, sizeof counts));
    for (uint32_t i = 0; i < ITEMS_MAX && test_failures() == 0; i++) {
        TEST_EQUAL(counts[i], i < items);
    }
    return stats.groups_at_start;
}

/* Regular kernels of random sizes, the first one for all the workers. */
static void traffic(struct device *device, uint64_t *random)
{
    coop_buffer *out = device_buffer(device, ITEMS_MAX * 4);

    for (int i = 0; i < REGULARS && test_failures() == 0; i++) {
        uint32_t groups = i == 0 ? device->workers : 1 + (uint32_t)test_random_below(random, device->workers);
        uint32_t items = 1 + (uint32_t)test_random_below(random, ITEMS_MAX);
        uint32_t started = regular(device, out, groups, items, 0);
        TEST_AT_LEAST(started, 1);
        TEST_AT_MOST(started, groups);
    }
    coop_buffer_destroy(out);
}

static void drawing_storm(enum drawer drawer, uint32_t groups)
{
    struct device *device = open_fresh();
    struct coop_launch_options options = {.groups = groups};
    struct coop_launch_stats stats = {0};
    struct drawing drawing;
    uint64_t random = test_seed();

    begin_drawing(device, &drawing, drawer, &options);
    traffic(device, &random);
    end_drawing(device, &drawing, &stats);
    TEST_NOTE("%u kills, %u forks, %u suspensions", stats.kills, stats.forks, stats.suspensions);
    if (drawer == IN_ANY_ORDER) {
        TEST_EQUAL(stats.suspensions, 0);
        TEST_EQUAL(stats.kills > 0, (groups != 0 ? groups : device->workers) > 1);
    } else {
        TEST_AT_LEAST(stats.suspensions, 1);
        TEST_AT_LEAST(stats.kills, stats.suspensions);
    }
    stop_and_compare_trace(device, transitions_of(&stats));
}

TEST(ids_are_unique_in_any_order)
{
    drawing_storm(IN_ANY_ORDER, 0);
}

TEST(ids_stay_below_a_limit_of_fewer_than_all_workers)
{
    drawing_storm(IN_ANY_ORDER, 2);
}

TEST(to_the_last_each_number_is_drawn_once)
{
    drawing_storm(TO_THE_LAST, 0);
}

TEST(without_rules_each_number_is_drawn_once)
{
    drawing_storm(WITHOUT_RULES, 0);
}

/* S5 with gaps between the ids, and offers that complete barriers. */
TEST(all_meet_at_barriers_in_any_order)
{
    struct device *device = open_fresh();
    coop_buffer *rounds = device_buffer(device, 3 * ROUNDS * 4);
    struct meeting_in_any_order_args args = {
        coop_buffer_address(rounds), coop_buffer_address(rounds) + ROUNDS * 4,
        coop_buffer_address(rounds) + 2 * ROUNDS * 4, ROUNDS, 20 * DELAY};
    struct coop_launch_stats stats = {0};
    uint64_t random = test_seed();
    uint32_t seen[3 * ROUNDS];
    coop_launch *launch = NULL;

    OK(device, coop_buffer_fill(rounds, ROUNDS * 4, 0xff, ROUNDS * 4));
    OK(device, meeting_in_any_order_launch(device->run, &args, NULL, &launch));
    traffic(device, &random);
    device_finish(device, launch, &stats);
    OK(device, coop_buffer_read(rounds, 0, seen, sizeof seen));
    for (uint32_t i = 0; i < ROUNDS && test_failures() == 0; i++) {
        TEST_AT_LEAST(seen[i], 1);
        TEST_EQUAL(seen[ROUNDS + i], seen[i]);
        TEST_EQUAL(seen[2 * ROUNDS + i], seen[i]);
    }
    TEST_EQUAL(stats.barriers, ROUNDS);
    TEST_NOTE("%u kills, %u forks", stats.kills, stats.forks);
    coop_buffer_destroy(rounds);
    stop_and_compare_trace(device, transitions_of(&stats));
}

static void swing(uint32_t *data, uint32_t count, uint32_t rounds)
{
    for (uint32_t round = 0; round < rounds; round++) {
        uint32_t *from = data + (round & 1) * count;
        uint32_t *to = data + (~round & 1) * count;
        for (uint32_t i = 0; i < count; i++) {
            to[i] = from[i] * 1664525u + from[i > 0 ? i - 1 : count - 1] + round;
        }
    }
}

/* S6, when a barrier may end all: also with one kill at each barrier. */
static void swinging_storm(enum coop_resizing variant)
{
    enum { DATA = 512 };
    struct device *device = open_fresh();
    coop_buffer *buffer = device_buffer(device, 2 * DATA * 4);
    coop_buffer *words = device_buffer(device, WORDS * 4);
    struct swinging_to_the_last_args args = {word_at(words, GATE), coop_buffer_address(buffer),
                                             word_at(words, DONE), DATA, 10 * DELAY};
    uint32_t rounds;
    struct coop_launch_options options = {.resizing = variant};
    struct coop_launch_stats stats = {0};
    uint64_t random = test_seed();
    uint32_t data[2 * DATA];
    uint32_t seen[2 * DATA];
    coop_launch *launch = NULL;

    for (uint32_t i = 0; i < 2 * DATA; i++) {
        data[i] = (uint32_t)test_random(&random);
    }
    OK(device, coop_buffer_write(buffer, 0, data, sizeof data));
    OK(device, swinging_to_the_last_launch(device->run, &args, &options, &launch));
    traffic(device, &random);
    device_write_u32(device, words, GATE, 1);
    device_finish(device, launch, &stats);
    rounds = device_read_u32(device, words, DONE + 2);
    OK(device, coop_buffer_read(buffer, 0, seen, sizeof seen));
    swing(data, DATA, rounds);
    TEST_EQUAL(memcmp(seen, data, sizeof data), 0);
    TEST_EQUAL(stats.barriers, rounds);
    TEST_EQUAL(stats.kills, stats.suspensions); /* at the barrier all but one end, and that one behind it */
    TEST_AT_LEAST(stats.suspensions, 1);
    TEST_NOTE("%u of %u kills at barriers, %u suspensions", stats.barrier_kills,
              stats.barrier_kills + stats.kills, stats.suspensions);
    coop_buffer_destroy(buffer);
    coop_buffer_destroy(words);
    stop_and_compare_trace(device, transitions_of(&stats));
}

TEST(barriers_may_end_all)
{
    swinging_storm(COOP_RESIZING_QUERY);
}

TEST(barriers_may_end_all_one_by_one)
{
    swinging_storm(COOP_RESIZING_PLAIN);
}

/* --- the plan (Y1, Y2, Y3b) --- */

/* A regular kernel that stays on all the workers, which it gets, until the gate opens. */
static coop_launch *hold_all(struct device *device, coop_buffer *words, uint32_t priority)
{
    struct hold_args args = {word_at(words, GATE), word_at(words, ENTERED)};
    struct coop_ndrange range = {.global_items = {(uint64_t)device->local_items * device->workers}};
    struct coop_launch_options options = {.priority = priority};
    coop_launch *launch = NULL;

    OK(device, hold_launch(device->run, &args, &range, &options, &launch));
    return launch;
}

/* What the checker must not let pass: each kind of event that the variants have, left out or altered. */
static int is_refused(const struct coop_trace *trace, size_t left_out, const struct coop_trace_event *altered)
{
    struct coop_trace copy = *trace;
    struct coop_trace_verdict verdict;

    copy.events = malloc(trace->event_count * sizeof *copy.events);
    copy.event_count = 0;
    for (size_t i = 0; i < trace->event_count; i++) {
        if (i != left_out || altered != NULL) {
            copy.events[copy.event_count++] = i == left_out ? *altered : trace->events[i];
        }
    }
    TEST_EQUAL(coop_trace_check(&copy, &verdict), COOP_OK);
    free(copy.events);
    return verdict.is_violated;
}

static void alter_each(const struct coop_trace *trace, unsigned kind)
{
    uint32_t found = 0;

    for (size_t i = 0; i < trace->event_count && found < 5; i++) {
        struct coop_trace_event event = trace->events[i];
        if (event.kind != kind) {
            continue;
        }
        found++;
        TEST_TRUE(is_refused(trace, i, NULL));
        event.word ^= COOP_GROUPS_SUSPENDED;
        TEST_TRUE(is_refused(trace, i, &event));
        event = trace->events[i];
        event.word ^= COOP_GROUPS_MAY_SUSPEND;
        TEST_TRUE(is_refused(trace, i, &event));
        event = trace->events[i];
        event.value ^= 1;
        TEST_TRUE(is_refused(trace, i, &event));
        event = trace->events[i];
        event.group_id ^= 1;
        TEST_TRUE(is_refused(trace, i, &event));
    }
    TEST_AT_LEAST(found, 1);
}

TEST(altered_traces_of_variants_are_refused)
{
    struct device *device = open_fresh();
    struct coop_launch_options options = {0};
    struct coop_launch_stats stats = {0};
    struct drawing drawing;
    struct coop_trace trace;
    uint64_t random = test_seed();

    begin_drawing(device, &drawing, WITHOUT_RULES, &options);
    traffic(device, &random);
    end_drawing(device, &drawing, &stats);
    OK(device, coop_run_stop(device->run, WAIT_NS));
    if (traced_runs_are_on() && OK(device, coop_trace_take(device->run, &trace))) {
        alter_each(&trace, COOP_TRACE_RESUMED);
        alter_each(&trace, COOP_TRACE_GROUP_KILLED);
        coop_trace_clear(&trace);
    }
    device_stop(device);
}

TEST(a_regular_kernel_gets_all_workers_from_several_and_all_come_back)
{
    struct device *device = open_fresh();
    coop_buffer *words = device_buffer(device, WORDS * 4);
    struct coop_launch_options options = {0};
    struct coop_launch_stats stats = {0};
    struct drawing drawings[3];
    int count = device->workers < 3 ? (int)device->workers : 3;
    coop_launch *holding;
    char text[16384] = "";
    char *at = text;
    int suspended = 0;

    for (int i = 0; i < count; i++) {
        begin_drawing(device, &drawings[i], i == 0 ? WITHOUT_RULES : TO_THE_LAST, &options);
    }
    holding = hold_all(device, words, 0);
    device_await_u32(device, words, ENTERED, device->workers);
    coop_run_describe(device->run, text, sizeof text);
    for (; (at = strstr(at, ", suspended: wants")) != NULL; at++) {
        suspended++;
    }
    device_write_u32(device, words, GATE, 1);
    device_finish(device, holding, &stats);
    TEST_EQUAL(stats.groups_at_start, device->workers);
    for (int i = 0; i < count; i++) {
        end_drawing(device, &drawings[i], &stats);
        TEST_AT_LEAST(stats.suspensions, 1);
        TEST_AT_LEAST(stats.suspended_ns, 1);
        TEST_AT_MOST(stats.suspended_ns, stats.run_ns);
    }
    TEST_EQUAL(suspended, count);
    coop_buffer_destroy(words);
    stop_and_compare_trace(device, transitions_of(&stats));
}

TEST(a_higher_priority_keeps_its_last_work_group)
{
    struct device *device = open_device();
    coop_buffer *out = device_buffer(device, ITEMS_MAX * 4);
    struct coop_launch_options options = {.priority = 1};
    struct coop_launch_stats stats = {0};
    struct drawing drawing;

    begin_drawing(device, &drawing, WITHOUT_RULES, &options);
    TEST_EQUAL(regular(device, out, 0, 100, 0), device->workers - 1);
    end_drawing(device, &drawing, &stats);
    TEST_EQUAL(stats.suspensions, 0);
    coop_buffer_destroy(out);
}

/* Y1: a flood of regular kernels, each for all the workers, does not keep it from going on. */
TEST(it_comes_back_between_regular_kernels_that_want_all)
{
    enum { FLOOD = 24 };
    struct device *device = open_fresh();
    coop_buffer *out = device_buffer(device, ITEMS_MAX * 4);
    struct count_args args = {coop_buffer_address(out)};
    struct coop_ndrange range = {.global_items = {ITEMS_MAX}};
    struct coop_launch_options options = {.timeout_ns = WAIT_NS};
    struct coop_launch_stats stats = {0};
    struct drawing drawing;
    coop_launch *flood[FLOOD];

    begin_drawing(device, &drawing, TO_THE_LAST, &options);
    for (int i = 0; i < FLOOD; i++) {
        OK(device, count_launch(device->run, &args, &range, &options, &flood[i]));
    }
    for (int i = 0; i < FLOOD; i++) {
        device_finish(device, flood[i], NULL);
    }
    end_drawing(device, &drawing, &stats);
    TEST_AT_LEAST(stats.suspensions, 1);
    TEST_NOTE("%u suspensions", stats.suspensions);
    coop_buffer_destroy(out);
    stop_and_compare_trace(device, transitions_of(&stats));
}

TEST(a_run_stops_while_kernels_are_suspended)
{
    struct device *device = open_device();
    coop_buffer *words = device_buffer(device, WORDS * 4);
    struct crowd_args args = {word_at(words, ENTERED), 100 * DELAY, {0}};
    struct coop_ndrange range = {.global_items = {(uint64_t)device->local_items << 22}};
    struct coop_launch_options options = {0};
    struct coop_launch_stats stats = {0};
    struct drawing drawings[2];
    coop_launch *crowd = NULL;
    char text[16384] = "";

    begin_drawing(device, &drawings[0], TO_THE_LAST, &options);
    begin_drawing(device, &drawings[1], WITHOUT_RULES, &options);
    OK(device, crowd_launch(device->run, &args, &range, NULL, &crowd));
    device_await_u32(device, words, ENTERED, device->workers); /* one after the other, on however few */
    coop_run_describe(device->run, text, sizeof text);
    TEST_CONTAINS(text, ", suspended: wants");
    OK(device, coop_run_stop(device->run, WAIT_NS));
    for (int i = 0; i < 2; i++) {
        TEST_EQUAL(coop_launch_wait(drawings[i].launch, WAIT_NS, &stats), COOP_STOPPED);
        TEST_EQUAL(stats.suspensions, 1);
        TEST_AT_LEAST(stats.suspended_ns, 1);
        coop_launch_destroy(drawings[i].launch);
        coop_buffer_destroy(drawings[i].words);
    }
    TEST_EQUAL(coop_launch_wait(crowd, WAIT_NS, NULL), COOP_STOPPED);
    coop_launch_destroy(crowd);
    coop_buffer_destroy(words);
    device_stop(device);
}

TEST(a_module_says_which_variant_a_kernel_is)
{
    struct device *device = open_device();
    struct coop_kernel_report report;
    uint32_t variants[4] = {0};

    for (uint32_t i = 0; coop_module_kernel(device->module, i, &report) == COOP_OK; i++) {
        variants[(report.kill_any != 0) + 2 * (report.may_kill_all != 0)]++;
    }
    TEST_EQUAL(variants[0], 3); /* the regular ones */
    TEST_EQUAL(variants[1], 2);
    TEST_EQUAL(variants[2], 2);
    TEST_EQUAL(variants[3], 1);
}
