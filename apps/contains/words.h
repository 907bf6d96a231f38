/* The word that is looked for, and what is known of a document, for host and device. */
#ifndef TOOLS_KERNELS_WORDS_H
#define TOOLS_KERNELS_WORDS_H

#include "tools/text/letters.h"

#define WORD_LETTERS_MAX 64

/* The counts of a tally. */
enum { CONTAINS_BYTES }; /* looked at */

/* What is known of a document. */
struct document_mark {
    atomic_word32 visits;
    atomic_word32 contains;
};

#endif
