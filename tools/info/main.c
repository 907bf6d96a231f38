/* coop-info: lists the OpenCL devices and what each offers to cooperative kernels, and tries those that can
 * serve. */
#include "between.h"
#include "host/base/program.h"
#include "occupancy.h"
#include "probe.h"
#include "probe_text.h"
#include "progress.h"
#include "tools/options/options.h"
#include "tools/progress/progress_line.h"
#include "tools/report/table.h"
#include <coop/coop.h>
#include <coop/version.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define DEVICES_MAX 64
#define TRY_TIMEOUT_NS ((uint64_t)120 * 1000000000)
#define ROUNDS 100

struct options {
    const char *device;
    uint32_t groups;
    int is_json;
    int is_csv;
    enum report_form form;
    int is_quick;
    int is_progress;
    int is_occupancy;
    int is_between;
    struct progress_options progress;
};

static const char usage[] =
    "usage: coop-info [options]\n"
    "Lists the OpenCL devices, says which can host cooperative kernels and why the others cannot,\n"
    "and runs a small megakernel on each that can.\n\n"
    "  --device D    only this one: its number in the list, PLATFORM:DEVICE as 1:0, or a part of a name\n"
    "                (the environment's COOP_DEVICE means the same to every program)\n"
    "  --groups N    worker work-groups to ask for (default: as many as the device has)\n"
    "  --quick       do not run anything on the devices\n"
    "  --json        one JSON object on standard output\n"
    "  --csv         comma-separated values\n"
    "  --progress    instead: runs progress litmus programs as ordinary kernels on one device, and says "
    "which\n"
    "                model of progress between work-groups they show\n"
    "  --occupancy   instead: how many work-groups are resident at once on one device, at several local "
    "sizes\n"
    "  --between     instead: which devices share memory and atomics, by a run on each pair\n"
    "  --iterations N  launches of each program in each mapping, or runs at each local size (default 1)\n"
    "  --deadline S  after which a thread that does not end gives up (default 0.05)\n"
    "  --help        this text\n"
    "  --version     the version\n"
    "Exit: 0 a device serves (--between: a pair shares), 1 none does, 2 usage, 3 standard output cannot be "
    "written.\n";

/* The result of trying a device. */
struct trial {
    int was_tried;
    int has_passed;
    uint32_t worker_groups;
    uint64_t control_bytes;
    int has_clock;
    char problem[1400];
};

static void say_problem(struct trial *trial, coop_context *context, const char *what)
{
    struct coop_error error;

    coop_context_error(context, &error);
    snprintf(trial->problem, sizeof trial->problem, "%s: %s", what, error.message);
    coop_error_clear(&error);
}

/* There is no device: the failure to open one says why. */
static void say_none(void)
{
    coop_context *context;

    coop_context_create(NULL, &context);
    printf("%s\n", coop_last_error()->message);
    coop_context_destroy(context);
}

static int check_words(coop_buffer *buffer, uint32_t count, int is_regular)
{
    uint32_t *words = malloc(count * sizeof *words);
    int is_right = words != NULL && coop_buffer_read(buffer, 0, words, count * sizeof *words) == COOP_OK;

    for (uint32_t i = 0; is_right && i < count; i++) {
        is_right = words[i] == (is_regular ? i + 1 : ROUNDS);
    }
    free(words);
    return is_right;
}

static coop_status launch_both(coop_run *run, coop_buffer *buffer, uint32_t items, int *is_right)
{
    struct probe_barrier_args barrier = {.seen = coop_buffer_address(buffer), .rounds = ROUNDS};
    struct probe_regular_args regular = {.out = coop_buffer_address(buffer)};
    coop_launch *launch = NULL;
    coop_status status = probe_barrier_launch(run, &barrier, NULL, &launch);

    if (status == COOP_OK) {
        status = coop_launch_wait(launch, TRY_TIMEOUT_NS, NULL);
    }
    coop_launch_destroy(launch);
    launch = NULL;
    *is_right = status == COOP_OK && check_words(buffer, items, 0);
    if (status == COOP_OK) {
        status = probe_regular_launch(run, &regular, &(struct coop_ndrange){.global_items = {items}}, NULL,
                                      &launch);
    }
    if (status == COOP_OK) {
        status = coop_launch_wait(launch, TRY_TIMEOUT_NS, NULL);
    }
    coop_launch_destroy(launch);
    *is_right = *is_right && status == COOP_OK && check_words(buffer, items, 1);
    return status;
}

