/* The states of a kernel while they are made, one behind the other. */
#ifndef COOPC_LOWER_FLATTENER_H
#define COOPC_LOWER_FLATTENER_H

#include "coopc/model/kernel.h"

/* Jumps that leave a statement which has been taken apart. */

/* A loop or switch that has been taken apart. */
struct construct {
    size_t keyword;
    size_t break_label;
    size_t continue_label;
};

struct constructs {
    LIST(struct construct) list;
};

/* Adds the edits of the jumps, which go to labels now. Sorts the constructs. */
void jumps_rewrite(struct kernel *kernel, struct constructs *constructs);

struct statement;

struct flattener {
    struct kernel *kernel;
    struct source *source;
    struct constructs constructs;
    LIST(struct branch) cases;    /* of the innermost switch: statements' keywords and labels */
    const struct statement *tail; /* the return at the end of the helper that is being inlined */
    bool has_hidden_names;        /* macro bodies name variables */
};

/* The one that text goes into. */
struct state *flattener_state(struct flattener *flattener);

/* A label that is not bound yet. */
size_t flattener_label(struct flattener *flattener);

/* Ends the current state with an operation and begins the one at `label`. */
void flattener_begin_state(struct flattener *flattener, size_t label, enum operation operation);

struct item *flattener_add_item(struct flattener *flattener, enum item_kind kind, struct range range);
void flattener_add_jump(struct flattener *flattener, enum item_kind kind, struct range condition,
                        size_t label);
void flattener_add_construct(struct flattener *flattener, size_t keyword, size_t break_label,
                             size_t continue_label);

/* A declaration where statements become states, or any other simple statement. */
void flattener_add_simple(struct flattener *flattener, struct range range, size_t scope);

/* The value of a return goes into the result of the call that stands for it, if somebody reads that. */
void flattener_add_result(struct flattener *flattener, struct range range, struct variable *result,
                          struct variable *value);

/* States that do nothing but go on disappear: their labels move to where they go. */
void flattener_remove_empty_states(struct kernel *kernel);

#endif
