/* What the parts of the printer share. */
#ifndef COOP_TESTS_FUZZ_PRINT_H
#define COOP_TESTS_FUZZ_PRINT_H

#include "program.h"

/* What is being printed. */
struct printer {
    struct text *text;
    const struct program *program;
    int depth;
};

void print_expr(struct printer *p, const struct expr *e);

/* The text of an expression; free it. */
char *expr_text(struct printer *p, const struct expr *e);

/* `form` with `inner`'s text for each %. */
void print_form(struct printer *p, const char *form, const char *inner);

/* An expression as it is written into a cell of the type. */
void print_written(struct printer *p, enum scalar scalar, const struct expr *e);

#endif
