/* coop-app: the applications of the list in apps/CMakeLists.txt, a command for each. */
#include "elastic/elastic_command.h"
#include "host/base/program.h"
#include "tools/runner/application.h"

#include "tools/options/options.h"
#include "tools/report/table.h"

#include <coop/version.h>
#include <stdio.h>
#include <string.h>

static const struct table_column columns[] = {{"name", 1, 0},       {"computes", 1, 0}, {"source", 1, 0},
                                              {"primitives", 1, 0}, {"input", 1, 0},    {NULL, 0, 0}};

static void put_rows(struct table *table, const void *from)
{
    unsigned i;

    (void)from;
    for (i = 0; i < application_count; i++) {
        const struct application *application = applications[i];

        table_begin_row(table);
        table_cell(table, "%s", application->name);
        table_cell(table, "%s", application->summary);
        table_cell(table, "%s", application->source);
        table_cell(table, "%s", application->primitives);
        table_cell(table, "%s", application->input);
        table_end_row(table);
    }
}

/* The command list. */
static int print_table(int count, char **arguments)
{
    int csv = 0;
    int json = 0;
    const struct option table[] = {{"--csv", OPTION_FLAG, &csv, 0, 0},
                                   {"--json", OPTION_FLAG, &json, 0, 0},
                                   {NULL, OPTION_FLAG, NULL, 0, 0}};
    enum report_form form;
    struct report report;
    struct tool_error error;

    if (options_parse(table, count, arguments, 2, &error) != 0 ||
        report_form_of(csv, json, &form, &error) != 0) {
        fprintf(stderr, "coop-app list: %s; see coop-app --help\n", error.text);
        return 2;
    }
    report_begin(&report, form, stdout);
    table_write(&report, "applications", columns, put_rows, NULL);
    report_end(&report);
    return 0;
}

static void print_usage(FILE *file)
{
    unsigned i;

    fputs("Usage: coop-app COMMAND [OPTION …]\n\n", file);
    for (i = 0; i < application_count; i++) {
        fprintf(file, "  %-13s  %s\n", applications[i]->name, applications[i]->summary);
    }
    fputs("  elastic        several cooperative kernels beside each other, whose demand changes\n"
          "  list           the commands above but elastic as a table: what each computes, who has\n"
          "                 published it, which primitives its kernel has, and what it works on; --csv, "
          "--json\n\n"
          "coop-app COMMAND --help says more; coop-app --version prints the version.\n",
          file);
}

static int run(int count, char **arguments)
{
    const char *command = count >= 2 ? arguments[1] : "";
    unsigned i;

    for (i = 0; i < application_count; i++) {
        if (strcmp(command, applications[i]->name) == 0) {
            return applications[i]->command(applications[i], count, arguments);
        }
    }
    if (strcmp(command, "elastic") == 0) {
        return elastic_command(count, arguments);
    }
    if (strcmp(command, "list") == 0) {
        return print_table(count, arguments);
    }
    if (strcmp(command, "--help") == 0 || strcmp(command, "-h") == 0) {
        print_usage(stdout);
        return 0;
    }
    if (strcmp(command, "--version") == 0) {
        printf("coop-app %d.%d.%d\n", COOP_VERSION_MAJOR, COOP_VERSION_MINOR, COOP_VERSION_PATCH);
        return 0;
    }
    if (count >= 2) {
        fprintf(stderr, "coop-app: there is no command \"%s\"; see coop-app --help\n", command);
    } else {
        print_usage(stderr);
    }
    return 2;
}

int main(int count, char **arguments)
{
    coop_program_begin();
    return coop_program_end("coop-app", run(count, arguments));
}
