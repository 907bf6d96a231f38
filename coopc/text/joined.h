/* Tokens as text on one line. */
#ifndef COOPC_TEXT_JOINED_H
#define COOPC_TEXT_JOINED_H

#include "coopc/text/lex.h"

/* Appends the tokens from `first` to in front of `end`, without comments, with a space where there is white
 * space behind one. */
void text_join(struct text *text, const struct tokens *tokens, size_t first, size_t end);

#endif
