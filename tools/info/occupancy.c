#include "occupancy.h"

#include "probe_text.h"
#include "tools/progress/progress_line.h"
#include <coop/coop.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ITERATIONS_MAX = 1000 };

static const uint32_t local_sizes[] = {1, 8, 32, 64, 128, 256, 512, 1024};

struct finding {
    uint32_t least; /* workers and scheduler */
    uint32_t most;
    double median_ms; /* from the start of a run until it is live */
    char refusal[1024];
};

static double now_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static int compare(const void *a, const void *b)
{
    double left = *(const double *)a;
    double right = *(const double *)b;

    return left < right ? -1 : left > right;
}

static void note_refusal(coop_context *context, struct finding *finding)
{
    struct coop_error error;

    coop_context_error(context, &error);
    snprintf(finding->refusal, sizeof finding->refusal, "%s", error.message);
    coop_error_clear(&error);
}

/* Starts as many runs as asked for at one local size. */
static void find(coop_context *context, coop_module *module, const struct occupancy_options *options,
                 uint32_t local_items, struct finding *finding)
{
    const struct coop_run_options request = {.worker_groups = options->groups, .local_items = local_items};
    double times[ITERATIONS_MAX];
    uint32_t count = options->iterations < ITERATIONS_MAX ? options->iterations : ITERATIONS_MAX;

    memset(finding, 0, sizeof *finding);
    for (uint32_t i = 0; i < count; i++) {
        struct coop_run_report report;
        coop_run *run = NULL;
        double begun = now_ms();

        if (coop_run_start(module, &request, &run) != COOP_OK) {
            note_refusal(context, finding);
            return;
        }
        times[i] = now_ms() - begun;
        coop_run_report(run, &report);
        coop_run_destroy(run);
        finding->most = finding->most > report.worker_groups + 1 ? finding->most : report.worker_groups + 1;
        finding->least =
            i > 0 && finding->least < report.worker_groups + 1 ? finding->least : report.worker_groups + 1;
    }
    qsort(times, count, sizeof *times, compare);
    finding->median_ms = times[count / 2];
}

static const struct table_column columns[] = {{"local_items", 0, 11}, {"least", 0, 7},  {"most", 0, 7},
                                              {"per_unit", 0, 8},     {"recall", 0, 6}, {"start_ms", 0, 9},
                                              {"problem", 1, 0},      {NULL, 0, 0}};

static void put_row(struct table *table, uint32_t units, uint32_t local_items, const struct finding *finding)
{
    table_begin_row(table);
    table_cell(table, "%u", local_items);
    table_cell(table, "%u", finding->least);
    table_cell(table, "%u", finding->most);
    table_cell(table, "%.2f", units > 0 ? (double)finding->most / units : 0.0);
    table_cell(table, "%.2f", finding->most > 0 ? (double)finding->least / finding->most : 0.0);
    table_cell(table, "%.3f", finding->median_ms);
    table_cell(table, "%s", finding->refusal);
    table_end_row(table);
}

static int print_all(coop_context *context, coop_module *module, const struct occupancy_options *options)
{
    struct coop_device_report device;
    struct finding finding;
    struct report report;
    struct table table;

    coop_context_device(context, &device);
    report_begin(&report, options->form, stdout);
    if (options->form == REPORT_JSON) {
        json_count(&report.json, "compute_units", device.compute_units);
        json_count(&report.json, "runs", options->iterations);
    } else if (options->form == REPORT_TEXT) {
        printf("work-groups of a megakernel that are resident at once on %s, the scheduler's among them;\n"
               "%u compute units, %u runs at each local size; recall: the least found, of the most\n\n",
               device.device_name, device.compute_units, options->iterations);
    }
    table_begin(&table, &report, "occupancy", columns);
    for (size_t i = 0; i < sizeof local_sizes / sizeof *local_sizes; i++) {
        progress_line_begin("starting runs");
        find(context, module, options, local_sizes[i], &finding);
        progress_line_end();
        put_row(&table, device.compute_units, local_sizes[i], &finding);
    }
    table_end(&table);
    report_end(&report);
    return 0;
}

int occupancy_command(const struct occupancy_options *options)
{
    const struct coop_context_options request = {
        .device = options->device, .worker_groups = options->groups, .memory_bytes = 1u << 20};
    coop_context *context = NULL;
    coop_module *module = NULL;
    struct coop_error error;
    int status = 1;

    if (coop_context_create(&request, &context) == COOP_OK &&
        coop_module_create(context, probe_module_text, probe_module_bytes, NULL, &module) == COOP_OK) {
        status = print_all(context, module, options);
    } else {
        coop_context_error(context, &error);
        fprintf(stderr, "coop-info: %s\n", error.message);
        coop_error_clear(&error);
    }
    coop_context_destroy(context);
    return status;
}
