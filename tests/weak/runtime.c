/* Whole runs of the megakernel under the C11 memory model: scheduler, workers, kills, forks, barriers,
 * regular kernels beside them, stop; what is claimed holds for every schedule and every stale load that the
 * seeds come to. */
#include "machine.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

enum {
    KERNEL_EXCHANGE,
    KERNEL_DRAW,
    KERNEL_EXCHANGE_TO_THE_LAST,
    KERNEL_DRAW_IN_ANY_ORDER,
    KERNEL_CONVERSE,
    KERNEL_FILL,
    KERNEL_CLASH
}; /* the order in kernels.cl */

struct totals {
    uint64_t kills;
    uint64_t forks;
    uint64_t barrier_kills;
    uint64_t barrier_forks;
    uint64_t suspensions;
    uint64_t stale_loads;
    uint64_t steps;
    uint64_t limits;
};

static struct totals totals;

static void take(const struct coop_instance_stats *stats)
{
    totals.kills += stats->kills;
    totals.forks += stats->forks.only_through_accessors;
    totals.barrier_kills += stats->barrier_kills.only_through_accessors;
    totals.barrier_forks += stats->barrier_forks.only_through_accessors;
    totals.suspensions += stats->suspensions;
}

/* Runs `body` for `runs` seeds; each run is one of its own. */
static void explore(void (*body)(void *), uint64_t runs, int sleeps_end)
{
    uint64_t seed = test_seed();

    runs = test_option("runs", runs);
    memset(&totals, 0, sizeof totals);
    for (uint64_t i = 0; i < runs; i++) {
        struct weak_options options = {.seed = seed + i, .sleeps_end = sleeps_end};
        struct weak_result result;

        options.stale_in_256 = (uint32_t)(i % 4) * 40;
        options.stay_in_256 = (uint32_t)(i / 4 % 4) * 80;
        result = weak_run(&options, body, NULL);
        totals.stale_loads += result.stale_loads;
        totals.steps += result.steps;
        totals.limits += result.limits;
        if (result.verdict != WEAK_DONE) {
            static const char *const names[] = {"done", "race", "deadlock", "endless", "broken"};
            TEST_FAIL("seed=%llu runs=1: %s: %s", (unsigned long long)(seed + i), names[result.verdict],
                      result.message);
            return;
        }
    }
    TEST_NOTE("%llu runs, %llu steps, %llu stale loads; killed %llu + %llu, forked %llu + %llu; %llu sleeps "
              "ended by time",
              (unsigned long long)runs, (unsigned long long)totals.steps,
              (unsigned long long)totals.stale_loads, (unsigned long long)totals.kills,
              (unsigned long long)totals.barrier_kills, (unsigned long long)totals.forks,
              (unsigned long long)totals.barrier_forks, (unsigned long long)totals.limits);
}

/* A cooperative kernel that shrinks and grows, and transmits up to 8 bytes; `variants` are flags beside
 * these. */
static uint32_t launch_resizing(uint32_t kernel_index, uint32_t variants, uint32_t groups, const void *args,
                                uint32_t args_bytes)
{
    struct machine_launch launch = {.kernel_index = kernel_index,
                                    .flags = COOP_INSTANCE_COOPERATIVE | COOP_INSTANCE_SHRINKS |
                                             COOP_INSTANCE_GROWS | variants,
                                    .transmit_bytes = 8,
                                    .groups = groups,
                                    .args = args,
                                    .args_bytes = args_bytes};

    return machine_launch(&launch);
}

static uint32_t launch_exchange(uint64_t cells, uint64_t wrong, uint32_t rounds, uint32_t groups)
{
    struct exchange_args args = {.cells = cells, .wrong = wrong, .rounds = rounds};

    return launch_resizing(KERNEL_EXCHANGE, 0, groups, &args, sizeof args);
}

