/* Documents that tasks search for a word, as a workload. */
#ifndef APPS_TASK_CONTAINS_H
#define APPS_TASK_CONTAINS_H

#include "documents_word.h"
#include "tools/workqueue/problem.h"
#include "words.h"

/* The problem's input. */
struct contains_input {
    struct documents documents;
    char word[WORD_LETTERS_MAX + 1];
};

extern const struct workload workload_contains;

#endif
