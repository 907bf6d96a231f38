/* Words of documents, counted by a flow graph, as a workload. */
#ifndef APPS_TASK_WORDS_H
#define APPS_TASK_WORDS_H

#include "tools/text/documents.h"
#include "tools/workqueue/problem.h"

/* The problem's input. */
struct words_input {
    struct documents documents;
    uint32_t occurrences; /* of all words: no table has more places than it takes */
    int by_documents;     /* what --output counts */
};

extern const struct workload workload_words;

#endif