static uint32_t launch_draw(uint64_t tickets, uint64_t done, uint64_t wrong, uint32_t end, uint32_t groups)
{
    struct draw_args args = {.tickets = tickets, .done = done, .wrong = wrong, .end = end};

    return launch_resizing(KERNEL_DRAW, 0, groups, &args, sizeof args);
}

static uint32_t launch_exchange_to_the_last(uint64_t cells, uint64_t wrong, uint32_t rounds, uint32_t groups)
{
    struct exchange_to_the_last_args args = {.cells = cells, .wrong = wrong, .rounds = rounds};

    return launch_resizing(KERNEL_EXCHANGE_TO_THE_LAST, COOP_INSTANCE_MAY_KILL_ALL, groups, &args,
                           sizeof args);
}

static uint32_t launch_draw_in_any_order(uint64_t own, uint64_t tickets, uint64_t done, uint64_t wrong,
                                         uint32_t end, uint32_t groups)
{
    struct draw_in_any_order_args args = {
        .own = own, .tickets = tickets, .done = done, .wrong = wrong, .end = end};

    return launch_resizing(KERNEL_DRAW_IN_ANY_ORDER,
                           COOP_INSTANCE_KILLS_ANY | COOP_INSTANCE_MAY_KILL_ALL | COOP_INSTANCE_NEVER_MEETS,
                           groups, &args, sizeof args);
}

static uint32_t launch_fill(uint64_t out, uint32_t value, uint32_t groups, uint32_t items)
{
    struct fill_args args = {.out = out, .value = value};
    struct machine_launch launch = {.kernel_index = KERNEL_FILL,
                                    .groups = groups,
                                    .items = items,
                                    .args = &args,
                                    .args_bytes = sizeof args};

    return machine_launch(&launch);
}

static uint32_t launch_clash(uint64_t cells, uint32_t groups)
{
    struct clash_args args = {.cells = cells};
    struct machine_launch launch = {.kernel_index = KERNEL_CLASH,
                                    .flags =
                                        COOP_INSTANCE_COOPERATIVE, /* fixed: it starts with all of them */
                                    .groups = groups,
                                    .args = &args,
                                    .args_bytes = sizeof args};

    return machine_launch(&launch);
}

static void check_cells(const uint32_t *cells, uint32_t count, uint32_t wanted, const char *what)
{
    for (uint32_t i = 0; i < count; i++) {
        weak_check(cells[i] == wanted, "%s: cell %u is %u instead of %u", what, i, cells[i], wanted);
    }
}

/* S5, S6 with regular kernels that come and go. */
static void exchange_beside_fill(void *none)
{
    uint64_t cells_at, wrong_at, out_at;
    uint32_t *cells, *wrong, *out;
    uint32_t workers = 2 + weak_below(3);
    uint32_t frames = 1 + weak_below(3);
    struct coop_instance_stats stats;
    uint32_t index;

    (void)none;
    machine_start(workers);
    cells = machine_buffer(16, &cells_at);
    wrong = machine_buffer(1, &wrong_at);
    out = machine_buffer(8, &out_at);
    (void)cells;
    index = launch_exchange(cells_at, wrong_at, 4 + weak_below(8), workers);
    for (uint32_t i = 0; i < frames; i++) {
        stats = machine_wait(launch_fill(out_at, 1, 1 + weak_below(workers - 1), 8));
        weak_check(stats.was_cut_short == 0, "a regular kernel was cut short");
        check_cells(out, 8, i + 1, "fill");
    }
    stats = machine_wait(index);
    take(&stats);
    weak_check(*wrong == 0, "%u cells were old after the barrier", *wrong);
    machine_stop();
}

