/* What macros make of a stretch of text. */
#ifndef COOPC_TEXT_EXPAND_H
#define COOPC_TEXT_EXPAND_H

#include "coopc/text/macro.h"
#include "coopc/text/spans.h"

/* Appends, on one line, what the macros make of the tokens in the range, whose end moves behind the arguments
 * that the last of them takes from behind it. Names that the macros do not have stay. False: the text cannot
 * stand in the range's place: a directive is in it, or a macro names itself and would be read again. */
bool expand(struct text *out, const struct macros *macros, const struct tokens *tokens, struct range *range);

#endif
