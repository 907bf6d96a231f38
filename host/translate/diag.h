/* Diagnostics: collected while coopc works, printed in the order of the source text. */
#ifndef COOPC_DIAG_H
#define COOPC_DIAG_H

#include "model.h"

/* A fault of the user's source. `remedy` is a sentence or NULL. */
__attribute__((format(printf, 4, 5))) void diag_error(const struct source *source, size_t offset,
                                                      const char *remedy, const char *format, ...);
__attribute__((format(printf, 4, 5))) void diag_warning(const struct source *source, size_t offset,
                                                        const char *remedy, const char *format, ...);

size_t diag_error_count(void);

/* Prints everything to standard error, once. */
void diag_print(void);

#endif
