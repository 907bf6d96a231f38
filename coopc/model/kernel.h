/* A kernel: its statements, the helpers that are inlined into it, its states and the layout of its data. */
#ifndef COOPC_MODEL_KERNEL_H
#define COOPC_MODEL_KERNEL_H

#include <stdint.h>

#include "coopc/model/function.h"
#include "coopc/model/state.h"
#include "coopc/model/unit.h"
#include "coopc/text/spans.h"

struct stages;
struct statement;
struct task;

struct member {
    struct variable *variable;
    size_t offset;
    size_t size;
    size_t alignment;
    size_t padding; /* bytes in front of it */
};

struct layout {
    LIST(struct member) members;
    size_t tail; /* bytes of padding behind the last member */
    size_t size;
    size_t alignment;
};

/* What becomes of the value of an inlined helper's call. */
enum inlining_form {
    INLINING_ALONE,  /* `f(x);` */
    INLINING_VALUE,  /* `a = f(x);`, `int a = f(x);` */
    INLINING_RETURN, /* `return f(x);` */
};

/* A call of a helper that holds a barrier, whose body takes its place: a copy behind the kernel's source. */
struct inlining {
    const struct function *helper;
    enum inlining_form form;
    struct range call;       /* from the name to the closing parenthesis */
    struct range arguments;  /* between the parentheses */
    struct range copy;       /* from the helper's name to its closing brace */
    struct range parameters; /* between the parentheses there */
    struct statement *body;
    const struct statement *tail; /* a return that is the last statement, or NULL */
    bool has_jumps;               /* other returns */
    bool is_apart;                /* shares no state with the text around the call, nor any name */
    struct variable *result;      /* NULL when nobody reads it */
    size_t end;                   /* label of what follows the call */
};

/* An enumeration where statements become states: each state with text of its scope has it. */
struct enumeration {
    struct range text;
    struct range scope;
};

struct kernel {
    const char *name;
    const struct task *task; /* whose statements these are; NULL: they are a kernel's */
    struct statement *tree;
    struct tokens tokens; /* of the body */
    struct function *function;
    struct source *source;
    struct unit *unit;
    size_t index;
    size_t begin; /* of the whole definition, attributes included */
    size_t end;
    const char *directives;   /* that are in front of the body */
    bool forbids_contraction; /* #pragma OPENCL FP_CONTRACT OFF in a block that is taken apart */
    LIST(struct enumeration) enumerations;
    LIST(struct inlining *) inlinings;
    LIST(struct state) states;
    LIST(size_t) labels; /* state of each label */
    struct spans texts;  /* of the states */
    struct layout arguments;
    struct layout transmits;
    struct variable
        *work; /* the work-group's side of a work queue, in local memory; NULL when there is none */
    struct variable *workqueue; /* the parameter that is the work queue */
    struct variable *flow;      /* the same two of a flow graph */
    struct variable *flowgraph;
    struct variable *messages; /* the same two of a part in a net */
    struct variable *network;
    struct stages *stages; /* what it does with the channels (model/stages.h); NULL: it has no flow graph */
    size_t vars_bytes;
    bool requires_size;    /* reqd_work_group_size */
    bool requires_sizes;   /* several that differ, of which the definition's is taken */
    size_t local_items[3]; /* that one; zeros: none, or the compiler does not tell */
    size_t local_bytes;
    size_t local_room;       /* of these, for its parameters that point to local memory */
    size_t collective_bytes; /* of a value of its collective functions; 0: it has none */
    bool shrinks;
    bool grows;
    bool meets; /* at a global barrier */
    bool kill_any;
    bool may_kill_all;
    uint64_t hash;
};

/* The call whose inlined text holds the offset; NULL: the kernel's own text. */
struct inlining *inlining_at(const struct kernel *kernel, size_t offset);

/* Whether one of the enumeration's constants has the name. */
bool enumeration_names(const struct kernel *kernel, const struct enumeration *enumeration, const char *name);

/* Whether some of the state's text is in the enumeration's scope. */
bool enumeration_is_used(const struct enumeration *enumeration, const struct state *state);

/* Whether a work-group may begin behind the operation, with nothing but what is transmitted. */
bool kernel_begins_at(const struct kernel *kernel, enum operation operation);

/* Fills kernel->texts, once its states are there. */
void kernel_find_texts(struct kernel *kernel);

/* The number of the state that has the text at the offset, or SPAN_NONE. */
size_t state_at(const struct kernel *kernel, size_t offset);

/* Whether the range holds a barrier, a primitive, or the call of a helper that does. */
bool range_splits(const struct kernel *kernel, struct range range);

/* Whether directives in the kernel's text change macros: its states then are in the order of the text. */
bool kernel_changes_macros(const struct kernel *kernel);

#endif
