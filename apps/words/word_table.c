#include "word_table.h"

#include "host/base/replace.h"
#include "tools/text/letters.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A word where it stands. */
struct place {
    const unsigned char *letters;
    uint32_t length;
    uint32_t document;
};

/* The next word from `at` on, before `end`; its length, 0 when there is none. */
static uint32_t next_word(const unsigned char *text, uint32_t *at, uint32_t end)
{
    uint32_t length = 0;

    while (*at < end && !words_is_letter(text[*at])) {
        ++*at;
    }
    while (*at + length < end && words_is_letter(text[*at + length])) {
        length++;
    }
    return length;
}

uint32_t words_occurrences(const struct documents *documents)
{
    uint32_t end = documents->begins[documents->count];
    uint32_t count = 0;
    uint32_t length;

    /* Documents end with a line's end, which is no letter. */
    for (uint32_t at = 0; (length = next_word(documents->text.items, &at, end)) > 0; at += length) {
        count++;
    }
    return count;
}

static int compare_letters(const unsigned char *a, uint32_t a_length, const unsigned char *b,
                           uint32_t b_length)
{
    uint32_t shorter = a_length < b_length ? a_length : b_length;

    for (uint32_t i = 0; i < shorter; i++) {
        int difference = (a[i] | 32) - (b[i] | 32);
        if (difference != 0) {
            return difference;
        }
    }
    return (a_length > b_length) - (a_length < b_length);
}

static int compare_places(const void *a, const void *b)
{
    const struct place *left = a;
    const struct place *right = b;
    int order = compare_letters(left->letters, left->length, right->letters, right->length);

    return order != 0 ? order : (left->document > right->document) - (left->document < right->document);
}

static int compare_rows(const void *a, const void *b)
{
    const struct word_row *left = a;
    const struct word_row *right = b;

    return compare_letters(left->letters, left->length, right->letters, right->length);
}

static void find_places(const struct documents *documents, struct place *places)
{
    for (uint32_t i = 0; i < documents->count; i++) {
        uint32_t at = documents->begins[i];
        uint32_t length;
        while ((length = next_word(documents->text.items, &at, documents->begins[i + 1])) > 0) {
            *places++ = (struct place){documents->text.items + at, length, i};
            at += length;
        }
    }
}

/* Counts sorted places into rows. */
static void count_places(const struct place *places, uint32_t count, struct word_table *table)
{
    for (uint32_t i = 0; i < count; i++) {
        int is_new = i == 0 || compare_letters(places[i - 1].letters, places[i - 1].length, places[i].letters,
                                               places[i].length) != 0;
        struct word_row *row = &table->rows[table->count - !is_new];
        if (is_new) {
            *row = (struct word_row){places[i].letters, places[i].length, 0, 0};
            table->count++;
        }
        row->occurrences++;
        row->documents += is_new || places[i - 1].document != places[i].document;
    }
}

int word_table_count(const struct documents *documents, struct word_table *table, struct tool_error *error)
{
    uint32_t count = words_occurrences(documents);
    struct place *places = calloc((size_t)count + 1, sizeof *places);

    *table = (struct word_table){calloc((size_t)count + 1, sizeof *table->rows), 0};
    if (places == NULL || table->rows == NULL) {
        free(places);
        word_table_clear(table);
        return tool_fail(error, "memory is exhausted; take a smaller text");
    }
    find_places(documents, places);
    qsort(places, count, sizeof *places, compare_places);
    count_places(places, count, table);
    free(places);
    return 0;
}

void word_table_sort(struct word_table *table)
{
    qsort(table->rows, table->count, sizeof *table->rows, compare_rows);
}

/* A word for a message. */
static int shown(uint32_t length)
{
    return length < 40 ? (int)length : 40;
}

int word_table_compare(const struct word_table *seen, const struct word_table *wanted,
                       struct tool_error *error)
{
    size_t both = seen->count < wanted->count ? seen->count : wanted->count;

    for (size_t i = 0; i < both; i++) {
        const struct word_row *row = &seen->rows[i];
        const struct word_row *right = &wanted->rows[i];
        if (compare_rows(row, right) != 0) {
            return tool_fail(error, "word %zu is \"%.*s\", and not \"%.*s\"", i, shown(row->length),
                             (const char *)row->letters, shown(right->length), (const char *)right->letters);
        }
        if (row->occurrences != right->occurrences || row->documents != right->documents) {
            return tool_fail(error, "\"%.*s\" is counted %u times in %u documents, and occurs %u times in %u",
                             shown(row->length), (const char *)row->letters, row->occurrences, row->documents,
                             right->occurrences, right->documents);
        }
    }
    return seen->count == wanted->count
               ? 0
               : tool_fail(error, "there are %zu words instead of %zu", seen->count, wanted->count);
}

uint64_t word_table_occurrences(const struct word_table *table)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < table->count; i++) {
        sum += table->rows[i].occurrences;
    }
    return sum;
}

uint64_t word_table_pairs(const struct word_table *table)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < table->count; i++) {
        sum += table->rows[i].documents;
    }
    return sum;
}

int word_table_write(const struct word_table *table, int by_documents, const char *path,
                     struct tool_error *error)
{
    struct coop_replace replace;
    int code = coop_replace_open(&replace, path);

    for (size_t i = 0; code == 0 && i < table->count; i++) {
        const struct word_row *row = &table->rows[i];
        for (uint32_t letter = 0; letter < row->length; letter++) {
            fputc(row->letters[letter] | 32, replace.file);
        }
        fprintf(replace.file, " %" PRIu32 "\n", by_documents ? row->documents : row->occurrences);
    }
    code = code == 0 ? coop_replace_close(&replace, 1) : code;
    return code == 0 ? 0 : tool_fail(error, "%s cannot be written: %s", path, strerror(code));
}

void word_table_clear(struct word_table *table)
{
    free(table->rows);
    *table = (struct word_table){NULL, 0};
}
