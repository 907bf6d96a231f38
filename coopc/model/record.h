/* What is in a struct that a kernel takes by value, for the host to have the same. */
#ifndef COOPC_MODEL_RECORD_H
#define COOPC_MODEL_RECORD_H

#include "coopc/model/type.h"
#include "coopc/text/text.h"

struct record;

struct record_member {
    const char *name;
    const char *dimensions;      /* of an array, as in [2][3]; "": it is none */
    struct type type;            /* of an array, its element's */
    const struct record *record; /* of a struct; NULL: it is none */
    size_t offset;
};

struct record {
    const char *tag;      /* NULL: only the typedef has a name */
    const char *spelling; /* struct TAG, or the typedef's name */
    bool is_emitted;      /* the host's header defines it; else a header of the user's does */
    size_t size;
    size_t alignment;
    LIST(struct record_member) members;
};

/* The name without `struct`. */
const char *record_name(const struct record *record);

#endif
