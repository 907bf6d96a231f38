/* What macros make of places in a source's text. */
#ifndef COOPC_TEXT_EXPANSIONS_H
#define COOPC_TEXT_EXPANSIONS_H

#include "coopc/text/spans.h"

struct source;
struct expansions;

struct expansion {
    struct range range;          /* of the macro's name and its arguments */
    const struct source *source; /* of the macro's definition; NULL: in none of the user's files */
    size_t offset;               /* of its name there */
    size_t known;                /* how many names the unit had read before */
    size_t reach;                /* the greatest end of all that begin no later */
};

struct expansions *expansions_create(void);
void expansions_add(struct expansions *expansions, const struct expansion *expansion);

/* The expansion that begins at the offset; NULL: none. Valid until another is added. */
const struct expansion *expansions_at(struct expansions *expansions, size_t offset);

/* By number, in the order of the text; NULL: there are no more. */
const struct expansion *expansions_get(struct expansions *expansions, size_t index);

/* Whether the offset lies in one. */
bool expansions_hold(struct expansions *expansions, size_t offset);

/* The outermost expansion that the offset lies in; NULL: none. */
const struct expansion *expansions_around(struct expansions *expansions, size_t offset);

#endif
