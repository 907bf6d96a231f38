/* The library's own choice whether a megakernel has a limit of registers, by the number of work-groups. */
#ifndef LAB_BENCH_REGISTERS_CHOICE_H
#define LAB_BENCH_REGISTERS_CHOICE_H

#include "lab/bench/base/bench.h"

struct registers_module {
    const char *name;
    const char *text;
    size_t bytes;
};

extern const struct table_column registers_choice_columns[];

/* A row for each number of work-groups and each local size. */
int registers_choice_put(struct table *table, const struct bench_options *options,
                         const struct registers_module *module, struct tool_error *error);

#endif
