#include "registers_choice.h"

#include "tools/progress/progress_line.h"
#include "tools/session/session.h"

const struct table_column registers_choice_columns[] = {{"module", 1, 10},      {"local", 0, 5},
                                                        {"work_groups", 0, 11}, {"held", 0, 5},
                                                        {"limit", 0, 5},        {NULL, 0, 0}};

/* groups  the scheduler's among them; 0: as many as the device holds */
static int put_row(struct table *table, struct session *session, const struct coop_run_options *request,
                   uint32_t groups, const char *name, struct tool_error *error)
{
    struct coop_run_report report = {0};
    int fits = session_start_if_it_fits(session, request, error);

    if (fits < 0 ||
        (fits == 0 && session_check(session, coop_run_report(session->run, &report), error) != 0)) {
        return -1;
    }
    table_begin_row(table);
    table_cell(table, "%s", name);
    table_cell(table, "%u", request->local_items);
    if (groups != 0) {
        table_cell(table, "%u", groups);
    } else {
        table_cell(table, "%s", "most");
    }
    if (fits == 0) {
        table_cell(table, "%u", report.worker_groups + 1);
        table_cell(table, "%u", report.registers);
    } else {
        table_cell(table, "%s", "");
        table_cell(table, "%s", "");
    }
    table_end_row(table);
    return fits == 0 ? session_stop(session, error) : 0;
}

static int put_rows(struct table *table, const struct bench_options *options, struct session *session,
                    const char *name, struct tool_error *error)
{
    static const uint32_t per_unit[] = {1, 2, 3, 4, 8, 0};
    static const uint32_t local_sizes[] = {128, 256};
    int status = 0;

    for (size_t i = 0; i < sizeof local_sizes / sizeof *local_sizes; i++) {
        for (size_t k = 0; k < sizeof per_unit / sizeof *per_unit && status == 0; k++) {
            uint32_t groups = per_unit[k] * session->device.compute_units;
            struct coop_run_options request = {.local_items = local_sizes[i],
                                               .worker_groups = groups != 0 ? groups - 1 : 0,
                                               .timeout_ns = bench_timeout_ns(options)};
            if (groups == 1 || (session->device.worker_groups_max != 0 &&
                                request.worker_groups > session->device.worker_groups_max)) {
                continue;
            }
            status = put_row(table, session, &request, groups, name, error);
        }
    }
    return status;
}

int registers_choice_put(struct table *table, const struct bench_options *options,
                         const struct registers_module *module, struct tool_error *error)
{
    const struct session_options request = {.device = options->device,
                                            .memory_bytes = 1u << 20,
                                            .module_text = module->text,
                                            .module_bytes = module->bytes};
    struct session session = {0};
    int status;

    progress_line_begin(PROGRESS_BUILDING);
    status = session_open(&request, &session, error);
    status = status == 0 ? put_rows(table, options, &session, module->name, error) : status;
    progress_line_end();
    session_close(&session);
    return status;
}
