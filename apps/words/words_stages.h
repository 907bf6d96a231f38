/* The items of the graph's channels, and the tables, for kernel and host. Places are bytes of the text. */
#ifndef APPS_WORDS_STAGES_H
#define APPS_WORDS_STAGES_H

#include "coop/shared/channel.h"
#include "tools/text/letters.h"

/* A line's text, [begin, end), of which what is before `at` has been looked at. The byte at `end` is there,
 * and is no letter. */
struct document {
    word32 at;
    word32 begin;
    word32 end;
};

/* The word that begins at `at`, of the document [begin, end). */
struct token {
    word32 at;
    word32 begin;
    word32 end;
};

/* The same, measured. */
struct occurrence {
    word32 at;
    word32 length;
    word32 hash;
    word32 begin;
    word32 end;
};

/* A word that was found for the first time: place `slot` of the table. */
struct entry {
    word32 slot;
};

/* A word of a document: one that was counted, at place `slot` of the table. */
struct pair {
    word32 at;
    word32 length;
    word32 slot;
    word32 begin;
    word32 end;
};

coop_channels(document, token, occurrence, entry, pair);

/* What one run of a document emits at most, and how far it reads for that. */
#define WORDS_TOKENS_EACH 64
#define WORDS_BYTES_EACH 1024

/* A place of the table of words: free while `at`, where the word stands in the text plus 1, is 0. */
struct word_place {
    atomic_word32 at;
    atomic_word32 occurrences;
    atomic_word32 documents;
    word32 length; /* the writer of `at` sets it; nobody reads it before the launch has ended */
};

#endif