/* S3, S4 with regular kernels that come and go. */
static void draw_beside_fill(void *none)
{
    uint64_t tickets_at, done_at, wrong_at, out_at;
    uint32_t *tickets, *done, *wrong, *out;
    uint32_t workers = 2 + weak_below(3);
    uint32_t end = 8 + weak_below(32);
    struct coop_instance_stats stats;
    uint32_t index;

    (void)none;
    machine_start(workers);
    tickets = machine_buffer(1, &tickets_at);
    done = machine_buffer(64, &done_at);
    wrong = machine_buffer(1, &wrong_at);
    out = machine_buffer(8, &out_at);
    (void)tickets;
    index = launch_draw(tickets_at, done_at, wrong_at, end, workers);
    for (uint32_t i = 0; i < 2; i++) {
        machine_wait(launch_fill(out_at, 1, 1 + weak_below(workers - 1), 8));
        check_cells(out, 8, i + 1, "fill");
    }
    stats = machine_wait(index);
    take(&stats);
    check_cells(done, end, 1, "draw");
    weak_check(*wrong == 0, "%u joining work-groups did not see what their caller had done", *wrong);
    machine_stop();
}

/* S1a, S1b, S3a, S3b: regular kernels take all the workers, and what was suspended goes on; with fewer ids
 * than slots, too. */
static void variants_beside_fill(void *none)
{
    uint64_t cells_at, own_at, tickets_at, done_at, wrong_at, out_at;
    uint32_t *done, *wrong, *out;
    uint32_t workers = 1 + weak_below(4);
    uint32_t end = 8 + weak_below(32);
    uint32_t first, second;

    (void)none;
    machine_start(workers);
    machine_buffer(16, &cells_at);
    machine_buffer(16, &own_at);
    machine_buffer(1, &tickets_at);
    done = machine_buffer(64, &done_at);
    wrong = machine_buffer(1, &wrong_at);
    out = machine_buffer(8, &out_at);
    first = launch_draw_in_any_order(own_at, tickets_at, done_at, wrong_at, end, 1 + weak_below(workers));
    second = launch_exchange_to_the_last(cells_at, wrong_at, 4 + weak_below(8), workers);
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t groups = weak_below(2) ? workers : 1 + weak_below(workers);
        machine_wait(launch_fill(out_at, 1, groups, 8));
        check_cells(out, 8, i + 1, "fill");
    }
    for (int i = 0; i < 2; i++) {
        struct coop_instance_stats stats = machine_wait(i == 0 ? first : second);
        weak_check(stats.was_cut_short == 0, "a cooperative kernel was cut short");
        take(&stats);
    }
    check_cells(done, end, 1, "draw");
    weak_check(*wrong == 0, "%u did not see what they had to", *wrong);
    machine_stop();
}

/* A stop finds kernels running, suspended, or on the way from one to the other. */
static void stopped_with_variants(void *none)
{
    uint64_t cells_at, own_at, tickets_at, done_at, wrong_at, out_at;
    uint32_t workers = 1 + weak_below(3);
    uint32_t turns = weak_below(200);

    (void)none;
    machine_start(workers);
    machine_buffer(16, &cells_at);
    machine_buffer(16, &own_at);
    machine_buffer(1, &tickets_at);
    machine_buffer(512, &done_at);
    machine_buffer(1, &wrong_at);
    machine_buffer(8, &out_at);
    launch_draw_in_any_order(own_at, tickets_at, done_at, wrong_at, 512, workers);
    launch_exchange_to_the_last(cells_at, wrong_at, 1000, workers);
    launch_fill(out_at, 1, workers, 8);
    for (uint32_t i = 0; i < turns; i++) {
        weak_relax();
    }
    machine_ask_to_stop();
    for (uint32_t i = 0; i < 3; i++) {
        struct coop_instance_stats stats = machine_wait(i);
        take(&stats);
    }
    machine_stop();
}

