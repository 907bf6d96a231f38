/* coop-trace stat: the tables, for people, as CSV and as JSON. */
#include "trace.h"

#include "tools/measure/samples.h"
#include "tools/report/table.h"

#include <coop/trace_stat.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const struct table_column kernel_columns[] = {{"kernel", 1, 0},        {"kind", 1, 0},
                                                     {"launches", 0, 0},      {"forks", 0, 0},
                                                     {"kills", 0, 0},         {"barriers", 0, 0},
                                                     {"M_min", 0, 0},         {"M_mean", 0, 0},
                                                     {"M_max", 0, 0},         {"gather_p50_us", 0, 0},
                                                     {"gather_p99_us", 0, 0}, {"run_mean_ms", 0, 0},
                                                     {"occupancy", 0, 0},     {NULL, 0, 0}};

/* The time that the kernel's launches waited from the posting to the start. */
static struct samples gather_of(const struct coop_trace_stat *stat, size_t kernel)
{
    struct samples gather_us = {0};

    for (size_t i = 0; i < stat->trace->launch_count; i++) {
        const struct coop_trace_launch_stat *launch = &stat->launches[i];

        if (launch->kernel == kernel && launch->has_started) {
            samples_add(&gather_us, (double)(launch->started_ns - launch->seen_ns) / 1e3);
        }
    }
    return gather_us;
}

static void put_kernels(struct table *table, const void *from)
{
    const struct coop_trace_stat *stat = from;
    double span_ns = (double)(stat->end_ns - stat->begin_ns);
    double workers = stat->trace->slot_count > 1 ? stat->trace->slot_count - 1 : 1;

    for (size_t i = 0; i < stat->kernel_count; i++) {
        const struct coop_trace_kernel_stat *kernel = &stat->kernels[i];
        struct samples gather_us = gather_of(stat, i);
        double started = (double)gather_us.count;

        table_begin_row(table);
        table_cell(table, "%s", kernel->name);
        table_cell(table, "%s", kernel->is_cooperative ? "cooperative" : "regular");
        table_cell(table, "%" PRIu64, kernel->launches);
        table_cell(table, "%" PRIu64, kernel->forks);
        table_cell(table, "%" PRIu64, kernel->kills);
        table_cell(table, "%" PRIu64, kernel->barriers);
        table_cell(table, "%" PRIu32, kernel->groups_least);
        table_cell(table, "%.3f", kernel->run_ns > 0 ? kernel->group_ns / kernel->run_ns : 0.0);
        table_cell(table, "%" PRIu32, kernel->groups_most);
        table_cell(table, "%.1f", samples_quantile(&gather_us, 0.5));
        table_cell(table, "%.1f", samples_quantile(&gather_us, 0.99));
        table_cell(table, "%.3f", started > 0 ? kernel->run_ns / started / 1e6 : 0.0);
        table_cell(table, "%.4f", span_ns > 0 ? kernel->busy_ns / span_ns / workers : 0.0);
        table_end_row(table);
        samples_clear(&gather_us);
    }
}

static const struct table_column instance_columns[] = {
    {"launch", 0, 0},          {"kernel", 1, 0}, {"start_ms", 0, 0},
    {"gather_us", 0, 0},       {"run_ms", 0, 0}, {"groups_wanted", 0, 0},
    {"groups_at_start", 0, 0}, {"forks", 0, 0},  {"kills", 0, 0},
    {"barriers", 0, 0},        {"M_min", 0, 0},  {"M_mean", 0, 0},
    {"M_max", 0, 0},           {NULL, 0, 0}};

static void put_instances(struct table *table, const void *from)
{
    const struct coop_trace_stat *stat = from;

    for (size_t i = 0; i < stat->trace->launch_count; i++) {
        const struct coop_trace_launch_stat *launch = &stat->launches[i];
        double run_ns = launch->has_started ? (double)(launch->ended_ns - launch->started_ns) : 0;

        table_begin_row(table);
        table_cell(table, "%" PRIu32, stat->trace->launches[i].sequence);
        table_cell(table, "%s", stat->trace->launches[i].kernel);
        table_cell(table, "%.6f",
                   launch->has_started ? (double)(launch->started_ns - stat->begin_ns) / 1e6 : 0.0);
        table_cell(table, "%.1f",
                   launch->has_started ? (double)(launch->started_ns - launch->seen_ns) / 1e3 : 0.0);
        table_cell(table, "%.6f", run_ns / 1e6);
        table_cell(table, "%" PRIu32, stat->trace->launches[i].groups);
        table_cell(table, "%" PRIu32, launch->groups_at_start);
        table_cell(table, "%" PRIu64, launch->forks);
        table_cell(table, "%" PRIu64, launch->kills);
        table_cell(table, "%" PRIu64, launch->barriers);
        table_cell(table, "%" PRIu32, launch->groups_least);
        table_cell(table, "%.3f", run_ns > 0 ? launch->group_ns / run_ns : 0.0);
        table_cell(table, "%" PRIu32, launch->groups_most);
        table_end_row(table);
    }
}

