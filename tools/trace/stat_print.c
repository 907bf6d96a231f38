/* coop-trace stat: the tables, for people, as CSV and as JSON. */
#include "trace.h"

#include "tools/measure/samples.h"

#include <coop/trace_stat.h>

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define CELL_BYTES 140

/* A table is printed row by row; for people, a first pass finds how wide its columns are. */
struct table {
    enum { TABLE_TEXT, TABLE_CSV, TABLE_JSON } form;
    const char *const
        *columns; /* NULL at the end; a name that begins with '"' is of texts, all others of numbers */
    int is_measuring;
    int width[16];
    unsigned column;
    unsigned row;
};

static const char *name_of(const char *column)
{
    return column[0] == '"' ? column + 1 : column;
}

static void print_json_text(const char *text)
{
    putchar('"');
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\') {
            putchar('\\');
        }
        putchar((unsigned char)*text < ' ' ? '?' : *text);
    }
    putchar('"');
}

static void put(struct table *table, const char *text)
{
    const char *column = table->columns[table->column];

    if (table->is_measuring) {
        int width = (int)strlen(text);

        table->width[table->column] =
            width > table->width[table->column] ? width : table->width[table->column];
    } else if (table->form == TABLE_CSV) {
        printf("%s%s", table->column > 0 ? "," : "", text);
    } else if (table->form == TABLE_JSON) {
        printf("%s\"%s\": ", table->column > 0 ? ", " : "", name_of(column));
        if (column[0] == '"') {
            print_json_text(text);
        } else {
            fputs(text, stdout);
        }
    } else {
        printf(column[0] == '"' ? "%s%-*s" : "%s%*s", table->column > 0 ? "  " : "",
               table->width[table->column], text);
    }
    table->column++;
}

static void __attribute__((format(printf, 2, 3))) cell(struct table *table, const char *format, ...)
{
    char text[CELL_BYTES];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    put(table, text);
}

static void begin_row(struct table *table)
{
    table->column = 0;
    if (table->form == TABLE_JSON && !table->is_measuring) {
        fputs(table->row > 0 ? ",\n {" : "\n {", stdout);
    }
    table->row++;
}

static void end_row(struct table *table)
{
    if (!table->is_measuring) {
        fputs(table->form == TABLE_JSON ? "}" : "\n", stdout);
    }
}

static void print_head(struct table *table)
{
    if (table->form == TABLE_JSON) {
        return;
    }
    table->column = 0;
    for (unsigned i = 0; table->columns[i] != NULL; i++) {
        put(table, name_of(table->columns[i]));
    }
    if (!table->is_measuring) {
        putchar('\n');
    }
}

/* ---- the rows of each table */

static const char *const kernel_columns[] = {
    "\"kernel", "\"kind", "launches",      "forks",         "kills",       "barriers",  "M_min",
    "M_mean",   "M_max",  "gather_p50_us", "gather_p99_us", "run_mean_ms", "occupancy", NULL};

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

static void put_kernels(struct table *table, const struct coop_trace_stat *stat)
{
    double span_ns = (double)(stat->end_ns - stat->begin_ns);
    double workers = stat->trace->slot_count > 1 ? stat->trace->slot_count - 1 : 1;

    for (size_t i = 0; i < stat->kernel_count; i++) {
        const struct coop_trace_kernel_stat *kernel = &stat->kernels[i];
        struct samples gather_us = gather_of(stat, i);
        double started = (double)gather_us.count;

        begin_row(table);
        cell(table, "%s", kernel->name);
        cell(table, "%s", kernel->is_cooperative ? "cooperative" : "regular");
        cell(table, "%" PRIu64, kernel->launches);
        cell(table, "%" PRIu64, kernel->forks);
        cell(table, "%" PRIu64, kernel->kills);
        cell(table, "%" PRIu64, kernel->barriers);
        cell(table, "%" PRIu32, kernel->groups_least);
        cell(table, "%.3f", kernel->run_ns > 0 ? kernel->group_ns / kernel->run_ns : 0.0);
        cell(table, "%" PRIu32, kernel->groups_most);
        cell(table, "%.1f", samples_quantile(&gather_us, 0.5));
        cell(table, "%.1f", samples_quantile(&gather_us, 0.99));
        cell(table, "%.3f", started > 0 ? kernel->run_ns / started / 1e6 : 0.0);
        cell(table, "%.4f", span_ns > 0 ? kernel->busy_ns / span_ns / workers : 0.0);
        end_row(table);
        samples_clear(&gather_us);
    }
}

static const char *const instance_columns[] = {
    "launch", "\"kernel", "start_ms", "gather_us", "run_ms", "groups_wanted", "groups_at_start",
    "forks",  "kills",    "barriers", "M_min",     "M_mean", "M_max",         NULL};

