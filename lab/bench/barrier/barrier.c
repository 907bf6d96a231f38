/* The cost of a global barrier: in the megakernel, non-resizing and resizing, and in ordinary kernels, by
 * every form that tools/baseline/plain_barrier.h knows, of which the fastest is named.
 *
 * For each number of work-groups the variants take turns. A run lives for its part of a turn, so that its
 * work-groups do not disturb the others. The time is the device's, from the begin of the first work-group
 * to the end of the last one, divided by the number of barriers. */
#include "lab/bench/base/bench.h"

#include "bench_kernels.h"
#include "bench_kernels_text.h"
#include "lab/bench/base/bench_list.h"
#include "tools/baseline/plain_barrier.h"
#include "tools/measure/clock.h"
#include "tools/measure/samples.h"
#include "tools/session/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK_EVERY 64u

/* The time that a launch is to take: the cost of launching it is then small beside its barriers. */
#define LAUNCH_NS 1e7
#define ROUNDS_FIRST 128u
#define ROUNDS_MAX (1u << 22)

/* The megakernel's two variants come first in the table, at these places; then the forms of ordinary
 * kernels. */
enum { INDEX_GLOBAL, INDEX_RESIZING, INDEX_PLAIN };
#define VARIANTS_MAX 32

static unsigned variant_count(void)
{
    return INDEX_PLAIN + plain_barrier_form_count;
}

static const char *variant_name(unsigned index)
{
    return index == INDEX_GLOBAL     ? "global_barrier"
           : index == INDEX_RESIZING ? "resizing_global_barrier"
                                     : plain_barrier_forms[index - INDEX_PLAIN].name;
}

struct barrier_bench {
    const struct bench_options *options;
    struct session session;
    coop_buffer *words;
    coop_buffer *wrong_word;
    uint32_t *host_words;
    uint32_t groups_max;
    struct plain_barrier *plain;

    /* At the present number of work-groups. */
    uint32_t wanted; /* 0: what the device has */
    uint32_t groups;
    uint32_t rounds[VARIANTS_MAX]; /* 0: not calibrated */
    struct samples ns[VARIANTS_MAX];
    uint32_t wrong[VARIANTS_MAX];
    int has_said;
    struct table table;
};

static int post(struct barrier_bench *bench, unsigned index, uint32_t rounds, coop_launch **launch,
                struct tool_error *error)
{
    struct session *session = &bench->session;
    const struct global_barriers_args global = {.words = coop_buffer_address(bench->words),
                                                .wrong = coop_buffer_address(bench->wrong_word),
                                                .rounds = rounds,
                                                .check_every = CHECK_EVERY};
    const struct resizing_barriers_args resizing = {
        .words = global.words, .wrong = global.wrong, .rounds = rounds, .check_every = CHECK_EVERY};

    return session_check(session,
                         index == INDEX_GLOBAL
                             ? global_barriers_launch(session->run, &global, NULL, launch)
                             : resizing_barriers_launch(session->run, &resizing, NULL, launch),
                         error);
}

static int launch_cooperative(struct barrier_bench *bench, unsigned index, uint32_t rounds, uint64_t *ns,
                              uint32_t *wrong, struct tool_error *error)
{
    struct session *session = &bench->session;
    uint32_t items = bench->groups * (uint32_t)bench->options->local_items;
    uint64_t bytes = (uint64_t)2 * items * sizeof(uint32_t);
    struct coop_launch_stats stats;
    coop_launch *launch;
    uint64_t begin;
    uint32_t in_kernel = 0;

    if (session_check(session, coop_buffer_fill(bench->words, 0, 0, bytes), error) != 0 ||
        session_check(session, coop_buffer_write(bench->wrong_word, 0, &in_kernel, sizeof in_kernel),
                      error) != 0) {
        return -1;
    }
    begin = clock_now_ns();
    if (post(bench, index, rounds, &launch, error) != 0 ||
        session_wait(session, launch, bench_timeout_ns(bench->options), &stats, error) != 0) {
        return -1;
    }
    *ns = stats.run_ns > 0 ? stats.run_ns : clock_now_ns() - begin;
    if (session_check(session, coop_buffer_read(bench->wrong_word, 0, &in_kernel, sizeof in_kernel), error) !=
            0 ||
        session_check(session, coop_buffer_read(bench->words, 0, bench->host_words, bytes), error) != 0) {
        return -1;
    }
    *wrong += in_kernel + barriers_unfinished(bench->host_words, items, rounds, CHECK_EVERY);
    /* with fewer work-groups the launch has measured something else */
    *wrong += stats.groups_at_start != bench->groups;
    return 0;
}

