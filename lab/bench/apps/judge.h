/* Whether a result is right that is not the application's own: another order, another stopping rule. */
#ifndef LAB_BENCH_GRAPH_LIBRARIES_JUDGE_H
#define LAB_BENCH_GRAPH_LIBRARIES_JUDGE_H

#include "graph_library.h"

#ifdef __cplusplus
extern "C" {
#endif

/* No two neighbours have the same colour, and no vertex a greater one than it has neighbours. */
int judge_proper(const struct graph_library_input *input, const uint32_t *colors);

/* The words are the reference's, whatever is noted behind them. */
int judge_same(const struct graph_library_input *input, const uint32_t *words);

/* The ranks are such as the application's, too: one more iteration changes them by less than the threshold,
 * all together. The words are floats. */
int judge_ranks(const struct graph_library_input *input, const uint32_t *words);

#ifdef __cplusplus
}
#endif
#endif
