/* The words of preprocessor directives. */
#ifndef COOPC_TEXT_DIRECTIVE_H
#define COOPC_TEXT_DIRECTIVE_H

#include "coopc/text/lex.h"

/* The tokens behind a directive's sign: comments and joined lines between them count as blanks. */
struct tokens directive_tokens(const char *text, const struct token *directive);

/* Its first word, as `include`; empty when there is none. */
const char *directive_word(const char *text, const struct token *directive);

/* Whether the word is one of #if to #endif; and whether it begins a conditional group. */
bool directive_is_conditional(const char *word);
bool directive_is_if(const char *word);

#endif
