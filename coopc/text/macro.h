/* Macros as the preprocessor knows them at some place. */
#ifndef COOPC_TEXT_MACRO_H
#define COOPC_TEXT_MACRO_H

#include "coopc/text/lex.h"
#include "coopc/text/set.h"

struct macro {
    const char *name;
    bool has_parameters; /* parentheses, if empty ones */
    bool is_variadic;    /* the last parameter takes the rest */
    LIST(const char *) parameters;
    struct tokens body; /* from `first` on */
    size_t first;
};

struct macros {
    struct set by_name;
};

/* Of the tokens behind `define`: a name and what it stands for. */
void macros_define(struct macros *macros, const struct tokens *tokens, size_t at);

/* Of a command line: `name` or `name=value`. */
void macros_define_option(struct macros *macros, const char *define);

void macros_undefine(struct macros *macros, const char *name);

/* NULL: none has the name. */
const struct macro *macros_find(const struct macros *macros, const char *name);

#endif
