/* The commands of coop-bench, and which options each takes. */
#ifndef LAB_BENCH_COMMANDS_H
#define LAB_BENCH_COMMANDS_H

#include "lab/bench/base/bench.h"

/* A command, and the options that it takes beside those of all. */
struct command {
    const char *name;
    int (*run)(const struct bench_options *options, struct tool_error *error);
    uint64_t groups;
    uint64_t local_items;
    const char *options;
    struct {
        const char *name;   /* for --only; NULL ends them */
        const char *unused; /* those of the options that do nothing for this part */
    } parts[7];
};

/* The arguments of a command, and what options_parse has read them by. */
struct command_line {
    const struct option *table;
    int count;
    char **arguments;
};

/* NULL: there is none of that name. */
const struct command *command_find(const char *name);

/* Refuses options that the command, or the part of it that --only chooses, would ignore, alone or beside the
 * others. 0, or -1 with a message. */
int command_check(const struct command *command, const struct command_line *line,
                  const struct bench_options *options, struct tool_error *error);

#endif
