/* The compiler's messages become coopc's. */
#ifndef COOPC_PARSE_MESSAGES_H
#define COOPC_PARSE_MESSAGES_H

#include "coopc/parse/cursor.h"

/* What the compiler has to say, with what to do about it. */
bool messages_hold_error(CXTranslationUnit tu);
void read_messages(struct parser *parser);

#endif
