/* Tables of results: for people, as CSV with a line of names above, or as JSON: an object with an array for
 * each table, of an object for each row. Rows are printed as they come.
 *
 *     report_begin(&report, form, stdout);
 *     table_begin(&table, &report, "rows", columns);
 *     table_begin_row(&table);
 *     table_cell(&table, "%s", name);       a cell for each column, in their order
 *     table_cell(&table, "%.3f", time_ms);
 *     table_end_row(&table);
 *     table_end(&table);
 *     report_end(&report); */
#ifndef TOOLS_TABLE_H
#define TOOLS_TABLE_H

#include "tools/error/tool_error.h"
#include "tools/report/json.h"

#define TABLE_COLUMNS_MAX 28

enum report_form { REPORT_TEXT, REPORT_CSV, REPORT_JSON };

/* What --csv and --json ask for; both at once are refused with a message. */
int report_form_of(int csv, int json, enum report_form *form, struct tool_error *error);

struct report {
    FILE *file;
    enum report_form form;
    struct json json; /* where the form is JSON; for members beside the tables, too */
    unsigned tables;
};

void report_begin(struct report *report, enum report_form form, FILE *file);
void report_end(struct report *report);

struct table_column {
    const char *name; /* NULL ends the list */
    int is_text;      /* and not a number */
    int width;        /* for people, at least so many characters */
};

struct table {
    struct report *report;
    const struct table_column *columns;
    int is_measuring; /* nothing is printed, only the widths are found */
    int widths[TABLE_COLUMNS_MAX];
    unsigned column;
};

/* columns  at most TABLE_COLUMNS_MAX, kept until the table's end. */
void table_begin(struct table *table, struct report *report, const char *name,
                 const struct table_column *columns);

/* A table that calls `put` twice where that finds the widths of its columns: begin, all rows, end. */
void table_write(struct report *report, const char *name, const struct table_column *columns,
                 void (*put)(struct table *table, const void *from), const void *from);

void table_begin_row(struct table *table);
/* The next cell. "" stands for a number that there is not. */
void table_cell(struct table *table, const char *format, ...) __attribute__((format(printf, 2, 3)));
void table_end_row(struct table *table);

/* Does nothing for a table of zeros, which has not begun. */
void table_end(struct table *table);

#endif
