/* The checker of traces on traces of true runs: it holds them to be right, and finds one altered event among
 * them.
 *
 * Every event is dropped, doubled, exchanged with its neighbours and altered in each of its fields, one
 * change at a time. A changed trace that the checker lets pass must say the same as the true one: each slot
 * still writes the same events in the same order, and only recorded times differ, within what the clock
 * allows; or it is one of the two fields that bind nobody (says_the_same). `events=` sets how many events are
 * altered. */
#include "device.h"
#include "kernels.h"
#include "kernels_text.h"
#include "traced_runs.h"
#include "traffic.h"

#include "coop/shared/claim.h"
#include <stdlib.h>
#include <string.h>

enum { PATIENT = 600 };
enum { TURNS = 2, ROUNDS = 40, ROUNDS_MAX = 20000, CHANGES = 2, DRAWN = 150 };

static struct {
    uint64_t made;
    uint64_t found;
    uint64_t times;
    uint64_t free_fields;
} counts;

/* A copy of the trace with room for one event more, and what is done to it. */
struct mutant {
    struct coop_trace trace;
    const struct coop_trace *original;
    size_t changed; /* event of the original */
    const char *change;
    size_t exchanged; /* with `changed`, where the change is one of places */
};

static int is_same_event(const struct coop_trace_event *a, const struct coop_trace_event *b)
{
    return a->kind == b->kind && a->slot == b->slot && a->launch == b->launch && a->group_id == b->group_id &&
           a->value == b->value && a->word == b->word;
}

/* The next event of a slot and launch, from i on. */
static size_t next_of(const struct coop_trace *trace, size_t i, uint32_t slot, uint32_t launch)
{
    while (i < trace->event_count && (trace->events[i].slot != slot || trace->events[i].launch != launch)) {
        i++;
    }
    return i;
}

/* Does each slot write the same events of a launch in the same order? Launches meet in their slots alone
 * (S2), and at the scheduler's starts (S9). */
static int differs_in_times_alone(const struct mutant *mutant)
{
    const struct coop_trace *a = mutant->original;
    const struct coop_trace *b = &mutant->trace;

    for (uint32_t slot = 0; slot < a->slot_count; slot++) {
        for (uint32_t launch = 1; launch <= a->launch_count; launch++) {
            size_t i = next_of(a, 0, slot, launch);
            size_t k = next_of(b, 0, slot, launch);

            while (i < a->event_count && k < b->event_count && is_same_event(&a->events[i], &b->events[k])) {
                i = next_of(a, i + 1, slot, launch);
                k = next_of(b, k + 1, slot, launch);
            }
            if (i < a->event_count || k < b->event_count) {
                return 0;
            }
        }
    }
    return a->event_count == b->event_count;
}

/* Do the words differ in the arrivals of one parity alone, and does one of them have none? Or do they differ
 * in whether all know that they have ended? */
static int is_taken_back(uint64_t a, uint64_t b)
{
    if ((a ^ b) == COOP_GROUPS_LEAVING) {
        return 1;
    }
    for (uint64_t phase = 0; phase < 2; phase++) {
        if (coop_groups_forget(a, phase) == coop_groups_forget(b, phase) &&
            (coop_groups_forget(a, phase) == a || coop_groups_forget(b, phase) == b)) {
            return 1;
        }
    }
    return 0;
}

/* Where kills are claimed, do the words differ in what counts arrivals elsewhere? No step says how many
 * claims there are: some are taken back. */
static int differs_in_claims(uint64_t a, uint64_t b)
{
    for (uint64_t phase = 0; phase < 2; phase++) {
        a = coop_groups_forget(a, phase);
        b = coop_groups_forget(b, phase);
    }
    return (a & COOP_GROUPS_CLAIMS) != 0 && a == b;
}

static int is_request(const struct coop_trace_event *event)
{
    return event->kind == COOP_TRACE_FORK_GRANTED || event->kind == COOP_TRACE_KILL_WANTED;
}

/* What binds nobody: a request that the scheduler takes back before anybody follows it, and what it aims at
 * when it grants less than that or nothing; which of the later phase words
 * a work-group that ended at a barrier sees; when the arrivals of the barrier before are taken back, and when
 * those that a barrier has ended know it; whether the last launch of a run that stops is called complete. */
