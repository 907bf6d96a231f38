/* Letters and words of a text, for host and device: a word is a longest run of ASCII letters, of either
 * case. */
#ifndef TOOLS_KERNELS_WORDS_H
#define TOOLS_KERNELS_WORDS_H

#include "tools/workqueue/both.h"

#define WORD_LETTERS_MAX 64

static inline int words_is_letter(word32 byte)
{
    return (byte | 32u) - 'a' < 26u;
}

/* The counts of a tally. */
enum { CONTAINS_BYTES }; /* looked at */

/* What is known of a document. */
struct document_mark {
    atomic_word32 visits;
    atomic_word32 contains;
};

#endif
