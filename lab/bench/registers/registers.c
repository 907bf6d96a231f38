/* Registers of a megakernel, for each limit of them: what the device's compiler says of each part, and how
 * many work-groups the device then holds at once. */
#include "bfs_kernels_text.h"
#include "components_kernels_text.h"
#include "lab/bench/base/bench.h"
#include "mailbox_kernels_text.h"
#include "octree_kernels_text.h"
#include "queens_kernels_text.h"
#include "registers_choice.h"
#include "registers_log.h"
#include "uts_kernels_text.h"

#include "tools/file/bytes.h"
#include "tools/progress/progress_line.h"
#include "tools/session/session.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define PATH_BYTES 512
#define VERBOSE "-cl-nv-verbose" /* NVIDIA's compiler then says what it has made */
#define LOG_BYTES_MAX ((uint64_t)1 << 24)

struct building {
    const struct bench_options *options;
    char directory[PATH_BYTES]; /* for the compiler's log; empty between two builds */
    struct session session;
    struct registers_part parts[REGISTERS_PARTS_MAX];
    unsigned part_count;
    uint32_t held[2]; /* work-groups of each of the local sizes, the scheduler's among them; 0: none */
};

static const uint32_t local_sizes[] = {128, 256};

static const struct table_column columns[] = {{"module", 1, 10},      {"limit", 0, 5},
                                              {"part", 1, 34},        {"registers", 0, 9},
                                              {"stack_bytes", 0, 11}, {"spill_stores", 0, 12},
                                              {"spill_loads", 0, 11}, {"held_128", 0, 8},
                                              {"held_256", 0, 8},     {NULL, 0, 0}};

/* Reads the log that the build has left in the directory, if there is one, and empties the directory. */
static void take_logs(struct building *building)
{
    DIR *entries = opendir(building->directory);
    struct dirent *entry;

    while (entries != NULL && (entry = readdir(entries)) != NULL) {
        const char *suffix = strrchr(entry->d_name, '.');
        char path[2 * PATH_BYTES];
        struct bytes log;
        struct tool_error unread;

        if (entry->d_name[0] == '.') {
            continue;
        }
        snprintf(path, sizeof path, "%s/%s", building->directory, entry->d_name);
        if (suffix != NULL && strcmp(suffix, ".log") == 0 &&
            bytes_read(path, LOG_BYTES_MAX, &log, &unread) == 0) {
            building->part_count = registers_log_read((const char *)log.items, log.count, building->parts);
            bytes_clear(&log);
        }
        unlink(path);
    }
    if (entries != NULL) {
        closedir(entries);
    }
}

/* How many work-groups the device holds, the scheduler's among them; 0: none of that size. */
static int count_held(struct building *building, uint32_t local_items, uint32_t *held,
                      struct tool_error *error)
{
    const struct coop_run_options request = {.local_items = local_items,
                                             .timeout_ns = bench_timeout_ns(building->options)};
    struct session *session = &building->session;
    struct coop_run_report report;
    int fits = session_start_if_it_fits(session, &request, error);

    *held = 0;
    if (fits != 0) {
        return fits < 0 ? -1 : 0;
    }
    if (session_check(session, coop_run_report(session->run, &report), error) != 0) {
        return -1;
    }
    *held = report.worker_groups + 1;
    return session_stop(session, error);
}

/* Builds the module with words of the compiler's, or, where it knows no such option, without. */
static int build(struct building *building, const struct registers_module *kind, uint32_t limit,
                 struct tool_error *error)
{
    struct coop_module_options options = {
        .build_options = VERBOSE, .dump_dir = building->directory, .registers = limit};
    struct session *session = &building->session;
    coop_status status =
        coop_module_create(session->context, kind->text, kind->bytes, &options, &session->module);

    building->part_count = 0;
    if (status == COOP_BUILD_FAILED) {
        take_logs(building);
        building->part_count = 0;
        options.build_options = NULL;
        status = coop_module_create(session->context, kind->text, kind->bytes, &options, &session->module);
    }
    take_logs(building);
    return session_check(session, status, error);
}

static int build_and_count(struct building *building, const struct registers_module *kind, uint32_t limit,
                           struct tool_error *error)
{
    const struct coop_context_options request = {.device = building->options->device,
                                                 .memory_bytes = 1u << 20};
    int status;

