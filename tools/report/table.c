#include "table.h"

#include <stdarg.h>
#include <string.h>

#define CELL_BYTES 1200

int report_form_of(int csv, int json, enum report_form *form, struct tool_error *error)
{
    *form = json ? REPORT_JSON : csv ? REPORT_CSV : REPORT_TEXT;
    return csv && json ? tool_fail(error, "--csv and --json exclude each other") : 0;
}

void report_begin(struct report *report, enum report_form form, FILE *file)
{
    *report = (struct report){.file = file, .form = form, .json = json_to(file, 0)};
    if (form == REPORT_JSON) {
        json_begin(&report->json, NULL, '{');
    }
}

void report_end(struct report *report)
{
    if (report->form == REPORT_JSON) {
        json_end(&report->json, '}');
    }
    fflush(report->file);
}

static void put(struct table *table, const char *text, int is_head)
{
    const struct table_column *column = &table->columns[table->column];
    FILE *file = table->report->file;
    int *width = &table->widths[table->column];
    int length = (int)strlen(text);

    if (table->is_measuring) {
        *width = length > *width ? length : *width;
    } else if (table->report->form == REPORT_CSV) {
        fputs(table->column > 0 ? "," : "", file);
        json_write_cell(file, text);
    } else if (table->report->form == REPORT_TEXT) {
        fprintf(file, column->is_text ? "%s%-*s" : "%s%*s", table->column > 0 ? "  " : "",
                column->is_text && table->columns[table->column + 1].name == NULL ? 0 : *width, text);
    } else if (!is_head && column->is_text) {
        json_text(&table->report->json, column->name, text);
    } else if (!is_head) {
        json_literal(&table->report->json, column->name, text[0] != '\0' ? text : "null");
    }
    table->column++;
}

static void print_heads(struct table *table)
{
    if (table->report->form == REPORT_JSON) {
        return;
    }
    table->column = 0;
    for (unsigned i = 0; table->columns[i].name != NULL; i++) {
        put(table, table->columns[i].name, 1);
    }
    if (!table->is_measuring) {
        fputc('\n', table->report->file);
    }
}

static void begin(struct table *table, const char *name)
{
    if (table->report->form == REPORT_JSON) {
        json_begin(&table->report->json, name, '[');
    } else if (table->report->tables++ > 0) {
        fputc('\n', table->report->file);
    }
}

void table_begin(struct table *table, struct report *report, const char *name,
                 const struct table_column *columns)
{
    memset(table, 0, sizeof *table);
    table->report = report;
    table->columns = columns;
    for (unsigned i = 0; columns[i].name != NULL; i++) {
        int length = (int)strlen(columns[i].name);

        table->widths[i] = columns[i].width > length ? columns[i].width : length;
    }
    begin(table, name);
    print_heads(table);
}

void table_write(struct report *report, const char *name, const struct table_column *columns,
                 void (*put_rows)(struct table *table, const void *from), const void *from)
{
    struct table table = {.report = report, .columns = columns};

    for (table.is_measuring = report->form == REPORT_TEXT; table.is_measuring >= 0; table.is_measuring--) {
        if (!table.is_measuring) {
            begin(&table, name);
        }
        print_heads(&table);
        put_rows(&table, from);
    }
    table_end(&table);
}

void table_begin_row(struct table *table)
{
    table->column = 0;
    if (table->report->form == REPORT_JSON) {
        fputs(table->report->json.needs_comma ? ",\n " : "\n ", table->report->file);
        table->report->json.needs_comma = 0;
        json_begin(&table->report->json, NULL, '{');
    }
}

void table_cell(struct table *table, const char *format, ...)
{
    char text[CELL_BYTES];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (strcmp(text, "nan") == 0 || strcmp(text, "-nan") == 0 || strcmp(text, "inf") == 0) {
        text[0] = '\0';
    }
    put(table, text, 0);
}

void table_end_row(struct table *table)
{
    if (table->is_measuring) {
        return;
    }
    if (table->report->form == REPORT_JSON) {
        json_end(&table->report->json, '}');
    } else {
        fputc('\n', table->report->file);
    }
    fflush(table->report->file);
}

void table_end(struct table *table)
{
    if (table->report != NULL && table->report->form == REPORT_JSON) {
        json_end(&table->report->json, ']');
    }
}
