/* Numbers in the text: a literal, or a macro that is one. */
#ifndef COOPC_MODEL_NUMBER_H
#define COOPC_MODEL_NUMBER_H

#include "coopc/model/model.h"

/* What the token at `at` of the file's says: its number, or that of a macro that -D or a directive above it
 * defines. False: it is neither. */
bool number_read(const struct model *model, const struct unit *unit, const struct source *source, size_t at,
                 size_t *number);

#endif
