/* Other spellings of C's punctuation. */
#ifndef COOPC_TEXT_SPELLING_H
#define COOPC_TEXT_SPELLING_H

#include "coopc/text/lex.h"

/* Replaces the digraphs among the tokens of a text, `<%` for one, by what they stand for and a blank. */
void spelling_replace_digraphs(char *text, const struct tokens *tokens);

/* The first trigraph, `??<` for one, among the tokens, or `none`. */
size_t spelling_find_trigraph(const struct tokens *tokens, size_t none);

#endif