static int launch_once(struct barrier_bench *bench, unsigned index, uint32_t rounds, uint64_t *ns,
                       struct tool_error *error)
{
    const struct plain_barrier_launch launch = {
        .form = index - INDEX_PLAIN, .groups = bench->groups, .rounds = rounds, .check_every = CHECK_EVERY};

    return index >= INDEX_PLAIN ? plain_barrier_run(bench->plain, &launch, ns, &bench->wrong[index], error)
                                : launch_cooperative(bench, index, rounds, ns, &bench->wrong[index], error);
}

static uint32_t choose_rounds(const struct barrier_bench *bench, uint64_t ns, uint32_t rounds)
{
    double wanted = LAUNCH_NS / ((double)(ns > 0 ? ns : 1) / rounds);

    if (bench->options->rounds > 0) {
        return (uint32_t)bench->options->rounds;
    }
    return wanted < ROUNDS_FIRST
               ? ROUNDS_FIRST
               : (wanted > ROUNDS_MAX ? ROUNDS_MAX : (uint32_t)wanted) / CHECK_EVERY * CHECK_EVERY;
}

/* One variant's part of a turn: a launch that is not counted, and some that are. 1 where they do not fit. */
static int play(struct barrier_bench *bench, unsigned index, struct tool_error *error)
{
    uint64_t ns = 0;
    uint64_t i;
    int status = 0;

    if (bench->rounds[index] == 0) {
        status = launch_once(bench, index, ROUNDS_FIRST, &ns, error); /* compiles, perhaps */
        status = status == 0 ? launch_once(bench, index, ROUNDS_FIRST, &ns, error) : status;
        bench->rounds[index] = choose_rounds(bench, ns, ROUNDS_FIRST);
    }
    for (i = 0; i <= bench->options->searches && status == 0; i++) {
        status = launch_once(bench, index, bench->rounds[index], &ns, error);
        if (status == 0 && i > 0) {
            samples_add(&bench->ns[index], (double)ns / bench->rounds[index]);
        }
    }
    return status;
}

/* Says once why these variants do not take part. */
static int leave_out(struct barrier_bench *bench, const char *who, const struct tool_error *error)
{
    if (!bench->has_said) {
        fprintf(stderr, "coop-bench barrier: %u work-groups without %s: %s\n", bench->groups, who,
                error->text);
        bench->has_said = 1;
    }
    return 0;
}

static int play_cooperative(struct barrier_bench *bench, struct tool_error *error)
{
    const struct coop_run_options run_options = {.worker_groups = bench->wanted,
                                                 .local_items = (uint32_t)bench->options->local_items,
                                                 .timeout_ns = bench_timeout_ns(bench->options),
                                                 .stall_after_ns = bench_stall_ns(bench->options)};
    struct coop_run_report report;
    int status = session_start_if_it_fits(&bench->session, &run_options, error);

    if (status != 0) {
        bench->groups = bench->wanted;
        return status < 0 ? -1 : leave_out(bench, "the megakernel", error);
    }
    if (session_check(&bench->session, coop_run_report(bench->session.run, &report), error) != 0) {
        return -1;
    }
    bench->groups = report.worker_groups < bench->groups_max ? report.worker_groups : bench->groups_max;
    if (play(bench, INDEX_GLOBAL, error) != 0 || play(bench, INDEX_RESIZING, error) != 0) {
        return -1;
    }
    return session_stop(&bench->session, error);
}

static int turn(struct barrier_bench *bench, struct tool_error *error)
{
    unsigned index;

    if (play_cooperative(bench, error) != 0) {
        return -1;
    }
    for (index = INDEX_PLAIN; index < variant_count(); index++) {
        int status = plain_barrier_fits(bench->plain, index - INDEX_PLAIN, bench->groups)
                         ? play(bench, index, error)
                         : 0;

        if (status < 0) {
            return -1;
        }
        if (status > 0) {
            return leave_out(bench, "ordinary kernels", error);
        }
    }
    return 0;
}

static const struct table_column columns[] = {
    {"barrier", 1, 38},   {"groups", 0, 6}, {"local", 0, 6},  {"barriers", 0, 9}, {"samples", 0, 7},
    {"median_ns", 0, 11}, {"p10_ns", 0, 9}, {"p90_ns", 0, 9}, {"wrong", 0, 6},    {NULL, 0, 0}};

static void print_row(struct barrier_bench *bench, unsigned variant)
{
    struct table *table = &bench->table;
    struct samples *ns = &bench->ns[variant];

    table_begin_row(table);
    table_cell(table, "%s", variant_name(variant));
    table_cell(table, "%u", bench->groups);
    table_cell(table, "%llu", (unsigned long long)bench->options->local_items);
    table_cell(table, "%u", bench->rounds[variant]);
    table_cell(table, "%zu", ns->count);
    table_cell(table, "%.1f", samples_median(ns));
    table_cell(table, "%.1f", samples_quantile(ns, 0.1));
    table_cell(table, "%.1f", samples_quantile(ns, 0.9));
    table_cell(table, "%u", bench->wrong[variant]);
    table_end_row(table);
}