static int is_free_field(const struct mutant *mutant)
{
    const struct coop_trace_event *event = &mutant->original->events[mutant->changed];
    const struct coop_trace_event *other = &mutant->original->events[mutant->exchanged];
    int is_value = strcmp(mutant->change, "value") == 0;
    size_t i = mutant->changed + 1;

    if (strcmp(mutant->change, "word") == 0 &&
        (is_taken_back(event->word, mutant->trace.events[mutant->changed].word) ||
         differs_in_claims(event->word, mutant->trace.events[mutant->changed].word))) {
        return 1;
    }
    if (strncmp(mutant->change, "place", 5) == 0) { /* a request a little earlier or later */
        return is_request(event) || is_request(other);
    }
    switch (event->kind) {
    case COOP_TRACE_FORK_GRANTED:
        return strcmp(mutant->change, "group_id") == 0 || strcmp(mutant->change, "presence") == 0 ||
               strcmp(mutant->change, "time") == 0;
    case COOP_TRACE_KILL_WANTED:
        return strcmp(mutant->change, "presence") == 0 || strcmp(mutant->change, "time") == 0 ||
               (strcmp(mutant->change, "group_id") == 0 && event->value == 0);
    case COOP_TRACE_GROUP_RESIZED_AWAY:
        return strcmp(mutant->change, "word") == 0;
    case COOP_TRACE_COMPLETED:
        while (i < mutant->original->event_count && mutant->original->events[i].slot != 0) {
            i++;
        }
        return is_value && i == mutant->original->event_count;
    default:
        return 0;
    }
}

static void judge(const struct mutant *mutant)
{
    struct coop_trace_verdict verdict;

    counts.made++;
    if (coop_trace_check(&mutant->trace, &verdict) != COOP_OK) {
        TEST_FAIL("no memory");
    } else if (verdict.is_violated) {
        counts.found++;
    } else if (differs_in_times_alone(mutant)) {
        counts.times++;
    } else if (is_free_field(mutant)) {
        counts.free_fields++;
    } else {
        const struct coop_trace_event *event = &mutant->original->events[mutant->changed];
        TEST_FAIL(
            "event %zu of %zu passes with its %s changed: %s, slot %u, launch %u, work-group %u, value %u",
            mutant->changed, mutant->original->event_count, mutant->change, coop_trace_kind_name(event->kind),
            event->slot, event->launch, event->group_id, event->value);
    }
}

static void restore(struct mutant *mutant, size_t changed, const char *change)
{
    memcpy(mutant->trace.events, mutant->original->events,
           mutant->original->event_count * sizeof *mutant->trace.events);
    mutant->trace.event_count = mutant->original->event_count;
    mutant->changed = changed;
    mutant->change = change;
}

/* Puts event i to where its time belongs. */
static void sort_in(struct coop_trace *trace, size_t i)
{
    struct coop_trace_event event = trace->events[i];

    for (; i > 0 && trace->events[i - 1].time_ns > event.time_ns; i--) {
        trace->events[i] = trace->events[i - 1];
    }
    for (; i + 1 < trace->event_count && trace->events[i + 1].time_ns < event.time_ns; i++) {
        trace->events[i] = trace->events[i + 1];
    }
    trace->events[i] = event;
}

static void drop(struct mutant *mutant, size_t i)
{
    restore(mutant, i, "presence");
    memmove(&mutant->trace.events[i], &mutant->trace.events[i + 1],
            (mutant->trace.event_count - i - 1) * sizeof *mutant->trace.events);
    mutant->trace.event_count--;
    judge(mutant);
}

static void double_it(struct mutant *mutant, size_t i)
{
    restore(mutant, i, "number");
    memmove(&mutant->trace.events[i + 1], &mutant->trace.events[i],
            (mutant->trace.event_count - i) * sizeof *mutant->trace.events);
    mutant->trace.event_count++;
    judge(mutant);
}

/* Events i and k change places and times. */
static void exchange(struct mutant *mutant, size_t i, size_t k, const char *change)
{
    struct coop_trace_event *events = mutant->trace.events;
    struct coop_trace_event event;

    if (k >= mutant->original->event_count ||
        is_same_event(&mutant->original->events[i], &mutant->original->events[k])) {
        return;
    }
    restore(mutant, i, change);
    mutant->exchanged = k;
    event = events[i];
    events[i] = events[k];
    events[k] = event;
    events[k].time_ns = events[i].time_ns;
    events[i].time_ns = event.time_ns;
    judge(mutant);
}

