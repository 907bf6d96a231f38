/* The elements of tensors (coop/element.h): structs that coop_elements marks. */
#ifndef COOPC_MODEL_ELEMENT_H
#define COOPC_MODEL_ELEMENT_H

#include <stdint.h>

#include "coopc/text/source.h"

/* What a member of a struct can be that an element's cannot. */
enum member_fault {
    MEMBER_IS_RIGHT,
    MEMBER_IS_POINTER,
    MEMBER_IS_BIT_FIELD,
    MEMBER_IS_UNION,
    MEMBER_IS_STRUCT,
    MEMBER_IS_FLEXIBLE_ARRAY,
    MEMBER_IS_ARRAY_OF_ARRAYS,
    MEMBER_IS_BOOL,
    MEMBER_DIFFERS_BY_DEVICE, /* size_t and its like */
    MEMBER_IS_QUALIFIED,      /* const or volatile */
    MEMBER_IS_NO_INT,         /* an enumeration of another size */
    MEMBER_IS_MISPLACED,      /* some cell has it where its type cannot lie */
    MEMBER_IS_OTHER
};

struct element_member {
    const char *name;
    const char *type; /* of an item, in OpenCL C's words: "float", "uint4" */
    enum member_fault fault;
    bool is_array;
    bool has_double;
    bool has_half;
    size_t items;
    size_t item_bytes;
    size_t alignment;
    size_t offset;
    size_t run; /* element_measure */
    const struct source *source;
    size_t place;
};

struct cell_element {
    const char *name;
    size_t bytes;
    size_t alignment;
    size_t packed_bytes; /* this and the next: element_measure */
    uint32_t hash;
    bool is_union;
    bool is_incomplete;
    bool has_double;
    bool has_half;
    LIST(struct element_member) members;
    const struct source *source; /* of the struct; of an incomplete one, of the mark */
    size_t place;
};

/* The order in which the members' items have their runs, and the sums; the hash. */
void element_measure(struct cell_element *element);

/* "flow.h:3:12" */
const char *element_place(const struct source *source, size_t place);

/* A name that the accessors define, and for which member; NULL: for the whole element. */
struct element_name {
    const char *name;
    const struct element_member *member;
};
struct element_names {
    LIST(struct element_name) list;
};
void element_names_add(struct element_names *names, const struct cell_element *element);

#endif
