/* What the rows of coop-bench apps come to: for each side of each application the geometric mean of its
 * graphs and the worst of them, and whether these are within the aims. */
#ifndef LAB_BENCH_APPS_VERDICT_H
#define LAB_BENCH_APPS_VERDICT_H

#include <stdint.h>

/* Sides of an application: what it is compared with, and the periodic jobs that it runs beside. */
#define APPS_SIDES_MAX 32

/* Ratios at most; 0: there is no such aim. */
struct apps_aim {
    double mean;
    double worst;
};

enum apps_verdict { APPS_NO_AIM, APPS_MET, APPS_UNCLEAR, APPS_MISSED };

struct apps_summary {
    char side[40];
    struct apps_aim aim;
    unsigned rows;      /* with a ratio */
    unsigned unknown;   /* graphs of which some turns have none */
    double log_sum;     /* of the medians */
    double low_log_sum; /* of the 10th percentiles */
    double worst;       /* median */
    double worst_low;   /* the greatest 10th percentile */
    char worst_graph[128];
};

/* An application's sides in the order of their first rows. */
struct apps_summaries {
    char name[32];
    struct apps_summary sides[APPS_SIDES_MAX];
    unsigned count;
};

/* One row: the ratio of the application's time to the side's, on one graph.
 * ratio, low  its median and 10th percentile, above 0.
 * Returns 0, or -1 when there is no room for one more side. */
int apps_verdict_add(struct apps_summaries *summaries, const char *side, struct apps_aim aim,
                     const char *graph, double ratio, double low);

/* One graph that has turns without a ratio, which may be the worst ones. Returns as apps_verdict_add. */
int apps_verdict_add_unknown(struct apps_summaries *summaries, const char *side, struct apps_aim aim,
                             const char *graph);

/* 0 without rows. */
double apps_verdict_mean(const struct apps_summary *summary);

/* Met: mean and worst are within the aim. Missed: one of them is not, nor would be if each turn had been as
 * good as the best tenth. Unclear: neither; the machine's other work may be the reason, or a ratio is not
 * known. */
enum apps_verdict apps_verdict_of(const struct apps_summary *summary);

/* What --judge refuses: an aim that is missed, or of which ratios are not known. */
int apps_verdict_fails(const struct apps_summary *summary);

/* "met"; "" without an aim. */
const char *apps_verdict_text(enum apps_verdict verdict);

/* What a side must keep to, by its name: "plain", CUDA's, and jobs ("beside heavy:half").
 * given  replaces the aims of all sides that have some, unless both members are 0. */
struct apps_aim apps_verdict_aim(const char *side, int is_gpu, struct apps_aim given);

#endif