static size_t next_of_slot(const struct coop_trace *trace, size_t i)
{
    size_t k = i + 1;

    while (k < trace->event_count && trace->events[k].slot != trace->events[i].slot) {
        k++;
    }
    return k;
}

static void move_time(struct mutant *mutant, size_t i, int64_t by_ns)
{
    uint64_t time_ns = mutant->original->events[i].time_ns;

    if (by_ns < 0 && time_ns < (uint64_t)-by_ns) {
        return;
    }
    restore(mutant, i, "time");
    mutant->trace.events[i].time_ns = time_ns + (uint64_t)by_ns;
    sort_in(&mutant->trace, i);
    judge(mutant);
}

static void alter_fields(struct mutant *mutant, size_t i)
{
    const struct coop_trace_event *original = &mutant->original->events[i];
    struct coop_trace_event *event = &mutant->trace.events[i];

    for (unsigned kind = 0; kind <= COOP_TRACE_KIND_END; kind++) {
        restore(mutant, i, "kind");
        event->kind = (coop_u16)kind;
        if (kind != original->kind) {
            judge(mutant);
        }
    }
    for (unsigned slot = 0; slot <= mutant->trace.slot_count; slot++) {
        restore(mutant, i, "slot");
        event->slot = (coop_u16)slot;
        if (slot != original->slot) {
            judge(mutant);
        }
    }
    for (int by = -1; by <= 1; by += 2) {
        restore(mutant, i, "launch");
        event->launch += (uint32_t)by;
        judge(mutant);
        restore(mutant, i, "group_id");
        event->group_id += (uint32_t)by;
        judge(mutant);
        restore(mutant, i, "value");
        event->value += (uint32_t)by;
        judge(mutant);
    }
    for (unsigned bit = 0; bit < 64;
         bit += bit < 55 && bit % 11 == 1 ? 10 : 1) { /* the two lowest bits of each field, and the top */
        restore(mutant, i, "word");
        event->word ^= (uint64_t)1 << bit;
        judge(mutant);
    }
}

static void mutate(const struct coop_trace *trace, uint64_t *random, size_t events)
{
    struct mutant mutant = {.trace = *trace, .original = trace};

    mutant.trace.events = malloc((trace->event_count + 1) * sizeof *trace->events);
    for (size_t n = 0; n < events; n++) {
        size_t i = test_random_below(random, trace->event_count);
        uint64_t far_ns = trace->events[trace->event_count - 1].time_ns - trace->events[0].time_ns + 1;

        drop(&mutant, i);
        double_it(&mutant, i);
        exchange(&mutant, i, i + 1, "place");
        exchange(&mutant, i, next_of_slot(trace, i), "place on its slot");
        move_time(&mutant, i, (int64_t)test_random_below(random, far_ns));
        move_time(&mutant, i, -(int64_t)test_random_below(random, far_ns));
        alter_fields(&mutant, i);
    }
    free(mutant.trace.events);
    TEST_NOTE("%llu altered traces of %zu events: %llu found; %llu differ in times that fit, %llu in what "
              "binds nobody",
              (unsigned long long)counts.made, trace->event_count, (unsigned long long)counts.found,
              (unsigned long long)counts.times, (unsigned long long)counts.free_fields);
}

/* A regular kernel that gives work-groups up to others, and takes more, until some were given up. */
static void run_elastic(struct device *device, uint64_t *random, uint32_t least)
{
    struct coop_ndrange range = {.global_items = {(uint64_t)device->local_items * PATIENT}};
    struct coop_launch_options options = {.least_groups = least, .elastic = 1};
    coop_buffer *words = device_buffer(device, 256);
    coop_buffer *done = device_buffer(device, PATIENT * 4);
    coop_address at = coop_buffer_address(words);
    struct patient_args args = {at, at + 128, coop_buffer_address(done), DELAY, {0}};
    struct coop_launch_stats stats = {0};
    coop_launch *launch = NULL;

    for (int i = 0; i < 100 && stats.kills == 0; i++) { /* longer each time: the host is to come beside it */
        args.delay = DELAY << (i < 7 ? i : 7);
        OK(device, patient_launch(device->run, &args, &range, &options, &launch));
        traffic_until_end(device, launch, random, least > 0 ? device->workers : 0);
        device_finish(device, launch, &stats);
    }
    TEST_AT_LEAST(stats.kills, 1);
    coop_buffer_destroy(words);
    coop_buffer_destroy(done);
}

