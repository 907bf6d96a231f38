/* coop-bench mailbox: what is measured, and its table. */
#ifndef LAB_BENCH_MAILBOX_TABLE_H
#define LAB_BENCH_MAILBOX_TABLE_H

#include "holders.h"
#include "lab/bench/base/bench.h"
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
    struct table table;
};

/* A line of the table. */
struct mailbox_line {
    const char *measure;
    unsigned in_flight;
    uint64_t bytes;
};

void mailbox_begin_table(struct mailbox_bench *bench);
void mailbox_print_line(struct mailbox_bench *bench, struct mailbox_line line, struct samples *us);

#endif
