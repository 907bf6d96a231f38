/* Types as the generated code must spell them, and what coopc asks about them. */
#ifndef COOPC_MODEL_TYPE_H
#define COOPC_MODEL_TYPE_H

#include "coopc/text/text.h"

#include <stdbool.h>
#include <stddef.h>

/* Address spaces as libclang numbers them for OpenCL. */
enum space {
    SPACE_NONE = 0,
    SPACE_GLOBAL = 1,
    SPACE_LOCAL = 2,
    SPACE_CONSTANT = 3,
    SPACE_PRIVATE = 4,
    SPACE_GENERIC = 5,
};

enum shape { SHAPE_SCALAR, SHAPE_VECTOR, SHAPE_POINTER, SHAPE_ARRAY, SHAPE_STRUCT, SHAPE_OPAQUE };

/* A declaration is `prefix name suffix`; const and the address space of the object itself are left out. */
struct declarator {
    const char *prefix;
    const char *suffix;
};

/* What a value is made of, or what a pointer leads to, as a program needs it that packs arguments. */
struct content {
    const char *c_name; /* fixed-width C type of a scalar, or of a vector's lane; NULL: neither */
    size_t lanes;       /* 1 unless it is a vector */
    size_t size;        /* of the whole; 0: not known */
};

struct type {
    enum shape shape;
    enum space space;   /* where an object of the type lives */
    enum space pointee; /* of a pointer */
    struct declarator object;
    struct declarator element; /* pointer to an array's element, in the array's address space */
    size_t element_count;      /* of an array, all dimensions together */
    const char *subscripts;    /* of an array's element number coop_i */
    const char *lane;          /* OpenCL C type of a vector's lane */
    const char *spelling;      /* as a cast would spell it */
    size_t size;
    size_t alignment;
    const char *c_name; /* fixed-width C type of a scalar, or of a vector's lane */
    size_t lanes;
    struct content content;
    bool holds_pointer;         /* itself, an element or a member is one */
    bool holds_private_pointer; /* itself, an element or a member points to private (or generic) memory */
    bool holds_local_pointer;
    bool leads_to_private_pointer; /* points to local or global memory that holds a private pointer */
    bool is_volatile;
};

/* The declaration `prefix name suffix`. */
const char *declare(const struct declarator *declarator, const char *name);

/* What is in a struct that a kernel takes by value, for the host to have the same. */

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
