/* Letters of a text, for host and device: a word is a longest run of ASCII letters, of either case. */
#ifndef TOOLS_TEXT_LETTERS_H
#define TOOLS_TEXT_LETTERS_H

#include "tools/workqueue/both.h"

static inline int words_is_letter(word32 byte)
{
    return (byte | 32u) - 'a' < 26u;
}

#endif
