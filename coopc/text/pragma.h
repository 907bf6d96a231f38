/* Pragmas: `#pragma words`, `_Pragma("words")`, or a macro that is nothing but the latter. */
#ifndef COOPC_TEXT_PRAGMA_H
#define COOPC_TEXT_PRAGMA_H

#include "coopc/text/source.h"

/* The words of the pragma that is all of the range; none when something else is there. */
struct tokens pragma_words(const struct source *source, struct range range);

/* How many tokens from `at` on are a pragma without a directive; 0: none. */
size_t pragma_length(const struct source *source, const struct tokens *tokens, size_t at);

/* Whether the words say how a block computes, and so only stand at a block's beginning. */
bool pragma_is_of_block(const struct tokens *words);

/* The words of the first such pragma among what the macro at the offset holds; none: it holds none. */
struct tokens pragma_of_block_in_macro(const struct source *source, size_t offset);

#endif
