/* coop-bench mailbox: what its parts share. */
#ifndef TOOLS_BENCH_MAILBOX_H
#define TOOLS_BENCH_MAILBOX_H

#include "bench.h"
#include "holders.h"
#include "tools/measure/samples.h"

struct mailbox_bench {
    const struct bench_options *options;
    struct session session;
    struct holders holders;
    coop_buffer *asked;
    coop_buffer *answered;
    coop_buffer *target; /* of copies */
    unsigned char *from;
    unsigned char *to;
    uint32_t groups; /* of the run */
    uint32_t instances;
    int is_wrong;
};

/* A line of the table. */
struct mailbox_line {
    const char *measure;
    unsigned in_flight;
    uint64_t bytes;
};

void mailbox_print_line(const struct mailbox_bench *bench, struct mailbox_line line, struct samples *us);

/* Launches of an empty kernel, 1, 4 and 16 at once, and a line for each of their times. */
int mailbox_measure_launches(struct mailbox_bench *bench, struct tool_error *error);

#endif
