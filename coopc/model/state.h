/* A state of a kernel: the text between two operations. */
#ifndef COOPC_MODEL_STATE_H
#define COOPC_MODEL_STATE_H

#include "coopc/model/function.h"

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

#endif
