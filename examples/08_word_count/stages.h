/* The items of the four channels, for kernels and host. */
#ifndef WORD_COUNT_STAGES_H
#define WORD_COUNT_STAGES_H

#include <coop/shared/channel.h>

struct document { /* a piece of the text, [at, end) */
    coop_u32 at;
    coop_u32 end;
};

struct token { /* a word of the text */
    coop_u32 at;
    coop_u32 length;
};

struct first { /* a word's first occurrence: entry `slot` of the table */
    coop_u32 slot;
};

coop_channels(document, token, first);

enum { TABLE_COUNT = 16384, TOKENS_AT_A_TIME = 16 };

/* An entry of the table: free while `at` is 0, since at is a place in the text plus 1. */
struct entry {
    coop_u32 at;
    coop_u32 length;
    coop_u32 count;
};

#endif
