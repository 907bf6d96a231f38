/* What a message costs in the device's queue alone: work-groups send, and the host takes what they have
 * published. One slot for a work-group's messages, against one for each 32 neighbours and for each message;
 * against queues between threads of the host and memcpy, for messages of many sizes; and where few work-items
 * send. All sides take turns; a ratio is taken within a turn. */
#include "lab/bench/base/bench.h"
#include "messages_cases.h"

#include "tools/session/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct race {
    const struct bench_options *options;
    struct session session;
    struct messages_queue queue;
    struct messages_cases cases;
    coop_module *modules[MESSAGES_DRAWS]; /* that of the first is the session's at the end, too */
};

static int needs(const struct race *race, unsigned draw)
{
    for (unsigned i = 0; i < race->cases.count; i++) {
        if (race->cases.list[i].kind != KIND_RIVAL && race->cases.list[i].which == draw) {
            return 1;
        }
    }
    return 0;
}

static int make_modules(struct race *race, struct tool_error *error)
{
    race->modules[DRAW_GROUP] = race->session.module;
    for (unsigned draw = DRAW_GROUP + 1; draw < MESSAGES_DRAWS; draw++) {
        size_t bytes = 0;
        const char *text = messages_module_text(draw, &bytes);
        if (needs(race, draw) &&
            session_check(&race->session,
                          coop_module_create(race->session.context, text, bytes, NULL, &race->modules[draw]),
                          error) != 0) {
            return -1;
        }
    }
    return 0;
}

/* The memory of a queue of either kind, since the device says only once it is open which it will be. */
static uint64_t memory_bytes(const struct bench_options *options)
{
    struct messages_cases cases;
    uint64_t most = 0;

    for (int is_by_copies = 0; is_by_copies < 2; is_by_copies++) {
        messages_cases_plan(&cases, options, is_by_copies);
        for (unsigned i = 0; i < cases.count; i++) {
            uint64_t bytes =
                cases.list[i].kind != KIND_RIVAL ? messages_queue_bytes(&cases.list[i].shape, 1) : 0;
            most = bytes > most ? bytes : most;
        }
    }
    return 2 * most + (1 << 20); /* the rings and the slots may be largest in different ones */
}

static int open_race(struct race *race, struct tool_error *error)
{
    struct messages_shape shapes[MESSAGES_CASES_MAX];
    struct session_options options = {.device = race->options->device,
                                      .groups = (uint32_t)race->options->groups,
                                      .memory_bytes = memory_bytes(race->options)};
    unsigned count = 0;

    options.module_text = messages_module_text(DRAW_GROUP, &options.module_bytes);
    if (session_open(&options, &race->session, error) != 0) {
        return -1;
    }
    messages_cases_plan(&race->cases, race->options, strcmp(race->session.device.transport, "svm") != 0);
    for (unsigned i = 0; i < race->cases.count; i++) {
        if (race->cases.list[i].kind != KIND_RIVAL) {
            shapes[count++] = race->cases.list[i].shape;
        }
    }
    return messages_queue_open(&race->queue, &race->session, shapes, count, error) != 0
               ? -1
               : make_modules(race, error);
}

/* The kernels of one module, in a run of it. */
static int play_draw(struct race *race, unsigned draw, int is_counted, struct tool_error *error)
{
    const struct coop_run_options options = {.worker_groups = (uint32_t)race->options->groups,
                                             .local_items = (uint32_t)race->options->local_items,
                                             .timeout_ns = bench_timeout_ns(race->options),
                                             .stall_after_ns = bench_stall_ns(race->options)};
    int is_warm = 0;

    race->session.module = race->modules[draw];
    if (session_start(&race->session, &options, error) != 0) {
        return -1;
    }
    for (unsigned i = 0; i < race->cases.count; i++) {
        struct messages_case *item = &race->cases.list[i];
        if (item->kind == KIND_RIVAL || item->which != draw) {
            continue;
        }
        if (!is_warm && messages_case_play(&race->cases, item, &race->session, &race->queue, 0, error) != 0) {
            return -1;
        }
        is_warm = 1;
        if (messages_case_play(&race->cases, item, &race->session, &race->queue, is_counted, error) != 0) {
            return -1;
        }
    }
    return session_stop(&race->session, error);
}

static int play_rivals(struct race *race, int is_counted, struct tool_error *error)
{
    for (unsigned i = 0; i < race->cases.count; i++) {
        struct messages_case *item = &race->cases.list[i];
        if (item->kind == KIND_RIVAL &&
            messages_case_play(&race->cases, item, &race->session, &race->queue, is_counted, error) != 0) {
            return -1;
        }
    }
    return 0;
}