/* Barriers, kills and forks at them and outside, and regular kernels, all in a short run. The kernel of
 * barriers goes on until its work-groups have become fewer or more CHANGES times: how long that takes is the
 * device's and the host's affair. */
static void make_history(struct device *device, uint64_t *random)
{
    coop_buffer *next = device_buffer(device, 4);
    coop_buffer *done = device_buffer(device, DRAWN * 4);
    struct changing_args changing = {coop_buffer_address(next), ROUNDS, ROUNDS_MAX, CHANGES, DELAY};
    struct drawing_args drawing = {coop_buffer_address(next), coop_buffer_address(done), DRAWN, DELAY};
    coop_launch *launch = NULL;

    for (int turn = 0; turn < TURNS; turn++) {
        struct coop_launch_options options = {.resizing =
                                                  turn == 0 ? COOP_RESIZING_QUERY : COOP_RESIZING_PLAIN};
        OK(device, changing_launch(device->run, &changing, &options, &launch));
        traffic_until_end(device, launch, random, 0);
        device_finish(device, launch, NULL);
        OK(device, coop_buffer_fill(next, 0, 0, 4));
        OK(device, drawing_launch(device->run, &drawing, NULL, &launch));
        traffic_until_end(device, launch, random, 0);
        device_finish(device, launch, NULL);
    }
    coop_buffer_destroy(next);
    coop_buffer_destroy(done);
    run_elastic(device, random, 0);
}

TEST(an_altered_event_is_found_or_says_the_same)
{
    struct device *device = device_open(kernels_module_text, kernels_module_bytes);
    uint64_t random = test_seed();
    struct coop_trace trace;

    make_history(device, &random);
    OK(device, coop_run_stop(device->run, WAIT_NS));
    if (OK(device, coop_trace_take(device->run, &trace))) {
        struct coop_trace_verdict verdict = trace_checked(&trace);

        TEST_AT_LEAST(verdict.transitions, TURNS * CHANGES);
        TEST_AT_LEAST(verdict.barriers, TURNS * ROUNDS);
        mutate(&trace, &random, test_option("events", 60));
        TEST_AT_LEAST(counts.found, counts.made / 2);
        coop_trace_clear(&trace);
    }
    device_stop(device);
}

/* What the checker says of the trace if its launches are those that `alter` makes of them. */
static void expect_refusal(const struct coop_trace *trace, void (*alter)(struct coop_trace_launch *launch),
                           const char *words)
{
    struct coop_trace altered = *trace;
    struct coop_trace_verdict verdict;

    altered.launches = malloc(trace->launch_count * sizeof *altered.launches);
    memcpy(altered.launches, trace->launches, trace->launch_count * sizeof *altered.launches);
    for (size_t i = 0; i < trace->launch_count; i++) {
        if (altered.launches[i].can_shrink && !altered.launches[i].is_cooperative) {
            alter(&altered.launches[i]);
        }
    }
    TEST_EQUAL(coop_trace_check(&altered, &verdict), COOP_OK);
    TEST_EQUAL(verdict.is_violated, 1);
    TEST_CONTAINS(words[0] == 'S' ? verdict.rule : verdict.text, words);
    free(altered.launches);
}

static void make_stiff(struct coop_trace_launch *launch)
{
    launch->can_shrink = 0;
}

static void keep_one_more(struct coop_trace_launch *launch)
{
    launch->groups_least++;
}

static void lose_a_logical_group(struct coop_trace_launch *launch)
{
    launch->logical_groups--;
}

static void let_ids_have_no_gaps(struct coop_trace_launch *launch)
{
    launch->kill_any = 0;
}

TEST(s9a_only_an_elastic_kernel_gives_work_groups_up_and_keeps_its_least_number)
{
    struct device *device = device_open(kernels_module_text, kernels_module_bytes);
    uint64_t random = test_seed();
    struct coop_trace trace;

    device_stop(device);
    device = device_open(kernels_module_text, kernels_module_bytes);
    run_elastic(device, &random, 2);
    OK(device, coop_run_stop(device->run, WAIT_NS));
    if (OK(device, coop_trace_take(device->run, &trace))) {
        trace_checked(&trace);
        expect_refusal(&trace, make_stiff, "does what only cooperative ones may");
        expect_refusal(&trace, keep_one_more, "S9"); /* it starts with 2, or is to have 2 */
        expect_refusal(&trace, lose_a_logical_group, "of 599 logical work-groups");
        expect_refusal(&trace, let_ids_have_no_gaps, "bits that mean nothing");
        coop_trace_clear(&trace);
    }
    device_stop(device);
}

