/* The words of preprocessor directives. */
#ifndef COOPC_TEXT_DIRECTIVE_H
#define COOPC_TEXT_DIRECTIVE_H

#include "coopc/text/lex.h"
#include "coopc/text/source.h"

/* The tokens behind a directive's sign: comments and joined lines between them count as blanks. */
struct tokens directive_tokens(const char *text, const struct token *directive);

/* Its first word, as `include`; empty when there is none. */
const char *directive_word(const char *text, const struct token *directive);

/* Whether the word is one of #if to #endif; and whether it begins a conditional group. */
bool directive_is_conditional(const char *word);
bool directive_is_if(const char *word);

/* Pragmas: `#pragma words`, `_Pragma("words")`, or a macro that is nothing but the latter. */

/* The words of the pragma that is all of the range; none when something else is there. */
struct tokens pragma_words(const struct source *source, struct range range);

/* How many tokens from `at` on are a pragma without a directive; 0: none. */
size_t pragma_length(const struct source *source, const struct tokens *tokens, size_t at);

/* Whether the words say how a block computes, and so only stand at a block's beginning. */
bool pragma_is_of_block(const struct tokens *words);

/* The words of the first such pragma among what the macro at the offset holds; none: it holds none. */
struct tokens pragma_of_block_in_macro(const struct source *source, size_t offset);

#endif
