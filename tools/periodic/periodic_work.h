/* What a periodic driver runs: a matrix product of some size, wherever it runs. */
#ifndef TOOLS_PERIODIC_WORK_H
#define TOOLS_PERIODIC_WORK_H

#include "tools/error/tool_error.h"

#include <stdint.h>

/* How a product went, as its device's clock tells it; 0 where it has none. */
struct periodic_times {
    uint64_t seen_ns; /* absolute, by the clock that the launches beside it are noted by */
    uint64_t gather_ns;
    uint64_t run_ns;
    uint32_t groups; /* that it began with */
    uint32_t wanted; /* that it was to begin with */
};

/* Functions return 0, or -1 with a message. */
struct periodic_work {
    void *self;

    /* Makes matrices of that size (matmul.h) ready, in place of those before. */
    int (*size)(void *self, uint32_t n, uint32_t depth, struct tool_error *error);

    /* Runs product `number` on `groups` work-groups, as far as they can be chosen, and waits for its end. */
    int (*run)(void *self, uint32_t groups, uint32_t number, struct periodic_times *times,
               struct tool_error *error);

    /* Looks at product `number`: 1 in *is_wrong when a word is wrong. */
    int (*check)(void *self, uint32_t number, int *is_wrong, struct tool_error *error);
};

#endif