static void try_run(coop_context *context, coop_run *run, struct trial *trial)
{
    struct coop_run_report report;
    coop_buffer *buffer = NULL;
    uint32_t items;
    int is_right = 0;

    coop_run_report(run, &report);
    trial->worker_groups = report.worker_groups;
    trial->control_bytes = report.control_bytes;
    trial->has_clock = report.has_clock;
    items = report.worker_groups * report.local_items;
    if (coop_buffer_create(context, (uint64_t)items * sizeof(uint32_t), &buffer) != COOP_OK) {
        say_problem(trial, context, "no buffer");
    } else if (launch_both(run, buffer, items, &is_right) != COOP_OK) {
        say_problem(trial, context, "the probe did not complete");
    } else if (!is_right) {
        snprintf(trial->problem, sizeof trial->problem,
                 "the probe's results are wrong: do not trust this device");
    }
    trial->has_passed = is_right;
    coop_buffer_destroy(buffer);
}

static void try_device(const struct coop_device_report *report, const struct options *options,
                       struct trial *trial)
{
    char name[32];
    struct coop_context_options request = {
        .device = name, .worker_groups = options->groups, .memory_bytes = 16u << 20};
    coop_context *context = NULL;
    coop_module *module = NULL;
    coop_run *run = NULL;

    snprintf(name, sizeof name, "%u", report->index);
    trial->was_tried = 1;
    if (coop_context_create(&request, &context) != COOP_OK) {
        say_problem(trial, context, "it does not open");
    } else if (coop_module_create(context, probe_module_text, probe_module_bytes, NULL, &module) != COOP_OK) {
        say_problem(trial, context, "the megakernel does not build");
    } else if (coop_run_start(module, &(struct coop_run_options){.worker_groups = options->groups}, &run) !=
               COOP_OK) {
        say_problem(trial, context, "the megakernel does not start");
    } else {
        try_run(context, run, trial);
    }
    coop_context_destroy(context);
}

static const struct table_column columns[] = {{"index", 0, 0},
                                              {"device", 1, 0},
                                              {"platform", 1, 0},
                                              {"driver", 1, 0},
                                              {"compute_units", 0, 0},
                                              {"svm_capabilities", 0, 0},
                                              {"transport", 1, 0},
                                              {"can_serve", 0, 0},
                                              {"worker_groups_max", 0, 0},
                                              {"local_items_max", 0, 0},
                                              {"reason", 1, 0},
                                              {"passed", 0, 0},
                                              {"worker_groups", 0, 0},
                                              {"problem", 1, 0},
                                              {"kind", 1, 0},
                                              {NULL, 0, 0}};

static const char *truth(int is_so)
{
    return is_so ? "true" : "false";
}

static const char *const kind_names[] = {
    [COOP_KIND_OTHER] = "other", [COOP_KIND_CPU] = "cpu", [COOP_KIND_GPU] = "gpu"};

/* As a row of the table `devices`. What only a trial tells is empty without one. */
static void put_row(struct table *table, const struct coop_device_report *report, const struct trial *trial)
{
    table_begin_row(table);
    table_cell(table, "%u", report->index);
    table_cell(table, "%s", report->device_name);
    table_cell(table, "%s", report->platform_version);
    table_cell(table, "%s", report->driver_version);
    table_cell(table, "%u", report->compute_units);
    table_cell(table, "%llu", (unsigned long long)report->svm_capabilities);
    table_cell(table, "%s", report->transport);
    table_cell(table, "%s", truth(report->can_serve));
    table_cell(table, "%u", report->worker_groups_max);
    table_cell(table, "%llu", (unsigned long long)report->local_items_max);
    table_cell(table, "%s", report->reason);
    table_cell(table, "%s", trial->was_tried ? truth(trial->has_passed) : "");
    if (trial->was_tried) {
        table_cell(table, "%u", trial->worker_groups);
    } else {
        table_cell(table, "%s", "");
    }
    table_cell(table, "%s", trial->problem);
    table_cell(table, "%s", kind_names[report->kind]);
    table_end_row(table);
}

static const char *yes_no(int is_so)
{
    return is_so ? "yes" : "no";
}

