/* What a task of sort does by itself, for host and device: sorting and merging a few keys, and where a merge
 * is cut. Keys are words of one array, named by their positions; so are the places of a second array
 * as long as the first, which lies behind it. */
#ifndef APPS_SORT_H
#define APPS_SORT_H

#include "tools/workqueue/both.h"

#define SORT_RUN 16 /* keys that are sorted by insertion */

static inline void sort_insert(BOTH_GLOBAL word32 *words, word32 at, word32 count)
{
    for (word32 i = 1; i < count; i++) {
        word32 key = words[at + i];
        word32 j = i;

        for (; j > 0 && words[at + j - 1] > key; j--) {
            words[at + j] = words[at + j - 1];
        }
        words[at + j] = key;
    }
}

/* Merges two sorted ranges, that from `a` and that from `b` on, into the places from `to` on. */
static inline void sort_merge(BOTH_GLOBAL word32 *words, word32 a, word32 a_count, word32 b, word32 b_count,
                              word32 to)
{
    word32 a_end = a + a_count;
    word32 b_end = b + b_count;

    while (a < a_end && b < b_end) {
        word32 x = words[a];
        word32 y = words[b];
        word32 takes_b = y < x;

        words[to++] = takes_b ? y : x;
        b += takes_b;
        a += 1 - takes_b;
    }
    while (a < a_end) {
        words[to++] = words[a++];
    }
    while (b < b_end) {
        words[to++] = words[b++];
    }
}

/* Sorts the range from `at` on: runs, which are merged two by two to and fro between the range and as many
 * places from `other` on. */
static inline void sort_few(BOTH_GLOBAL word32 *words, word32 at, word32 other, word32 count)
{
    word32 from = at;
    word32 to = other;

    for (word32 i = 0; i < count; i += SORT_RUN) {
        sort_insert(words, at + i, count - i < SORT_RUN ? count - i : SORT_RUN);
    }
    for (word32 run = SORT_RUN; run < count; run *= 2) {
        word32 next = from;

        for (word32 i = 0; i < count; i += 2 * run) {
            word32 left = count - i;
            word32 first = left < run ? left : run;
            word32 second = left - first < run ? left - first : run;

            sort_merge(words, from + i, first, from + i + run, second, to + i);
        }
        from = to;
        to = next;
    }
    for (word32 i = 0; i < count && from != at; i++) {
        words[at + i] = words[from + i];
    }
}

/* Defines a function: how many of the first `count` keys of a merge come from range a, of words in that
 * address space. */
#define SORT_COUNT_OF_A(NAME, SPACE)                                                                         \
    static inline word32 NAME(const SPACE word32 *words, word32 a, word32 a_count, word32 b, word32 b_count, \
                              word32 count)                                                                  \
    {                                                                                                        \
        word32 low = count > b_count ? count - b_count : 0;                                                  \
        word32 high = count < a_count ? count : a_count;                                                     \
                                                                                                             \
        while (low < high) {                                                                                 \
            word32 middle = (low + high) / 2;                                                                \
                                                                                                             \
            if (words[a + middle] <= words[b + count - 1 - middle]) {                                        \
                low = middle + 1;                                                                            \
            } else {                                                                                         \
                high = middle;                                                                               \
            }                                                                                                \
        }                                                                                                    \
        return low;                                                                                          \
    }

SORT_COUNT_OF_A(sort_count_of_a, BOTH_GLOBAL)

#define SORT_BRANCHES 8 /* children of a task that merges, at most */

/* How many of `count` keys each child merges: a multiple of `leaf`. */
static inline word32 sort_each(word32 count, word32 leaf)
{
    word32 leaves = (count + leaf - 1) / leaf;

    return (leaves + SORT_BRANCHES - 1) / SORT_BRANCHES * leaf;
}

#endif