    progress_line_begin(PROGRESS_BUILDING);
    status =
        session_check(&building->session, coop_context_create(&request, &building->session.context), error);
    status = status == 0 ? build(building, kind, limit, error) : status;
    for (size_t i = 0; status == 0 && i < sizeof local_sizes / sizeof *local_sizes; i++) {
        status = count_held(building, local_sizes[i], &building->held[i], error);
    }
    progress_line_end();
    session_close(&building->session);
    return status;
}

/* A row for each part; one without a part where the compiler tells of none. What the device holds stands in
 * the row of the whole program, which is the one with registers. */
static void put_rows(struct table *table, const struct registers_module *kind, uint32_t limit,
                     const struct building *building)
{
    static const struct registers_part none;
    unsigned count = building->part_count > 0 ? building->part_count : 1;

    for (unsigned i = 0; i < count; i++) {
        const struct registers_part *part = building->part_count > 0 ? &building->parts[i] : &none;
        int is_whole = building->part_count == 0 || part->registers > 0;
        const uint32_t numbers[] = {part->registers, part->stack_bytes, part->spill_store_bytes,
                                    part->spill_load_bytes};

        table_begin_row(table);
        table_cell(table, "%s", kind->name);
        table_cell(table, "%u", limit);
        table_cell(table, "%s", part->name);
        for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
            if (building->part_count == 0 || (k == 0 && !is_whole)) {
                table_cell(table, "%s", "");
            } else {
                table_cell(table, "%u", numbers[k]);
            }
        }
        for (size_t k = 0; k < sizeof local_sizes / sizeof *local_sizes; k++) {
            if (is_whole) {
                table_cell(table, "%u", building->held[k]);
            } else {
                table_cell(table, "%s", "");
            }
        }
        table_end_row(table);
    }
}

enum { MODULES_MAX = 6 };

/* Those that are asked for; returns how many. */
static unsigned list_modules(const struct bench_options *options, struct registers_module *list)
{
    const struct registers_module all[MODULES_MAX] = {
        {"mailbox", mailbox_kernels_module_text, mailbox_kernels_module_bytes},
        {"bfs", bfs_kernels_module_text, bfs_kernels_module_bytes},
        {"components", components_kernels_module_text, components_kernels_module_bytes},
        {"uts", uts_kernels_module_text, uts_kernels_module_bytes},
        {"queens", queens_kernels_module_text, queens_kernels_module_bytes},
        {"octree", octree_kernels_module_text, octree_kernels_module_bytes},
    };
    unsigned count = 0;

    for (unsigned i = 0; i < MODULES_MAX; i++) {
        if (options->only == NULL || strcmp(options->only, all[i].name) == 0) {
            list[count++] = all[i];
        }
    }
    return count;
}

static int measure_limits(struct building *building, struct tool_error *error)
{
    const struct bench_options *options = building->options;
    struct registers_module modules[MODULES_MAX];
    unsigned count = list_modules(options, modules);
    struct table table;
    int tells = 0;
    int status = 0;

    table_begin(&table, options->report, "registers", columns);
    for (unsigned i = 0; i < count; i++) {
        for (unsigned k = 0; status == 0 && k < options->limits.count; k++) {
            status = build_and_count(building, &modules[i], options->limits.items[k], error);
            if (status == 0) {
                put_rows(&table, &modules[i], options->limits.items[k], building);
                tells |= building->part_count > 0;
            }
        }
    }
    table_end(&table);
    if (status == 0 && !tells && options->form == REPORT_TEXT) {
        printf("\nthe device's compiler does not tell of registers, and takes no limit of them\n");
    }
    return status;
}

/* What the library chooses when nobody names a limit. */
static int show_choices(const struct bench_options *options, struct tool_error *error)
{
    struct registers_module modules[MODULES_MAX];
    unsigned count = list_modules(options, modules);
    struct table table;
    int status = 0;

    table_begin(&table, options->report, "registers_choice", registers_choice_columns);
    for (unsigned i = 0; i < count && status == 0; i++) {
        status = registers_choice_put(&table, options, &modules[i], error);
    }
    table_end(&table);
    return status;
}

int bench_registers(const struct bench_options *options, struct tool_error *error)
{
    struct building building = {.options = options};
    int status;

    if (!temporary_path(building.directory, sizeof building.directory, "coop-registers") ||
        mkdtemp(building.directory) == NULL) {
        return tool_fail(error, "no directory for the compiler's log can be made at %s", building.directory);
    }
    status = measure_limits(&building, error);
    rmdir(building.directory);
    return status == 0 ? show_choices(options, error) : status;
}