/* The driver of a processor takes threads for compute units, as many as coop asks it for. */
static void say_threads(const struct coop_device_report *report, char *to, size_t capacity)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);

    to[0] = '\0';
    if (report->kind == COOP_KIND_CPU && processors > 0 &&
        (unsigned long)processors != report->compute_units) {
        snprintf(to, capacity, " (threads of the driver, on %ld processor%s)", processors,
                 processors == 1 ? "" : "s");
    }
}

static void print_text(const struct coop_device_report *report, const struct trial *trial)
{
    char threads[80];

    say_threads(report, threads, sizeof threads);
    printf("device %u: %s\n", report->index, report->device_name);
    printf("  platform       %s, %s (driver %s)\n", report->platform_name, report->platform_version,
           report->driver_version);
    printf("  kind           %s\n", kind_names[report->kind]);
    printf("  compute units  %u%s, work-groups of up to %llu, %llu KiB local memory\n", report->compute_units,
           threads, (unsigned long long)report->local_items_max,
           (unsigned long long)report->local_bytes / 1024);
    printf("  memory         up to %llu MiB for one context\n",
           (unsigned long long)report->memory_bytes_max >> 20);
    printf("  language       %s; atomics: 64-bit %s, device scope %s, acquire/release %s\n",
           report->opencl_c_version, yes_no(report->has_atomics_64), yes_no(report->has_device_scope),
           yes_no(report->has_acquire_release));
    printf("  transport      %s (fine-grained SVM with atomics: %s)\n", report->transport,
           yes_no(report->has_svm_atomics));
    if (!report->can_serve) {
        printf("  serves         no: %s\n", report->reason);
        return;
    }
    printf("  serves         yes, %s%u worker work-groups%s\n", report->worker_groups_max ? "up to " : "",
           report->worker_groups_max, report->worker_groups_max ? "" : " (a run discovers the number)");
    if (report->reason[0] != '\0') {
        printf("  note           %s\n", report->reason);
    }
    if (trial->was_tried && trial->has_passed) {
        printf("  tried          %d global barriers among %u workers and a regular kernel: right; control "
               "block %llu KiB, "
               "clock %s\n",
               2 * ROUNDS, trial->worker_groups, (unsigned long long)(trial->control_bytes + 1023) / 1024,
               yes_no(trial->has_clock));
    } else if (trial->was_tried) {
        printf("  tried          FAILED: %s\n", trial->problem);
    }
}

static int read_number(const char *name, const char *text, unsigned long most, uint32_t *number)
{
    char *end;
    unsigned long value = strtoul(text, &end, 10);

    if (*end != '\0' || value == 0 || value > most || text[0] == '-') {
        fprintf(stderr, "coop-info: %s takes a number from 1 to %lu, not \"%s\"\n", name, most, text);
        return 0;
    }
    *number = (uint32_t)value;
    return 1;
}

static int read_seconds(const char *text, double *seconds)
{
    char *end;

    *seconds = strtod(text, &end);
    if (*end != '\0' || !(*seconds >= 0.001 && *seconds <= 60)) {
        fprintf(stderr, "coop-info: --deadline takes seconds from 0.001 to 60, not \"%s\"\n", text);
        return 0;
    }
    return 1;
}

static int read_value(const char *name, const char *text, struct options *options)
{
    if (strcmp(name, "--device") == 0) {
        options->device = text;
        return 1;
    }
    if (strcmp(name, "--groups") == 0) {
        return read_number(name, text, 2045, &options->groups);
    }
    if (strcmp(name, "--iterations") == 0) {
        return read_number(name, text, 1000000, &options->progress.iterations);
    }
    return read_seconds(text, &options->progress.deadline_s);
}

static int read_options(int count, char **words, struct options *options)
{
    static const char *const with_value[] = {"--device", "--groups", "--iterations", "--deadline"};
    const struct {
        const char *name;
        int *value;
    } flags[] = {{"--quick", &options->is_quick},
                 {"--json", &options->is_json},
                 {"--csv", &options->is_csv},
                 {"--progress", &options->is_progress},
                 {"--occupancy", &options->is_occupancy},
                 {"--between", &options->is_between}};

    options->progress.iterations = 1;
    options->progress.deadline_s = 0.05;
    for (int i = 1; i < count; i++) {
        int is_known = 0;

        for (size_t k = 0; k < sizeof flags / sizeof *flags && !is_known; k++) {
            is_known = strcmp(words[i], flags[k].name) == 0;
            *flags[k].value |= is_known;
        }
        for (size_t k = 0; k < sizeof with_value / sizeof *with_value && !is_known && i + 1 < count; k++) {
            if (strcmp(words[i], with_value[k]) == 0) {
                is_known = 1;
                i++;
                if (!read_value(with_value[k], words[i], options)) {
                    return 0;
                }
            }
        }
        if (!is_known) {
            fprintf(stderr, "coop-info: \"%s\" is no option, or lacks its value; see coop-info --help\n",
                    words[i]);
            return 0;
        }
    }
    return 1;
}

