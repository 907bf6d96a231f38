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

void command_print_help(void);

/* Reads the arguments. 0, or the exit status after a message. */
int command_read(struct command *command, char **arguments);

/* Says what is wrong with the command line; EXIT_USAGE. */
int command_refuse(const char *what, const char *detail);

#endif