/* The barrier that an ordinary kernel is best written with on this device. */
static void say_fastest(struct barrier_bench *bench)
{
    unsigned fastest = 0;
    unsigned index;

    for (index = INDEX_PLAIN; index < variant_count(); index++) {
        if (bench->ns[index].count > 0 &&
            (fastest == 0 || samples_median(&bench->ns[index]) < samples_median(&bench->ns[fastest]))) {
            fastest = index;
        }
    }
    if (fastest > 0) {
        fprintf(stderr,
                "coop-bench barrier: %u work-groups of %llu: the fastest of an ordinary kernel is \"%s\", "
                "%.0f ns\n",
                bench->groups, (unsigned long long)bench->options->local_items, variant_name(fastest),
                samples_median(&bench->ns[fastest]));
    }
}

static int print_results(struct barrier_bench *bench)
{
    unsigned index;
    int status = 0;

    for (index = 0; index < variant_count(); index++) {
        struct samples *ns = &bench->ns[index];

        if (ns->count == 0) {
            continue;
        }
        print_row(bench, index);
        if (bench->wrong[index] > 0) {
            fprintf(stderr, "coop-bench barrier: %s on %u work-groups: %u words are WRONG\n",
                    variant_name(index), bench->groups, bench->wrong[index]);
            status = 1;
        }
    }
    fflush(stdout);
    say_fastest(bench);
    return status;
}

static void forget(struct barrier_bench *bench)
{
    unsigned index;

    for (index = 0; index < variant_count(); index++) {
        samples_clear(&bench->ns[index]);
    }
    memset(bench->rounds, 0, sizeof bench->rounds);
    memset(bench->wrong, 0, sizeof bench->wrong);
}

static int bench_groups(struct barrier_bench *bench, uint32_t wanted, struct tool_error *error)
{
    uint64_t i;
    int status = 0;

    bench->wanted = wanted;
    bench->has_said = 0;
    for (i = 0; i < bench->options->pairs && status == 0; i++) {
        status = turn(bench, error);
    }
    if (status == 0) {
        status = print_results(bench);
    }
    forget(bench);
    return status;
}

static int prepare(struct barrier_bench *bench, uint32_t groups, struct tool_error *error)
{
    const struct bench_options *options = bench->options;
    uint64_t bytes, largest;
    struct session_options session_options = {.device = options->device,
                                              .groups = groups,
                                              .module_text = bench_kernels_module_text,
                                              .module_bytes = bench_kernels_module_bytes};
    struct plain_barrier_options plain_options = {.device = options->device,
                                                  .local_items = (uint32_t)options->local_items,
                                                  .timeout_ns = bench_timeout_ns(options)};

    largest = groups > 0 ? groups : BENCH_GROUPS_MAX;
    bytes = 2 * largest * options->local_items * sizeof(uint32_t);
    session_options.memory_bytes = bytes + (1 << 20);
    bench->groups_max = (uint32_t)largest;
    plain_options.groups_max = (uint32_t)largest;
    bench->host_words = malloc(bytes);
    if (bench->host_words == NULL) {
        return tool_fail(error, "memory is exhausted");
    }
    if (session_open(&session_options, &bench->session, error) != 0 ||
        session_check(&bench->session, coop_buffer_create(bench->session.context, bytes, &bench->words),
                      error) != 0 ||
        session_check(&bench->session,
                      coop_buffer_create(bench->session.context, sizeof(uint32_t), &bench->wrong_word),
                      error) != 0) {
        return -1;
    }
    return plain_barrier_create(&plain_options, &bench->plain, error);
}

int bench_barrier(const struct bench_options *options, struct tool_error *error)
{
    struct barrier_bench bench;
    struct bench_list list = options->groups_list;
    unsigned i;
    int status;

    if (list.count == 0) {
        bench_list_powers((uint32_t)options->groups, &list);
    }
    memset(&bench, 0, sizeof bench);
    bench.options = options;
    status = prepare(&bench, bench_list_largest(&list), error);
    if (status == 0) {
        table_begin(&bench.table, options->report, "rows", columns);
    }
    for (i = 0; i < list.count && status >= 0; i++) {
        int wrong = bench_groups(&bench, list.items[i], error);

        status = wrong != 0 ? wrong : status;
    }
    table_end(&bench.table);
    plain_barrier_destroy(bench.plain);
    coop_buffer_destroy(bench.words);
    coop_buffer_destroy(bench.wrong_word);
    session_close(&bench.session);
    free(bench.host_words);
    forget(&bench);
    return status;
}