/* With --device: leaves only the device that a context would take. */
static int keep_chosen(const struct options *options, struct coop_device_report *reports, uint32_t *count)
{
    struct coop_context_options request = {
        .device = options->device, .worker_groups = options->groups, .memory_bytes = 1u << 20};
    coop_context *context = NULL;
    struct coop_device_report report;
    coop_status status = coop_context_create(&request, &context);

    if (status != COOP_OK) {
        struct coop_error error;
        coop_context_error(context, &error);
        fprintf(stderr, "coop-info: %s\n", error.message);
        coop_error_clear(&error);
    }
    if (status == COOP_OK || status == COOP_DEVICE_UNFIT) { /* the list has more details */
        status = coop_context_device(context, &report);
    }
    coop_context_destroy(context);
    if (status != COOP_OK) {
        return 0;
    }
    reports[0] = report;
    *count = 1;
    return 1;
}

static int run(int argument_count, char **arguments)
{
    static struct coop_device_report reports[DEVICES_MAX];
    struct options options = {0};
    struct tool_error error;
    struct report report;
    struct table table = {0};
    uint32_t count = 0;
    int serving = 0;
    int status;

    if (options_ask(argument_count, arguments, "--help", "-h")) {
        fputs(usage, stdout);
        return 0;
    }
    if (options_ask(argument_count, arguments, "--version", "--version")) {
        printf("coop-info %d.%d.%d\n", COOP_VERSION_MAJOR, COOP_VERSION_MINOR, COOP_VERSION_PATCH);
        return 0;
    }
    if (!read_options(argument_count, arguments, &options)) {
        return 2;
    }
    if (report_form_of(options.is_csv, options.is_json, &options.form, &error) != 0) {
        fprintf(stderr, "coop-info: %s\n", error.text);
        return 2;
    }
    if (options.is_progress) {
        options.progress.device = options.device;
        options.progress.groups = options.groups;
        options.progress.form = options.form;
        progress_line_begin("running programs that wait");
        status = progress_command(&options.progress);
        progress_line_end();
        return status;
    }
    if (options.is_occupancy) {
        return occupancy_command(&(struct occupancy_options){options.device, options.groups,
                                                             options.progress.iterations, options.form});
    }
    if (options.is_between) {
        return between_command(&(struct between_options){.form = options.form});
    }
    if (coop_device_list(options.groups, reports, DEVICES_MAX, &count) != COOP_OK) {
        fprintf(stderr, "coop-info: %s\n", coop_last_error()->message);
        return 1;
    }
    count = count < DEVICES_MAX ? count : DEVICES_MAX;
    if (options.device != NULL && !keep_chosen(&options, reports, &count)) {
        return 1;
    }
    report_begin(&report, options.form, stdout);
    if (options.form != REPORT_TEXT) {
        table_begin(&table, &report, "devices", columns);
    }
    for (uint32_t i = 0; i < count; i++) {
        struct trial trial = {0};
        if (reports[i].can_serve && !options.is_quick) {
            progress_line_begin(PROGRESS_BUILDING);
            try_device(&reports[i], &options, &trial);
            progress_line_end();
        }
        serving += reports[i].can_serve && (options.is_quick || trial.has_passed);
        if (options.form != REPORT_TEXT) {
            put_row(&table, &reports[i], &trial);
        } else {
            print_text(&reports[i], &trial);
        }
    }
    table_end(&table);
    report_end(&report);
    if (options.form == REPORT_TEXT && count == 0) {
        say_none();
    }
    return serving > 0 ? 0 : 1;
}

int main(int argument_count, char **arguments)
{
    coop_program_begin();
    return coop_program_end("coop-info", run(argument_count, arguments));
}
