/* What the value of an expression depends on that differs between work-items or work-groups.
 *
 * What is read from memory counts as the same for all, as long as its address is: nobody can know. So does a
 * member of a struct, of which another one may differ, and so do the numbers of work-items and work-groups,
 * which all work-groups change together, and what an atomic finds; of these two there is a note. */
#ifndef COOPC_CHECK_VALUE_H
#define COOPC_CHECK_VALUE_H

#include "coopc/model/model.h"

enum {
    DIFFERS_BY_ITEM = 1,
    DIFFERS_BY_GROUP = 2,
    DIFFERS = DIFFERS_BY_ITEM | DIFFERS_BY_GROUP,
    COUNTS_GROUPS = 4, /* depends on how many work-groups there are */
    IS_DRAWN = 8,      /* depends on what an atomic read-modify-write has found */
    VALUE_BITS = DIFFERS | COUNTS_GROUPS | IS_DRAWN,
    PARAMETER_BIT = 4, /* bits from here on: in a function, as its parameters do */
    PARAMETER_BITS_END = 31,
};

struct value {
    unsigned bits;
    const struct call *origin; /* the first that made the difference; NULL: none did */
};

/* Who reads a function's references, and what its variables have. */
struct value_reader {
    const struct model *model;
    const struct function *function;
    struct value (*get)(const struct value_reader *reader, const struct variable *variable);
    void *context;
};

/* Adds what the other one depends on. True when that is more. */
bool value_join(struct value *value, struct value other);

/* Of the expression whose references are those with the indexes. */
struct value value_read(const struct value_reader *reader, struct range references);

/* Of what an assignment to the reference sets it to. */
struct value value_assigned(const struct value_reader *reader, size_t reference);

/* Of the argument of the call. */
struct value value_argument(const struct value_reader *reader, const struct call *call, size_t argument);

/* What the call leaves in the variable that the argument names. */
struct value value_given(const struct value_reader *reader, const struct call *call, size_t argument);

/* Whether the private variable's value is followed: memory that work-items share is not. */
bool value_is_followed(const struct variable *variable);

/* Whether the variable, or the private memory that it points to, is assigned there. */
bool value_is_set(const struct reference *reference);

/* The call in the range of a function that tells work-items apart; NULL: none. */
const struct call *value_find_item_call(const struct function *function, struct range range);

#endif