/* The sides begin in another order each time; the first turn warms up. */
static int turn_of(struct race *race, uint64_t turn, struct tool_error *error)
{
    for (unsigned i = 0; i <= MESSAGES_DRAWS; i++) {
        unsigned side = (unsigned)((i + turn) % (MESSAGES_DRAWS + 1));
        int status = side == MESSAGES_DRAWS ? play_rivals(race, turn > 0, error)
                     : needs(race, side)    ? play_draw(race, side, turn > 0, error)
                                            : 0;
        if (status != 0) {
            return -1;
        }
    }
    for (unsigned i = 0; i < race->cases.count && turn > 0; i++) {
        struct messages_case *item = &race->cases.list[i];
        const struct messages_case *base = &race->cases.list[item->base];
        samples_add(&item->ratios, item->last_wall / base->last_wall);
        samples_add(&item->cpu_ratios, item->last_cpu / base->last_cpu);
    }
    return 0;
}

static void put_ratios(struct table *table, struct samples *ratios)
{
    static const double quantiles[] = {0.5, 0.1, 0.9};

    for (unsigned i = 0; i < sizeof quantiles / sizeof *quantiles; i++) {
        table_cell(table, "%.2f", samples_quantile(ratios, quantiles[i]));
    }
}

static void put_rows(struct table *table, const void *from)
{
    const struct race *race = from;

    for (unsigned i = 0; i < race->cases.count; i++) {
        struct messages_case item = race->cases.list[i]; /* the statistics sort the values in place */
        table_begin_row(table);
        table_cell(table, "%s", item.part);
        table_cell(table, "%s", item.side);
        table_cell(table, "%u", item.bytes);
        table_cell(table, "%llu", (unsigned long long)race->options->groups);
        table_cell(table, "%llu", (unsigned long long)race->options->local_items);
        table_cell(table, "%llu", (unsigned long long)item.messages);
        table_cell(table, "%.2f", samples_median(&item.wall));
        if (item.kind == KIND_RIVAL) {
            table_cell(table, "%s", "");
        } else {
            table_cell(table, "%.2f", samples_median(&item.run));
        }
        table_cell(table, "%.2f", samples_median(&item.cpu));
        put_ratios(table, &item.ratios);
        put_ratios(table, &item.cpu_ratios);
        table_end_row(table);
    }
}

static void print_results(struct race *race)
{
    static const struct table_column columns[] = {
        {"part", 1, 0},      {"side", 1, 0},     {"bytes", 0, 0},   {"groups", 0, 0},
        {"local", 0, 0},     {"messages", 0, 0}, {"wall_ns", 0, 0}, {"run_ns", 0, 0},
        {"cpu_ns", 0, 0},    {"ratio", 0, 0},    {"p10", 0, 0},     {"p90", 0, 0},
        {"cpu_ratio", 0, 0}, {"cpu_p10", 0, 0},  {"cpu_p90", 0, 0}, {NULL, 0, 0}};

    table_write(race->options->report, "rows", columns, put_rows, race);
}

static void close_race(struct race *race)
{
    messages_queue_close(&race->queue);
    messages_cases_clear(&race->cases);
    coop_run_destroy(race->session.run);
    race->session.run = NULL;
    for (unsigned draw = DRAW_GROUP + 1; draw < MESSAGES_DRAWS; draw++) {
        coop_module_destroy(race->modules[draw]);
    }
    if (race->modules[DRAW_GROUP] != NULL) {
        race->session.module = race->modules[DRAW_GROUP];
    }
    session_close(&race->session);
}

int bench_messages(const struct bench_options *options, struct tool_error *error)
{
    struct race *race = calloc(1, sizeof *race);
    int status = race != NULL ? 0 : tool_fail(error, "the host has no memory left");

    if (status != 0) {
        return status;
    }
    race->options = options;
    status = open_race(race, error);
    for (uint64_t turn = 0; turn <= options->pairs && status == 0; turn++) {
        status = turn_of(race, turn, error);
    }
    if (status == 0) {
        print_results(race);
    }
    if (status == 0 && race->cases.wrong > 0) {
        fprintf(stderr, "coop-bench messages: %llu times other messages came than were sent\n",
                (unsigned long long)race->cases.wrong);
        status = 1;
    }
    close_race(race);
    free(race);
    return status;
}
