/* A macro's body with the arguments of a call in place of its parameters. */
#ifndef COOPC_TEXT_SUBSTITUTE_H
#define COOPC_TEXT_SUBSTITUTE_H

#include "coopc/text/macro.h"
#include "coopc/text/piece.h"

struct argument {
    struct pieces written;
    struct pieces expanded; /* by itself */
    bool has_failed;        /* it cannot be expanded */
};

struct arguments {
    LIST(struct argument) list;
    struct piece closing; /* the bracket behind them */
};

/* The pieces get `hidden` beside what they have. Sets *has_failed when it is not known what they are. */
struct pieces substitute(const struct macro *macro, const struct arguments *arguments,
                         const struct hide_set *hidden, bool *has_failed);

#endif
