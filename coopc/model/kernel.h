/* A kernel: its statements, the helpers that are inlined into it, its states and the layout of its data. */
#ifndef COOPC_MODEL_KERNEL_H
#define COOPC_MODEL_KERNEL_H

#include "coopc/model/function.h"
#include "coopc/model/unit.h"
#include "coopc/text/spans.h"
#include "coopc/text/text.h"

#include <stdint.h>

/* A state of a kernel: the text between two operations. */

enum item_kind {
    ITEM_TEXT,        /* source text */
    ITEM_STEP,        /* source text that lacks its semicolon */
    ITEM_DECLARE,     /* a declaration: text, or assignments to variables that live elsewhere */
    ITEM_PARAMETERS,  /* those of an inlined helper get their values */
    ITEM_RESULT,      /* an inlined helper's gets its value */
    ITEM_JUMP_UNLESS, /* go to a label unless the condition holds */
    ITEM_JUMP_IF,
    ITEM_DISPATCH, /* a switch over labels */
};

struct branch {
    struct range text; /* `case value:` or `default:` */
    size_t label;
};

struct item {
    enum item_kind kind;
    struct range range; /* text or condition */
    size_t label;
    struct range arguments;  /* of ITEM_PARAMETERS */
    struct variable *result; /* of ITEM_RESULT, or NULL: evaluated only */
    struct variable *value;  /* the result of an inlined helper that the text reads, or NULL */
    struct range call;       /* the part of the text that `value` stands for */
    LIST(struct branch) branches;
};

/* A variable as one state sees it. */
struct use {
    struct variable *variable;
    const char *name;
    bool is_written;
    bool is_declared; /* by this state's own text */
};

struct state {
    LIST(struct item) items;
    LIST(struct use) uses;
    LIST(size_t) references; /* indexes of those in its text */
    enum operation operation;
    const struct call *call;         /* where the operation stands; NULL for none and for a return */
    size_t next;                     /* label */
    LIST(size_t) leaves;             /* labels that break and continue inside its text go to */
    LIST(struct variable *) results; /* that returns inside its text set */
    bool may_return;                 /* its text holds a return */
    bool has_exit;                   /* something jumps to its end */
};

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
    bool transmits_live; /* what is live across a fork point */
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

/* The statements of a kernel's body as a tree over its tokens. */

struct inlining;

enum statement_kind {
    STATEMENT_SIMPLE, /* expression, declaration or jump, with its semicolon; also what a macro hides */
    STATEMENT_EMPTY,
    STATEMENT_DIRECTIVE,
    STATEMENT_COMPOUND,
    STATEMENT_IF,
    STATEMENT_WHILE,
    STATEMENT_DO,
    STATEMENT_FOR,
    STATEMENT_SWITCH,
    STATEMENT_CASE,  /* case or default, with the statement behind it */
    STATEMENT_LABEL, /* any other label, likewise */
};

struct statement {
    enum statement_kind kind;
    struct range range;   /* from the first token, attributes included, to the end of the last */
    bool is_hidden;       /* a simple statement that a macro makes a loop or branch */
    size_t keyword;       /* offset of if, while, ...; of a compound's brace */
    struct range head;    /* condition; the text of a case or label up to its colon */
    struct range initial; /* of a for: with its semicolon */
    struct range step;
    struct statement *body;
    struct statement *otherwise;
    LIST(struct statement *) children;
    struct inlining *inlining; /* of the call that is the statement, or its right side; else NULL */
};

/* Whether it is a case or label. NULL is not. */
bool statement_is_labelled(const struct statement *statement);

/* The ways from state to state. */

/* The states that a state may go on to, each once, in ascending order. */
struct successors {
    LIST(size_t) list;
};
void state_successors(const struct kernel *kernel, size_t index, struct successors *successors);

/* The same, but for the one behind the state's end. */
void state_jumps(const struct kernel *kernel, size_t index, struct successors *successors);

/* The text of the first thing that a state does; NULL when it does nothing. */
const struct range *state_begin_text(const struct state *state);

#endif
