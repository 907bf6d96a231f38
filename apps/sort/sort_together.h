/* What a work-group of sort does together: sorting a tile of keys in local memory, and its share of a
 * merge. */
#ifndef APPS_SORT_TOGETHER_H
#define APPS_SORT_TOGETHER_H

#include "apps/sort/sort.h"

#define SORT_TILE 1024 /* keys that a work-group sorts: a power of two */

/* How many of the first `count` keys of a merge come from range a. */
static inline word32 sort_count_of_a(const BOTH_GLOBAL word32 *words, word32 a, word32 a_count, word32 b,
                                     word32 b_count, word32 count)
{
    word32 low = count > b_count ? count - b_count : 0;
    word32 high = count < a_count ? count : a_count;

    while (low < high) {
        word32 middle = (low + high) / 2;

        if (words[a + middle] <= words[b + count - 1 - middle]) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* Merges the keys from number `first` to `end` of the result. */
static inline void sort_merge_share(BOTH_GLOBAL word32 *words, word32 a, word32 a_count, word32 b,
                                    word32 b_count, word32 to, word32 first, word32 end)
{
    word32 a_first = sort_count_of_a(words, a, a_count, b, b_count, first);
    word32 a_end = sort_count_of_a(words, a, a_count, b, b_count, end);

    sort_merge(words, a + a_first, a_end - a_first, b + first - a_first, end - a_end - (first - a_first),
               to + first);
}

#endif