static void put_instances(struct table *table, const struct coop_trace_stat *stat)
{
    for (size_t i = 0; i < stat->trace->launch_count; i++) {
        const struct coop_trace_launch_stat *launch = &stat->launches[i];
        double run_ns = launch->has_started ? (double)(launch->ended_ns - launch->started_ns) : 0;

        begin_row(table);
        cell(table, "%" PRIu32, stat->trace->launches[i].sequence);
        cell(table, "%s", stat->trace->launches[i].kernel);
        cell(table, "%.6f", launch->has_started ? (double)(launch->started_ns - stat->begin_ns) / 1e6 : 0.0);
        cell(table, "%.1f", launch->has_started ? (double)(launch->started_ns - launch->seen_ns) / 1e3 : 0.0);
        cell(table, "%.6f", run_ns / 1e6);
        cell(table, "%" PRIu32, stat->trace->launches[i].groups);
        cell(table, "%" PRIu32, launch->groups_at_start);
        cell(table, "%" PRIu64, launch->forks);
        cell(table, "%" PRIu64, launch->kills);
        cell(table, "%" PRIu64, launch->barriers);
        cell(table, "%" PRIu32, launch->groups_least);
        cell(table, "%.3f", run_ns > 0 ? launch->group_ns / run_ns : 0.0);
        cell(table, "%" PRIu32, launch->groups_most);
        end_row(table);
    }
}

static const char *const slot_columns[] = {"slot", "work_groups", "busy_ms", "busy_share", NULL};

static void put_slots(struct table *table, const struct coop_trace_stat *stat)
{
    double span_ns = (double)(stat->end_ns - stat->begin_ns);

    for (uint32_t slot = 1; slot < stat->trace->slot_count; slot++) {
        begin_row(table);
        cell(table, "%" PRIu32, slot);
        cell(table, "%" PRIu64, stat->slots[slot].groups);
        cell(table, "%.3f", (double)stat->slots[slot].busy_ns / 1e6);
        cell(table, "%.4f", span_ns > 0 ? (double)stat->slots[slot].busy_ns / span_ns : 0.0);
        end_row(table);
    }
}

static const char *const time_columns[] = {"from_ms", "to_ms", "\"kernel", "work_groups", NULL};

static void put_time(struct table *table, const struct coop_trace_stat *stat)
{
    for (size_t part = 0; part < stat->parts; part++) {
        for (size_t kernel = 0; kernel < stat->kernel_count; kernel++) {
            begin_row(table);
            cell(table, "%.3f", (double)part * stat->part_ns / 1e6);
            cell(table, "%.3f", (double)(part + 1) * stat->part_ns / 1e6);
            cell(table, "%s", stat->kernels[kernel].name);
            cell(table, "%.3f", stat->occupied[part * stat->kernel_count + kernel]);
            end_row(table);
        }
    }
}

static const struct {
    const char *name;
    const char *const *columns;
    void (*put)(struct table *table, const struct coop_trace_stat *stat);
} tables[] = {{"kernels", kernel_columns, put_kernels},
              {"instances", instance_columns, put_instances},
              {"slots", slot_columns, put_slots},
              {"time", time_columns, put_time}};
#define TABLES (sizeof tables / sizeof *tables)

static void print_table(size_t number, int form, const struct coop_trace_stat *stat)
{
    struct table table = {.columns = tables[number].columns};

    table.form = form;
    for (table.is_measuring = form == TABLE_TEXT; table.is_measuring >= 0; table.is_measuring--) {
        table.row = 0;
        print_head(&table);
        tables[number].put(&table, stat);
    }
}

static void print_json(const struct coop_trace_stat *stat)
{
    printf("{\"device\": ");
    print_json_text(stat->trace->device_name);
    printf(", \"slots\": %" PRIu32 ", \"events\": %zu, \"events_lost\": %" PRIu64
           ", \"launches\": %zu, \"span_ms\": %.6f",
           stat->trace->slot_count, stat->trace->event_count, stat->trace->events_lost,
           stat->trace->launch_count, (double)(stat->end_ns - stat->begin_ns) / 1e6);
    for (size_t i = 0; i < TABLES; i++) {
        printf(",\n\"%s\": [", tables[i].name);
        print_table(i, TABLE_JSON, stat);
        printf("]");
    }
    printf("}\n");
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

static int print(const struct trace_options *options, const struct coop_trace_stat *stat, size_t wanted)
{
    if (options->has_json) {
        print_json(stat);
    } else if (options->has_csv) {
        print_table(wanted < TABLES ? wanted : 0, TABLE_CSV, stat);
    } else if (wanted < TABLES) {
        print_table(wanted, TABLE_TEXT, stat);
    } else {
        print_summary(stat);
        for (size_t i = 0; i < TABLES; i += 2) { /* kernels and slots; the others are long */
            printf("\n");
            print_table(i, TABLE_TEXT, stat);
        }
    }
    return TRACE_HOLDS;
}

int trace_stat_command(const struct trace_options *options, const struct coop_trace *trace,
                       struct tool_error *error)
{
    struct coop_trace_stat stat;
    size_t wanted = 0;
    int status;

    while (wanted < TABLES && (options->table == NULL || strcmp(tables[wanted].name, options->table) != 0)) {
        wanted++;
    }
    if (options->table != NULL && wanted == TABLES) {
        return tool_fail(error, "there is no table \"%s\"; there are kernels, instances, slots and time",
                         options->table);
    }
    status = coop_trace_stat_init(&stat, trace, options->parts) == COOP_OK
                 ? print(options, &stat, wanted)
                 : tool_fail(error, "%s: memory is exhausted", options->path);
    coop_trace_stat_clear(&stat);
    return status;
}
