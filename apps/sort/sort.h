/* What a task of sort does by itself, for host and device: sorting and merging a few keys, and where a merge
 * is cut in two. Keys are words of one array, named by their positions; so are the places of a second array
 * as long as the first, which lies behind it. */
#ifndef APPS_SORT_H
#define APPS_SORT_H

#include "tools/workqueue/both.h"

#define SORT_RUN 16 /* keys that are sorted by insertion */

/* How many keys of two sorted ranges come first. */
struct sort_cut {
    word32 a;
    word32 b;
};

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

/* How many keys of the sorted range are less than `key`. */
static inline word32 sort_count_less(const BOTH_GLOBAL word32 *words, word32 at, word32 count, word32 key)
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
static inline struct sort_cut sort_cut_of(const BOTH_GLOBAL word32 *words, word32 a, word32 a_count, word32 b,
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
