/* The result of a workload: counts with names, in an order that is the workload's own, so that the results
 * of devices, references and rivals can be compared and printed by code that does not know what they
 * count. */
#ifndef TOOLS_WORK_ANSWER_H
#define TOOLS_WORK_ANSWER_H

#include "tools/error/tool_error.h"

#include <stdint.h>

#define ANSWER_COUNTS_MAX 64

struct answer_count {
    char name[24]; /* "inner_nodes": lower case, as JSON wants it */
    int64_t value;
};

struct answer {
    unsigned count;
    struct answer_count counts[ANSWER_COUNTS_MAX];
};

/* Appends a count; those beyond ANSWER_COUNTS_MAX are dropped. */
void answer_add(struct answer *answer, const char *name, int64_t value);

/* Appends a count whose name ends in a number, as "level_12". */
void answer_add_numbered(struct answer *answer, const char *name, unsigned number, int64_t value);

/* The count of that name; -1 when there is none. */
int64_t answer_get(const struct answer *answer, const char *name);

/* 0 when both hold the same counts with the same values, else -1 with a message that names the first
 * difference. */
int answer_compare(const struct answer *seen, const struct answer *wanted, struct tool_error *error);

#endif