static const struct table_column slot_columns[] = {
    {"slot", 0, 0}, {"work_groups", 0, 0}, {"busy_ms", 0, 0}, {"busy_share", 0, 0}, {NULL, 0, 0}};

static void put_slots(struct table *table, const void *from)
{
    const struct coop_trace_stat *stat = from;
    double span_ns = (double)(stat->end_ns - stat->begin_ns);

    for (uint32_t slot = 1; slot < stat->trace->slot_count; slot++) {
        table_begin_row(table);
        table_cell(table, "%" PRIu32, slot);
        table_cell(table, "%" PRIu64, stat->slots[slot].groups);
        table_cell(table, "%.3f", (double)stat->slots[slot].busy_ns / 1e6);
        table_cell(table, "%.4f", span_ns > 0 ? (double)stat->slots[slot].busy_ns / span_ns : 0.0);
        table_end_row(table);
    }
}

static const struct table_column time_columns[] = {
    {"from_ms", 0, 0}, {"to_ms", 0, 0}, {"kernel", 1, 0}, {"work_groups", 0, 0}, {NULL, 0, 0}};

static void put_time(struct table *table, const void *from)
{
    const struct coop_trace_stat *stat = from;

    for (size_t part = 0; part < stat->parts; part++) {
        for (size_t kernel = 0; kernel < stat->kernel_count; kernel++) {
            table_begin_row(table);
            table_cell(table, "%.3f", (double)part * stat->part_ns / 1e6);
            table_cell(table, "%.3f", (double)(part + 1) * stat->part_ns / 1e6);
            table_cell(table, "%s", stat->kernels[kernel].name);
            table_cell(table, "%.3f", stat->occupied[part * stat->kernel_count + kernel]);
            table_end_row(table);
        }
    }
}

static const struct table_column channel_columns[] = {
    {"kernel", 1, 0}, {"channel", 1, 0}, {"batches", 0, 0}, {"items", 0, 0},   {"items_each", 0, 0},
    {"fill", 0, 0},   {"pushed", 0, 0},  {"emitted", 0, 0}, {"kept", 0, 0},    {"shared", 0, 0},
    {"taken", 0, 0},  {"waits", 0, 0},   {"wait_ms", 0, 0}, {"busy_ms", 0, 0}, {NULL, 0, 0}};

static void put_channels(struct table *table, const void *from)
{
    const struct coop_trace_stat *stat = from;

    for (size_t i = 0; i < stat->channel_count; i++) {
        const struct coop_trace_channel_stat *channel = &stat->channels[i];

        table_begin_row(table);
        table_cell(table, "%s", channel->kernel);
        table_cell(table, "%s", channel->name);
        table_cell(table, "%" PRIu64, channel->batches);
        table_cell(table, "%" PRIu64, channel->items);
        table_cell(table, "%.1f",
                   channel->batches > 0 ? (double)channel->items / (double)channel->batches : 0.0);
        table_cell(table, "%.4f", channel->lanes > 0 ? (double)channel->items / (double)channel->lanes : 0.0);
        table_cell(table, "%" PRIu64, channel->pushed);
        table_cell(table, "%" PRIu64, channel->emitted);
        table_cell(table, "%" PRIu64, channel->kept);
        table_cell(table, "%" PRIu64, channel->shared);
        table_cell(table, "%" PRIu64, channel->taken);
        table_cell(table, "%" PRIu64, channel->waits);
        table_cell(table, "%.3f", (double)channel->wait_ns / 1e6);
        table_cell(table, "%.3f", (double)channel->busy_ns / 1e6);
        table_end_row(table);
    }
}

static const struct table_column closure_columns[] = {
    {"kernel", 1, 0},  {"closures", 0, 0}, {"opened", 0, 0}, {"closed", 0, 0}, {"waits", 0, 0},
    {"awaited", 0, 0}, {"returned", 0, 0}, {"joined", 0, 0}, {"peak", 0, 0},   {NULL, 0, 0}};

