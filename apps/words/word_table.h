/* The words of documents with their counts, sorted: the right result by one thread, and the table as a file.
 */
#ifndef APPS_WORDS_WORD_TABLE_H
#define APPS_WORDS_WORD_TABLE_H

#include "tools/error/tool_error.h"
#include "tools/text/documents.h"

#include <stddef.h>
#include <stdint.h>

struct word_row {
    const unsigned char *letters; /* in the text, of either case */
    uint32_t length;
    uint32_t occurrences;
    uint32_t documents; /* that the word is in */
};

struct word_table {
    struct word_row *rows; /* each word once, by their letters in lower case */
    size_t count;
};

/* How many words the documents have, each as often as it occurs. */
uint32_t words_occurrences(const struct documents *documents);

/* Counts all words by sorting them. The rows point into the documents' text. On failure *table is empty. */
int word_table_count(const struct documents *documents, struct word_table *table, struct tool_error *error);

/* Brings rows of different words into the table's order. */
void word_table_sort(struct word_table *table);

/* 0 when both have the same words with the same counts, else -1 with the first difference. */
int word_table_compare(const struct word_table *seen, const struct word_table *wanted,
                       struct tool_error *error);

/* Sums over the words. */
uint64_t word_table_occurrences(const struct word_table *table);
uint64_t word_table_pairs(const struct word_table *table);

/* Writes lines "word count", in lower case; the counts are those of documents or of occurrences. */
int word_table_write(const struct word_table *table, int by_documents, const char *path,
                     struct tool_error *error);

void word_table_clear(struct word_table *table);

#endif
