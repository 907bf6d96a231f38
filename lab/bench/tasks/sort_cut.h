/* Where the rivals of sort cut a merge in two, as Cilksort does.
 *
 * Stands on: apps/sort/sort.h. Used by: openmp_joins.c, tbb_joins.cpp. */
#ifndef LAB_BENCH_TASKS_SORT_CUT_H
#define LAB_BENCH_TASKS_SORT_CUT_H

#include "apps/sort/sort.h"

/* How many keys of two sorted ranges come first. */
struct sort_cut {
    word32 a;
    word32 b;
};

/* How many keys of the sorted range are less than `key`. */
static inline word32 sort_count_less(const word32 *words, word32 at, word32 count, word32 key)
{
    word32 first = 0;

    while (count > 0) {
        word32 middle = count / 2;

        if (words[at + first + middle] < key) {
            first += middle + 1;
            count -= middle + 1;
        } else {
            count = middle;
        }
    }
    return first;
}

/* Cuts a merge of at least three keys in two, of which both have some: the longer range in its middle, the
 * other one where the key in the middle would be. */
static inline struct sort_cut sort_cut_of(const word32 *words, word32 a, word32 a_count, word32 b,
                                          word32 b_count)
{
    struct sort_cut cut;

    if (a_count >= b_count) {
        cut.a = a_count / 2;
        cut.b = sort_count_less(words, b, b_count, words[a + cut.a]);
    } else {
        cut.b = b_count / 2;
        cut.a = sort_count_less(words, a, a_count, words[b + cut.b]);
    }
    return cut;
}

#endif
