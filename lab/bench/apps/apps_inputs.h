/* coop-bench apps: which graphs. */
#ifndef LAB_BENCH_APPS_INPUTS_H
#define LAB_BENCH_APPS_INPUTS_H

#include "lab/bench/base/bench.h"
#include "tools/graph/graph_choice.h"

#define APPS_INPUTS_MAX 64
#define APPS_PATH_BYTES 512

struct apps_inputs {
    struct graph_choice items[APPS_INPUTS_MAX];
    unsigned count;
    char paths[APPS_INPUTS_MAX][APPS_PATH_BYTES]; /* of files below COOP_DATA_DIR */
};

/* Those that the options name, or generated graphs of each kind and the real ones that COOP_DATA_DIR, a
 * directory, has. A file data:NAME is the file NAME, NAME.xz or NAME.gz in that directory. */
int apps_inputs_choose(const struct bench_options *options, struct apps_inputs *inputs,
                       struct tool_error *error);

#endif
