/* Macros as the preprocessor knows them at some place. */
#ifndef COOPC_TEXT_MACRO_H
#define COOPC_TEXT_MACRO_H

#include "coopc/text/lex.h"
#include "coopc/text/source.h"
#include "coopc/text/text.h"

#include <stdbool.h>
#include <stddef.h>

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

/* The way of the preprocessor through the files of a unit. */

enum { READING_DEPTH_MAX = 200 };

struct reading {
    LIST(const struct source *) guarded; /* entered: the preprocessor skips them from now on */
    size_t depth;                        /* of inclusions */
};

/* Whether it goes into a file that is included; NULL: one that libclang does not show. */
bool reading_enters(struct reading *reading, const struct source *source);

/* Whether a condition has taken the text away. */
bool reading_skips(const struct source *source, size_t offset);

/* The inclusion whose directive begins there; NULL when there is none. */
const struct inclusion *reading_inclusion_at(const struct source *source, size_t offset);

#endif
