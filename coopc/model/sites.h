/* What stands where in a function: its lists in the order of the text. */
#ifndef COOPC_MODEL_SITES_H
#define COOPC_MODEL_SITES_H

#include "coopc/model/function.h"

enum site_kind {
    SITE_REFERENCE,
    SITE_CALL,
    SITE_SPLIT, /* the calls that a kernel is split at; not before inline_mark() has marked them */
    SITE_VARIABLE,
    SITE_JUMP,
    SITE_CHILD,
    SITE_KINDS,
};

struct site {
    size_t offset;
    size_t index; /* in the function's list */
};

struct found_sites {
    const struct site *items;
    size_t count;
};

/* For function->sites. */
struct sites *sites_create(void);

/* Those whose offset the range holds, by offset and then by index; valid until the function's lists grow. */
struct found_sites sites_find(const struct function *function, enum site_kind kind, struct range range);

/* The first call in the range that a kernel is split at; NULL: none. */
const struct call *sites_first_split(const struct function *function, struct range range);

/* Whether the function declares a variable in the range. */
bool sites_declare(const struct function *function, struct range range);

#endif
