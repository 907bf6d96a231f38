/* What attributes say about a declaration. */
#ifndef COOPC_PARSE_ANNOTATIONS_H
#define COOPC_PARSE_ANNOTATIONS_H

#include "coopc/parse/cursor.h"

struct annotations {
    const struct parser *parser; /* in */
    const struct source *source; /* in: whose text the declaration is in */
    const char *aligned; /* text of an alignment attribute; empty when it does not stand there itself */
    bool is_transmit;
    bool is_kernel;
    bool is_task;
    bool is_by_group;
    const char *apart; /* the condition, or NULL */
    bool is_common;
    LIST(struct mark) marks;
    size_t begin; /* in, out: the least offset seen */
};

void read_annotations(CXCursor cursor, struct annotations *annotations);

/* The local size that a declaration requires. */

/* Fills function->requires_size and function->local_items. */
void read_work_group_size(CXCursor cursor, struct function *function);

#endif