/* Entries of the table and slots are used again and again, by kernels of both kinds. */
static void one_after_the_other(void *none)
{
    uint64_t cells_at, wrong_at, out_at, tickets_at, done_at;
    uint32_t *wrong, *out, *done, *tickets;
    uint32_t workers = 1 + weak_below(3);

    (void)none;
    machine_start(workers);
    machine_buffer(16, &cells_at);
    wrong = machine_buffer(1, &wrong_at);
    out = machine_buffer(4, &out_at);
    tickets = machine_buffer(1, &tickets_at);
    done = machine_buffer(8, &done_at);
    for (uint32_t i = 0; i < 4; i++) {
        struct coop_instance_stats stats;
        *tickets = 0;
        stats = machine_wait(launch_exchange(cells_at, wrong_at, 1 + weak_below(3), workers));
        take(&stats);
        stats = machine_wait(launch_draw(tickets_at, done_at, wrong_at, 8, workers));
        take(&stats);
        check_cells(done, 8, i + 1, "draw");
        machine_wait(launch_fill(out_at, 1, workers, 4));
        check_cells(out, 4, i + 1, "fill");
    }
    weak_check(*wrong == 0, "%u wrong", *wrong);
    machine_stop();
}

/* S10: two cooperative kernels share the workers. */
static void two_cooperative(void *none)
{
    uint64_t cells_at, wrong_at, tickets_at, done_at;
    uint32_t *wrong, *done;
    uint32_t workers = 2 + weak_below(3);
    struct coop_instance_stats stats;
    uint32_t first, second;

    (void)none;
    machine_start(workers);
    machine_buffer(16, &cells_at);
    wrong = machine_buffer(1, &wrong_at);
    machine_buffer(1, &tickets_at);
    done = machine_buffer(32, &done_at);
    first = launch_exchange(cells_at, wrong_at, 6, workers);
    second = launch_draw(tickets_at, done_at, wrong_at, 32, workers);
    stats = machine_wait(second);
    take(&stats);
    check_cells(done, 32, 1, "draw");
    stats = machine_wait(first);
    take(&stats);
    weak_check(*wrong == 0, "%u wrong", *wrong);
    machine_stop();
}

/* A stop in the middle: everybody leaves, every launch is answered, and what was done until then is
 * visible. */
static void stopped_in_the_middle(void *none)
{
    uint64_t cells_at, wrong_at, out_at;
    uint32_t workers = 2 + weak_below(3);
    uint32_t turns = weak_below(200);
    uint32_t *cells;

    (void)none;
    machine_start(workers);
    cells = machine_buffer(16, &cells_at);
    machine_buffer(1, &wrong_at);
    machine_buffer(8, &out_at);
    launch_exchange(cells_at, wrong_at, 1000, workers);
    launch_fill(out_at, 1, 1, 8);
    for (uint32_t i = 0; i < turns; i++) {
        weak_relax();
    }
    machine_ask_to_stop();
    machine_wait(0);
    machine_wait(1);
    for (uint32_t i = 1; i < workers; i++) {
        weak_check(cells[i] <= 1000, "cell %u is %u", i,
                   cells[i]); /* the reads themselves are what is checked */
    }
    machine_stop();
}

/* A failure while the host still launches: one record, complete; everybody leaves; every launch is
 * answered. */
static void fails_while_launching(void *none)
{
    uint64_t cells_at, out_at;
    uint32_t workers = 2 + weak_below(3);
    struct coop_failure_record record;
    uint32_t indices[4];
    int pauses = weak_below(2) == 0;

    (void)none;
    machine_start(workers);
    machine_buffer(16, &cells_at);
    machine_buffer(16, &out_at);
    indices[0] = launch_clash(cells_at, workers);
    for (uint32_t i = 1; i < 4; i++) {
        for (uint32_t turns = pauses ? weak_below(60) : 0; turns > 0; turns--) {
            weak_relax();
        }
        indices[i] = launch_fill(out_at + i * 16, 1, 1, 4);
    }
    if (weak_below(2) == 0) {
        record = machine_wait_for_failure();
        weak_check(record.kind.only_through_accessors == COOP_FAILURE_BARRIER_KINDS && record.launch == 1,
                   "the record says %u of launch %u", record.kind.only_through_accessors, record.launch);
    }
    for (uint32_t i = 0; i < 4; i++) {
        machine_wait(indices[i]);
    }
    machine_join();
}

