/* The tools' JSON and CSV, on values that need care. */
#include "test.h"
#include "tools/report/table.h"

#include <math.h>
#include <stdlib.h>

static char *text;
static size_t bytes;

/* A file whose text is in `text` once it is closed. */
static FILE *begin(void)
{
    free(text);
    text = NULL;
    return open_memstream(&text, &bytes);
}

static void write_members(struct json json)
{
    json_begin(&json, NULL, '{');
    json_text(&json, "name", "a \"b\", c");
    json_begin(&json, "inner", '{');
    json_number(&json, "share", 0.25);
    json_begin(&json, "list", '[');
    json_count(&json, NULL, 7);
    json_begin(&json, NULL, '{');
    json_truth(&json, "is_so", 1);
    json_end(&json, '}');
    json_end(&json, ']');
    json_end(&json, '}');
    json_number(&json, "none", NAN);
    json_end(&json, '}');
    fclose(json.file);
}

TEST(members_have_paths_in_csv)
{
    write_members(json_to(begin(), 1));
    TEST_EQUAL_TEXT(text, "name,value\nname,\"a \"\"b\"\", c\"\ninner.share,0.25\ninner.list.0,7\n"
                          "inner.list.1.is_so,true\nnone,null\n");
}

TEST(members_are_json)
{
    write_members(json_to(begin(), 0));
    TEST_EQUAL_TEXT(text, "{\"name\": \"a \\\"b\\\", c\", \"inner\": {\"share\": 0.25, \"list\": [7, "
                          "{\"is_so\": true}]}, \"none\": null}\n");
}

static const struct table_column columns[] = {{"what", 1, 6}, {"ms", 0, 0}, {NULL, 0, 0}};

static void put_rows(struct table *table, const void *from)
{
    (void)from;
    table_begin_row(table);
    table_cell(table, "%s", "one, two");
    table_cell(table, "%.1f", 12.5);
    table_end_row(table);
    table_begin_row(table);
    table_cell(table, "%s", "");
    table_cell(table, "%s", "");
    table_end_row(table);
}

static void write_tables(enum report_form form)
{
    struct report report;
    struct table table;

    report_begin(&report, form, begin());
    table_begin(&table, &report, "first", columns);
    put_rows(&table, NULL);
    table_end(&table);
    table_write(&report, "second", columns, put_rows, NULL);
    report_end(&report);
    fclose(report.file);
}

TEST(tables_are_csv)
{
    write_tables(REPORT_CSV);
    TEST_EQUAL_TEXT(text, "what,ms\n\"one, two\",12.5\n,\n\nwhat,ms\n\"one, two\",12.5\n,\n");
}

TEST(tables_are_json)
{
    write_tables(REPORT_JSON);
    TEST_EQUAL_TEXT(text,
                    "{\"first\": [\n {\"what\": \"one, two\", \"ms\": 12.5},\n {\"what\": \"\", \"ms\": "
                    "null}], \"second\": [\n {\"what\": \"one, two\", \"ms\": 12.5},\n {\"what\": \"\", "
                    "\"ms\": null}]}\n");
}

/* The widths of the first are given, those of the second are found. */
TEST(tables_are_for_people)
{
    write_tables(REPORT_TEXT);
    TEST_EQUAL_TEXT(text, "what    ms\none, two  12.5\n          \n\n"
                          "what        ms\none, two  12.5\n              \n");
}

TEST(csv_and_json_exclude_each_other)
{
    enum report_form form;
    struct tool_error error;

    TEST_EQUAL(report_form_of(1, 1, &form, &error), -1);
    TEST_CONTAINS(error.text, "--csv and --json exclude each other");
    TEST_EQUAL(report_form_of(1, 0, &form, &error), 0);
    TEST_EQUAL(form, REPORT_CSV);
}
