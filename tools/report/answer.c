#include "answer.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void answer_add(struct answer *answer, const char *name, int64_t value)
{
    struct answer_count *count = &answer->counts[answer->count];

    if (answer->count < ANSWER_COUNTS_MAX) {
        snprintf(count->name, sizeof count->name, "%s", name);
        count->value = value;
        answer->count++;
    }
}

void answer_add_numbered(struct answer *answer, const char *name, unsigned number, int64_t value)
{
    char text[sizeof answer->counts[0].name];

    snprintf(text, sizeof text, "%s%u", name, number);
    answer_add(answer, text, value);
}

int64_t answer_get(const struct answer *answer, const char *name)
{
    unsigned i;

    for (i = 0; i < answer->count; i++) {
        if (strcmp(answer->counts[i].name, name) == 0) {
            return answer->counts[i].value;
        }
    }
    return -1;
}

int answer_compare(const struct answer *seen, const struct answer *wanted, struct tool_error *error)
{
    unsigned i;

    for (i = 0; i < seen->count && i < wanted->count; i++) {
        const struct answer_count *left = &seen->counts[i];
        const struct answer_count *right = &wanted->counts[i];

        if (strcmp(left->name, right->name) != 0) {
            return tool_fail(error, "there is a count of %s where one of %s is wanted", left->name,
                             right->name);
        }
        if (left->value != right->value) {
            return tool_fail(error, "%s is %" PRId64 ", and %" PRId64 " is right", left->name, left->value,
                             right->value);
        }
    }
    if (seen->count != wanted->count) {
        return tool_fail(error, "there are %u counts, and %u are wanted", seen->count, wanted->count);
    }
    return 0;
}
