/* The command line. */
#ifndef COOPC_COMMAND_H
#define COOPC_COMMAND_H

#include "coopc/model/model.h"
#include "coopc/parse/parse.h"

enum { EXIT_DIAGNOSTICS = 1, EXIT_USAGE = 2, EXIT_FILES = 3 };

struct command {
    LIST(const char *) inputs;
    struct parse_arguments arguments;
    struct model model;
    const char *output;
    const char *header;
    const char *depfile;
    const char *deps;
    const char *embed;
    const char *embed_header; /* beside it, of the same name with .h */
    const char *standard;
    bool dumps_model;
    bool makes_elements; /* --elements */
    bool makes_nodes;    /* --nodes */
    bool has_no_doubles; /* --no-doubles */
};

/* A file to be written. */
struct output {
    const char *option;
    const char *path; /* NULL: it is not asked for */
};

enum { OUTPUT_COUNT = 6 };

void command_print_help(void);

/* Reads the arguments. 0, or the exit status after a message. */
int command_read(struct command *command, char **arguments);

/* What may be written, in the order in which it is: module, header, C file with its header, depfile, rules.
 * The rules of make are last: who finds one finds all that it is about. */
void command_outputs(const struct command *command, struct output outputs[OUTPUT_COUNT]);

/* Says what is wrong with the command line; EXIT_USAGE. */
int command_refuse(const char *what, const char *detail);

#endif
