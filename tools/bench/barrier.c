/* The cost of a global barrier: in the megakernel, non-resizing and resizing, and in an ordinary kernel,
 * with one arrival counter and with hierarchical arrival.
 *
 * For each number of work-groups the variants take turns. A run lives for its part of a turn, so that its
 * work-groups do not disturb the others. The time is the device's, from the begin of the first work-group
 * to the end of the last one, divided by the number of barriers. */
#include "bench.h"

#include "barrier_plain.h"
#include "bench_kernels.h"
#include "bench_kernels_text.h"
#include "bench_list.h"
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

/* The megakernel's two variants come first in the table, at these places. */
enum kind { KIND_GLOBAL, KIND_RESIZING, KIND_PLAIN };

struct variant {
    const char *name;
    enum kind kind;
    uint32_t fanout;
    uint32_t wait;
};

#define RELAXED BARRIER_POLLS_RELAXED
#define SPINNING (BARRIER_POLLS_RELAXED | BARRIER_NEVER_NAPS)

static const struct variant variants[] = {
    {"global_barrier", KIND_GLOBAL, 0, 0},
    {"resizing_global_barrier", KIND_RESIZING, 0, 0},
    {"plain, one counter", KIND_PLAIN, 0, 0},
    {"plain, 16 to a counter", KIND_PLAIN, 16, 0},
    {"plain, 32 to a counter", KIND_PLAIN, 32, 0},
    {"plain, one counter, relaxed polls", KIND_PLAIN, 0, RELAXED},
    {"plain, 16 to a counter, relaxed polls", KIND_PLAIN, 16, RELAXED},
    {"plain, 32 to a counter, relaxed polls", KIND_PLAIN, 32, RELAXED},
    {"plain, one counter, no naps", KIND_PLAIN, 0, SPINNING},
    {"plain, one counter that all look at", KIND_PLAIN, 0, BARRIER_POLLS_ARRIVALS},
    {"plain, 16 to a counter, no naps", KIND_PLAIN, 16, SPINNING},
    {"plain, 32 to a counter, no naps", KIND_PLAIN, 32, SPINNING},
};
#define VARIANT_COUNT (sizeof variants / sizeof *variants)

struct barrier_bench {
    const struct bench_options *options;
    struct session session;
    coop_buffer *words;
    coop_buffer *wrong_word;
    uint32_t *host_words;
    uint32_t groups_max;
    struct barrier_plain *plain;

    /* At the present number of work-groups. */
    uint32_t wanted; /* 0: what the device has */
    uint32_t groups;
    uint32_t rounds[VARIANT_COUNT]; /* 0: not calibrated */
    struct samples ns[VARIANT_COUNT];
    uint32_t wrong[VARIANT_COUNT];
    int has_said;
    struct table table;
};

static int post(struct barrier_bench *bench, enum kind kind, uint32_t rounds, coop_launch **launch,
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
                         kind == KIND_GLOBAL
                             ? global_barriers_launch(session->run, &global, NULL, launch)
                             : resizing_barriers_launch(session->run, &resizing, NULL, launch),
                         error);
}

static int launch_cooperative(struct barrier_bench *bench, enum kind kind, uint32_t rounds, uint64_t *ns,
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
    if (post(bench, kind, rounds, &launch, error) != 0 ||
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
    const struct variant *variant = &variants[index];
    const struct barrier_plain_form form = {.groups = bench->groups,
                                            .rounds = rounds,
                                            .check_every = CHECK_EVERY,
                                            .fanout = variant->fanout,
                                            .wait = variant->wait};

    return variant->kind == KIND_PLAIN
               ? barrier_plain_run(bench->plain, &form, ns, &bench->wrong[index], error)
               : launch_cooperative(bench, variant->kind, rounds, ns, &bench->wrong[index], error);
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
    if (play(bench, KIND_GLOBAL, error) != 0 || play(bench, KIND_RESIZING, error) != 0) {
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
    for (index = KIND_PLAIN; index < VARIANT_COUNT; index++) {
        const struct variant *variant = &variants[index];

        /* With one leaf it is the single counter and a second one above it. */
        int takes_part = variant->fanout < bench->groups &&
                         !(variant->wait & BARRIER_NEVER_NAPS && barrier_plain_is_on_cpu(bench->plain));
        int status = takes_part ? play(bench, index, error) : 0;

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
    table_cell(table, "%s", variants[variant].name);
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

static int print_results(struct barrier_bench *bench)
{
    unsigned index;
    int status = 0;

    for (index = 0; index < VARIANT_COUNT; index++) {
        struct samples *ns = &bench->ns[index];

        if (ns->count == 0) {
            continue;
        }
        print_row(bench, index);
        if (bench->wrong[index] > 0) {
            fprintf(stderr, "coop-bench barrier: %s on %u work-groups: %u words are WRONG\n",
                    variants[index].name, bench->groups, bench->wrong[index]);
            status = 1;
        }
    }
    fflush(stdout);
    return status;
}

static void forget(struct barrier_bench *bench)
{
    unsigned index;

    for (index = 0; index < VARIANT_COUNT; index++) {
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
    struct barrier_plain_options plain_options = {.device = options->device,
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
    return barrier_plain_create(&plain_options, &bench->plain, error);
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
    barrier_plain_destroy(bench.plain);
    coop_buffer_destroy(bench.words);
    coop_buffer_destroy(bench.wrong_word);
    session_close(&bench.session);
    free(bench.host_words);
    forget(&bench);
    return status;
}