static void put_closures(struct table *table, const void *from)
{
    const struct coop_trace_stat *stat = from;

    for (size_t i = 0; i < stat->closure_count; i++) {
        const struct coop_trace_closure_stat *closures = &stat->closures[i];

        table_begin_row(table);
        table_cell(table, "%s", closures->kernel);
        table_cell(table, "%" PRIu64, closures->closures);
        table_cell(table, "%" PRIu64, closures->opened);
        table_cell(table, "%" PRIu64, closures->closed);
        table_cell(table, "%" PRIu64, closures->waits);
        table_cell(table, "%" PRIu64, closures->awaited);
        table_cell(table, "%" PRIu64, closures->returned);
        table_cell(table, "%" PRIu64, closures->joined);
        table_cell(table, "%" PRIu64, closures->peak);
        table_end_row(table);
    }
}

static const struct {
    const char *name;
    const struct table_column *columns;
    void (*put)(struct table *table, const void *from);
} tables[] = {{"kernels", kernel_columns, put_kernels},    {"instances", instance_columns, put_instances},
              {"slots", slot_columns, put_slots},          {"time", time_columns, put_time},
              {"channels", channel_columns, put_channels}, {"closures", closure_columns, put_closures}};
#define SLOTS 2
#define CHANNELS 4
#define CLOSURES 5
#define TABLES (sizeof tables / sizeof *tables)

static void print_json(struct report *report, const struct coop_trace_stat *stat)
{
    struct json *json = &report->json;

    json_text(json, "device", stat->trace->device_name);
    json_count(json, "slots", stat->trace->slot_count);
    json_count(json, "events", stat->trace->event_count);
    json_count(json, "events_lost", stat->trace->events_lost);
    json_count(json, "launches", stat->trace->launch_count);
    json_number(json, "span_ms", (double)(stat->end_ns - stat->begin_ns) / 1e6);
}

static void print_summary(const struct coop_trace_stat *stat)
{
    printf("%s: %" PRIu32 " workers, %zu events of %zu launches in %.3f ms", stat->trace->device_name,
           stat->trace->slot_count > 0 ? stat->trace->slot_count - 1 : 0, stat->trace->event_count,
           stat->trace->launch_count, (double)(stat->end_ns - stat->begin_ns) / 1e6);
    if (stat->trace->events_lost > 0) {
        printf("; %" PRIu64 " events are missing, the numbers are of what is there",
               stat->trace->events_lost);
    }
    printf("\n");
}

/* The table that is asked for; else all as JSON, the first as CSV, and for people kernels, slots, and
 * channels and closures where there are some, since the others are long. */
static int is_wanted(enum report_form form, const struct coop_trace_stat *stat, size_t table, size_t wanted)
{
    if (wanted < TABLES) {
        return table == wanted;
    }
    if (form != REPORT_TEXT) {
        return form == REPORT_JSON || table == 0;
    }
    return table == 0 || table == SLOTS || (table == CHANNELS && stat->channel_count > 0) ||
           (table == CLOSURES && stat->closure_count > 0);
}

static int print(enum report_form form, const struct coop_trace_stat *stat, size_t wanted)
{
    struct report report;

    report_begin(&report, form, stdout);
    if (form == REPORT_JSON) {
        print_json(&report, stat);
    } else if (form == REPORT_TEXT && wanted == TABLES) {
        print_summary(stat);
        printf("\n");
    }
    for (size_t i = 0; i < TABLES; i++) {
        if (is_wanted(form, stat, i, wanted)) {
            table_write(&report, tables[i].name, tables[i].columns, tables[i].put, stat);
        }
    }
    report_end(&report);
    return TRACE_HOLDS;
}

int trace_stat_command(const struct trace_options *options, const struct coop_trace *trace,
                       struct tool_error *error)
{
    struct coop_trace_stat stat;
    enum report_form form;
    size_t wanted = 0;
    int status;

    if (report_form_of(options->has_csv, options->has_json, &form, error) != 0) {
        return -1;
    }
    while (wanted < TABLES && (options->table == NULL || strcmp(tables[wanted].name, options->table) != 0)) {
        wanted++;
    }
    if (options->table != NULL && wanted == TABLES) {
        return tool_fail(error,
                         "there is no table \"%s\"; there are kernels, instances, slots, time, channels and "
                         "closures",
                         options->table);
    }
    status = coop_trace_stat_init(&stat, trace, options->parts) == COOP_OK
                 ? print(form, &stat, wanted)
                 : tool_fail(error, "%s: memory is exhausted", options->path);
    coop_trace_stat_clear(&stat);
    return status;
}
