/* Items of one size for up to 16 channels, and the source's three arrays, for host and device. A module is
 * built for each size, with SHAPES_ITEM_BYTES. */
#ifndef LAB_BENCH_SHAPES_ITEMS_H
#define LAB_BENCH_SHAPES_ITEMS_H

#include "coop/shared/channel.h"
#include "tools/workqueue/both.h"

#define SHAPES_CHANNELS_MAX 16
#define SHAPES_WAVE 64 /* items of a batch of the arrays, and of a count of them that are done */

/* A word of several writers, on a line of its own. */
struct shapes_line {
    atomic_word32 word;
    word32 pad[31];
};

/* The three arrays of a channel: its counters. Source: Orr, chapter 4. */
struct shapes_array {
    struct shapes_line data_tail; /* places given to producers */
    struct shapes_line data_head; /* places that came back, in the order in which they were given */
    struct shapes_line control_reserved;
    struct shapes_line control_tail; /* entries that can be read */
    struct shapes_line control_head; /* entries that were taken */
    struct shapes_line frees;        /* 1: somebody gives places back */
};

/* Behind it, for each channel in turn: 2 n words `control`, n / 64 words `done`, n items `data`. */
struct shapes_arrays {
    word32 places; /* n: a power of two, a multiple of SHAPES_WAVE */
    word32 targets;
    word32 pad[30];
    struct shapes_line outstanding; /* items */
    struct shapes_line running;     /* work-groups that have a batch or look for one */
    struct shapes_line refused;     /* items for which there was no place, or whose words were wrong */
    struct shapes_line ran;         /* items */
    struct shapes_line lanes;       /* that batches have offered */
    struct shapes_array channels[SHAPES_CHANNELS_MAX];
};

/* The channel of a node of the tree, from its number: both children of one go to different channels, where
 * there are any. */
static inline word32 shapes_target(word32 number, word32 targets)
{
    return (number ^ number >> 4) % targets;
}

#endif
