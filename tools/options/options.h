/* Command lines: "--name value", "--name=value" and "--flag", described by a table. */
#ifndef TOOLS_OPTIONS_H
#define TOOLS_OPTIONS_H

#include "tools/error/tool_error.h"

#include <stdint.h>

enum option_kind {
    OPTION_FLAG,    /* int *: 1 when given */
    OPTION_TEXT,    /* const char ** */
    OPTION_NUMBER,  /* uint64_t *, from minimum to maximum */
    OPTION_SECONDS, /* double *, a positive number that may have a fraction */
    OPTION_TEXTS    /* struct option_texts *: may be given several times */
};

#define OPTION_TEXTS_MAX 16
struct option_texts {
    const char *items[OPTION_TEXTS_MAX];
    unsigned count;
};

struct option {
    const char *name; /* "--groups"; NULL ends the table */
    enum option_kind kind;
    void *value;
    uint64_t minimum;
    uint64_t maximum;
};

/* Reads arguments[first .. count - 1] into the table's values. The message of an error names the argument.
 */
int options_parse(const struct option *table, int count, char **arguments, int first,
                  struct tool_error *error);

/* Whether arguments that options_parse has read by the table give the option. */
int options_has(const struct option *table, int count, char **arguments, int first, const char *name);

/* Whether one of the arguments is the option, by its name or its letter: "--help", "-h". */
int options_ask(int count, char **arguments, const char *name, const char *letter);

/* The last sentence of what coop-app's commands print for --help. */
#define OPTIONS_EXIT_STATUS                                                                              \
    "Exit status: 0 all is right, 1 a result is wrong or something failed, 2 the command line makes no " \
    "sense,\n3 standard output cannot be written.\n"

/* Adds a row in front of the table's end, which must have room for it. */
void option_add(struct option *table, struct option row);

/* Whole numbers in a text: "1000x800" with separator 'x' is 2 of them. Returns how many, or 0 when it is
 * anything else, or more than capacity. */
unsigned options_numbers(const char *text, char separator, uint64_t *numbers, unsigned capacity);

#endif