static int is_of_barriers(const struct coop_trace_event *event)
{
    return ((COOP_TRACE_OF_BARRIERS >> event->kind) & 1u) != 0;
}

/* The trace as it would be if the part of events of barriers had been full at event `cut`: each slot keeps
 * its first ones (T2). */
static struct coop_trace without_later_barriers(const struct coop_trace *trace, size_t cut)
{
    struct coop_trace result = *trace;

    result.events = malloc((trace->event_count + 1) * sizeof *result.events);
    result.event_count = 0;
    for (size_t i = 0; i < trace->event_count; i++) {
        if (i < cut || !is_of_barriers(&trace->events[i])) {
            result.events[result.event_count++] = trace->events[i];
        }
    }
    result.barrier_events_lost = trace->event_count - result.event_count;
    result.events_lost = result.barrier_events_lost;
    return result;
}

/* Without the record of a barrier that left one kill of several, the next one looks as if it had carried out
 * both, which it may. Where barriers are not traced, nothing else tells. */
static int may_be_the_nexts(const struct coop_trace_event *event)
{
    return event->kind == COOP_TRACE_RESIZED && coop_groups_kill_wanted(event->word) == 1;
}

/* Drops each of the workers' events from `first` on that are recorded always, in turn. */
static void drop_from(const struct coop_trace *trace, size_t first)
{
    struct mutant mutant = {.trace = *trace, .original = trace};
    struct coop_trace_verdict verdict;

    mutant.trace.events = malloc((trace->event_count + 1) * sizeof *trace->events);
    for (size_t i = first; i < trace->event_count; i++) {
        const struct coop_trace_event *event = &trace->events[i];

        if (event->slot == 0 || is_of_barriers(event) || may_be_the_nexts(event)) {
            continue;
        }
        restore(&mutant, i, "presence");
        memmove(&mutant.trace.events[i], &mutant.trace.events[i + 1],
                (mutant.trace.event_count - i - 1) * sizeof *mutant.trace.events);
        mutant.trace.event_count--;
        TEST_EQUAL(coop_trace_check(&mutant.trace, &verdict), COOP_OK);
        if (!verdict.is_violated) {
            TEST_FAIL("event %zu of %zu may be missing: %s, slot %u, launch %u, work-group %u", i,
                      trace->event_count, coop_trace_kind_name(event->kind), event->slot, event->launch,
                      event->group_id);
        }
    }
    free(mutant.trace.events);
}

/* How many events there are up to the last arrival at a barrier, without which that one is not complete. */
static size_t count_to_last_arrival(const struct coop_trace *trace)
{
    size_t count = trace->event_count;

    while (count > 0 && trace->events[count - 1].kind != COOP_TRACE_ARRIVED) {
        count--;
    }
    return count;
}

TEST(behind_the_last_traced_barrier_the_rest_is_checked)
{
    struct device *device = device_open(kernels_module_text, kernels_module_bytes);
    uint64_t random = test_seed();
    struct coop_trace trace;

    make_history(device, &random);
    OK(device, coop_run_stop(device->run, WAIT_NS));
    if (OK(device, coop_trace_take(device->run, &trace))) {
        struct coop_trace_verdict whole = trace_checked(&trace);
        size_t last = count_to_last_arrival(&trace);

        for (size_t cut = 0; cut < last; cut += last / 3 + 1) {
            struct coop_trace part = without_later_barriers(&trace, cut);
            struct coop_trace_verdict verdict = trace_checked(&part);

            TEST_AT_LEAST(part.barrier_events_lost, 1);
            TEST_EQUAL(verdict.is_partial, 1);
            TEST_CONTAINS(verdict.remark, "events of barriers are missing");
            TEST_EQUAL_U64(verdict.transitions, whole.transitions);
            TEST_AT_MOST(verdict.barriers, whole.barriers - 1);
            drop_from(&part, part.event_count > 200 ? part.event_count - 200 : 0);
            free(part.events);
        }
        coop_trace_clear(&trace);
    }
    device_stop(device);
}

