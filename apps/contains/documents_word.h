/* Documents, and which of them contain a word. */
#ifndef TOOLS_WORK_DOCUMENTS_WORD_H
#define TOOLS_WORK_DOCUMENTS_WORD_H

#include "tools/report/answer.h"
#include "tools/text/documents.h"

/* 2,000 documents of six words made from nothing else: most of the text is in few of them, which come first.
 * Every third document ends with the word "needle", which is nowhere else. */
int documents_make(struct documents *documents, struct tool_error *error);

/* Checks that a text is one word (words.h) of at most WORD_LETTERS_MAX letters, and writes it in
 * lower case.
 * letters  room for WORD_LETTERS_MAX + 1 */
int documents_check_word(const char *text, char *letters, struct tool_error *error);

/* Whether document `index` contains the word, in lower case, as one of its words: goes through them in
 * order. */
int documents_contain(const struct documents *documents, uint32_t index, const char *letters);

/* Counts "documents", and those "containing" the word. */
void documents_count(const struct documents *documents, const char *letters, struct answer *answer);

#endif
