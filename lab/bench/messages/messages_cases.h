/* What coop-bench messages measures: cases, each a kernel with one way to draw slots, or a queue of the host,
 * and how one is played. */
#ifndef LAB_BENCH_MESSAGES_CASES_H
#define LAB_BENCH_MESSAGES_CASES_H

#include "lab/bench/base/bench.h"
#include "messages_modules.h"
#include "messages_queue.h"
#include "messages_rivals.h"
#include "tools/measure/samples.h"

enum messages_kind { KIND_SENDING, KIND_SPARSE, KIND_RIVAL };

struct messages_case {
    const char *part;
    const char *side;
    enum messages_kind kind;
    unsigned which; /* enum messages_draw, enum messages_rival */
    unsigned base;  /* the case that it is divided by */
    uint32_t bytes;
    uint32_t count;    /* of numbers that kernels go over */
    uint64_t messages; /* that are sent, and the sum that they have */
    uint64_t sum;
    struct messages_shape shape;

    /* Of a message, in ns; of the last turn, and of all. */
    double last_wall;
    double last_cpu;
    struct samples wall;
    struct samples run; /* the launch's, by the device's clock */
    struct samples cpu;
    struct samples ratios;
    struct samples cpu_ratios;
};

enum { MESSAGES_CASES_MAX = 40 };

struct messages_cases {
    const struct bench_options *options;
    struct messages_case list[MESSAGES_CASES_MAX];
    unsigned count;
    uint64_t wrong;
};

/* is_by_copies  the host reaches the device's memory by copies. */
void messages_cases_plan(struct messages_cases *cases, const struct bench_options *options, int is_by_copies);
void messages_cases_clear(struct messages_cases *cases);

/* One run of a case; a run of its module is live. is_counted 0: it warms up. */
int messages_case_play(struct messages_cases *cases, struct messages_case *item, struct session *session,
                       struct messages_queue *queue, int is_counted, struct tool_error *error);

#endif