/* The barriers of a launch fill their part of the buffer many times over. Everything else is there. */
TEST(a_trace_full_of_barriers_shows_the_rest)
{
    enum { EVENTS = 2000, OF_BARRIERS = 1500, LAUNCHES = 5 };
    struct device *device = device_open(kernels_module_text, kernels_module_bytes);
    struct coop_run_options options = {.worker_groups = device->workers,
                                       .local_items = device->local_items,
                                       .trace_events = EVENTS,
                                       .trace_barriers = 1};
    coop_buffer *word = device_buffer(device, 4);
    struct changing_args changing = {coop_buffer_address(word), ROUNDS_MAX / 10, ROUNDS_MAX / 10, 0, 1};
    struct coop_trace_verdict verdict;
    struct coop_trace trace;
    size_t of_barriers = 0;
    coop_launch *launch;

    device_stop(device);
    OK(device, coop_run_start(device->module, &options, &device->run));
    for (int i = 0; i < LAUNCHES; i++) {
        OK(device, changing_launch(device->run, &changing, NULL, &launch));
        device_finish(device, launch, NULL);
    }
    OK(device, coop_run_stop(device->run, WAIT_NS));
    if (OK(device, coop_trace_take(device->run, &trace))) {
        for (size_t i = 0; i < trace.event_count; i++) {
            of_barriers += (size_t)is_of_barriers(&trace.events[i]);
        }
        verdict = trace_checked(&trace);
        TEST_EQUAL(of_barriers, OF_BARRIERS);
        TEST_EQUAL_U64(trace.events_lost, trace.barrier_events_lost);
        TEST_AT_LEAST(trace.barrier_events_lost, LAUNCHES * ROUNDS_MAX / 10 - OF_BARRIERS);
        TEST_EQUAL(trace.launch_count, LAUNCHES);
        TEST_EQUAL(trace.events[trace.event_count - 1].kind, COOP_TRACE_COMPLETED);
        TEST_EQUAL(verdict.is_partial, 1);
        TEST_AT_LEAST(verdict.barriers, 1);
        coop_trace_clear(&trace);
    }
    coop_buffer_destroy(word);
    device_stop(device);
}

/* One work-group passes thousands of barriers while a regular kernel has all other workers; behind any of
 * them the words allow the scheduler's later grant of forks. A missing event near the end is found all the
 * same. */
TEST(a_long_stretch_of_one_work_group_is_checked)
{
    enum { BARRIERS = 12000 };
    struct device *device = device_open(kernels_module_text, kernels_module_bytes);
    uint32_t others = device->workers - 1;
    struct coop_launch_options held = {.groups = others, .timeout_ns = WAIT_NS};
    struct coop_ndrange range = {.global_items = {(size_t)others * device->local_items}};
    coop_buffer *gate = device_buffer(device, 4);
    coop_buffer *entered = device_buffer(device, 4);
    coop_buffer *word = device_buffer(device, 4);
    struct hold_args hold = {coop_buffer_address(gate), coop_buffer_address(entered)};
    struct changing_args changing = {coop_buffer_address(word), BARRIERS, 4 * BARRIERS, 1, 1};
    coop_launch *holder;
    coop_launch *launch;
    struct coop_trace trace;

    OK(device, hold_launch(device->run, &hold, &range, &held, &holder));
    device_await_u32(device, entered, 0, others);
    OK(device, changing_launch(device->run, &changing, NULL, &launch));
    device_sleep_ms(20);
    device_write_u32(device, gate, 0, 1);
    device_finish(device, holder, NULL);
    device_finish(device, launch, NULL);
    OK(device, coop_run_stop(device->run, WAIT_NS));
    if (OK(device, coop_trace_take(device->run, &trace))) {
        struct coop_trace_verdict verdict = trace_checked(&trace);
        size_t last = trace.event_count;

        TEST_AT_LEAST(verdict.barriers, BARRIERS);
        while (last-- > 0 && trace.events[last].kind != COOP_TRACE_PASSED) {
        }
        memmove(&trace.events[last], &trace.events[last + 1],
                (trace.event_count - last - 1) * sizeof *trace.events);
        trace.event_count--;
        TEST_EQUAL(coop_trace_check(&trace, &verdict), COOP_OK);
        TEST_EQUAL(verdict.is_violated, 1);
        TEST_EQUAL(verdict.is_partial, 0);
        coop_trace_clear(&trace);
    }
    coop_buffer_destroy(gate);
    coop_buffer_destroy(entered);
    coop_buffer_destroy(word);
    device_stop(device);
}