/* Launches that find the scheduler asleep, with nobody else to wake it. */
static void launches_after_a_while(void *none)
{
    uint64_t out_at;

    (void)none;
    machine_start(1);
    machine_buffer(4, &out_at);
    for (uint32_t i = 0; i < 6; i++) {
        for (uint32_t turns = weak_below(40); turns > 0; turns--) {
            weak_relax();
        }
        machine_wait(launch_fill(out_at, 1, 1, 2));
    }
    machine_stop();
}

static uint64_t word_now(uint64_t at, uint64_t bytes)
{
    uint64_t word = 0;

    machine_read(at, &word, bytes);
    return word;
}

/* coop/buffer.h: whole words of a buffer that a running kernel uses. */
static void talks_with_a_running_kernel(void *none)
{
    struct converse_args args = {.rounds = 6};
    struct machine_launch launch = {.kernel_index = KERNEL_CONVERSE,
                                    .flags = COOP_INSTANCE_COOPERATIVE,
                                    .groups = 1,
                                    .args = &args,
                                    .args_bytes = sizeof args};
    uint32_t *data;

    (void)none;
    machine_start(1 + weak_below(2));
    machine_buffer(2, &args.asked64);
    machine_buffer(2, &args.answered64);
    machine_buffer(1, &args.asked);
    machine_buffer(1, &args.answered);
    data = machine_buffer(1, &args.data);
    machine_launch(&launch);
    for (uint64_t round = 1; round <= 6; round++) {
        uint64_t bytes = round % 2 == 1 ? 4 : 8;
        data[0]++;
        machine_write(bytes == 4 ? args.asked : args.asked64, &round, bytes);
        while (word_now(bytes == 4 ? args.answered : args.answered64, bytes) != round) {
            weak_relax();
        }
        weak_check(data[0] == 2 * round, "%u instead of %llu", data[0], (unsigned long long)(2 * round));
    }
    machine_wait(0);
    machine_stop();
}

TEST(words_carry_data_between_host_and_running_kernel)
{
    explore(talks_with_a_running_kernel, 250, 0);
    TEST_AT_LEAST(totals.stale_loads, 1);
}

TEST(barriers_order_plain_accesses_while_m_changes)
{
    explore(exchange_beside_fill, 400, 0);
    TEST_AT_LEAST(totals.barrier_kills, 1);
    TEST_AT_LEAST(totals.barrier_forks, 1);
    TEST_AT_LEAST(totals.stale_loads, 1);
}

TEST(every_ticket_is_drawn_once_through_kills_and_forks)
{
    explore(draw_beside_fill, 400, 0);
    TEST_AT_LEAST(totals.kills, 1);
    TEST_AT_LEAST(totals.forks, 1);
}

TEST(what_was_suspended_goes_on_and_ids_have_one_bearer)
{
    explore(variants_beside_fill, 400, 0);
    TEST_NOTE("%llu suspensions", (unsigned long long)totals.suspensions);
    TEST_AT_LEAST(totals.suspensions, 1);
    TEST_AT_LEAST(totals.forks, 1);
}

TEST(a_stop_reaches_the_suspended)
{
    explore(stopped_with_variants, 250, 1);
    TEST_AT_LEAST(totals.suspensions, 1);
}

TEST(entries_and_slots_are_used_again)
{
    explore(one_after_the_other, 150, 0);
}

TEST(two_cooperative_kernels_share)
{
    explore(two_cooperative, 250, 0);
}

TEST(a_stop_reaches_everybody)
{
    explore(stopped_in_the_middle, 250, 1);
}

TEST(a_failure_is_complete_when_it_is_seen)
{
    explore(fails_while_launching, 250, 1);
}

TEST(a_sleeping_scheduler_hears_the_doorbell)
{
    explore(launches_after_a_while, 400, 0);
}
