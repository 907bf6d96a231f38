/* Diagnostics: collected while coopc works, printed in the order of the source text. */
#ifndef COOPC_DIAG_H
#define COOPC_DIAG_H

#include <stdio.h>

#include "coopc/diag/errors.h"
#include "coopc/diag/warnings.h"
#include "coopc/text/source.h"

/* A fault of the user's source. `remedy` is a message or NULL. */
__attribute__((format(printf, 5, 6))) void diag_error(enum error error, const struct source *source,
                                                      size_t offset, const char *remedy, const char *format,
                                                      ...);

/* What is legal but dangerous; nothing when the warning is off. */
__attribute__((format(printf, 5, 6))) void diag_warning(enum warning warning, const struct source *source,
                                                        size_t offset, const char *remedy, const char *format,
                                                        ...);

/* An error of the compiler's, which has no name. */
void diag_compiler_error(const struct source *source, size_t offset, const char *remedy, const char *message);

/* A warning of the compiler's, whose option is `name` (empty: it has none). */
void diag_compiler_warning(const struct source *source, size_t offset, const char *remedy, const char *name,
                           const char *message);

/* What the command line says about all warnings: none of them, or each an error. */
void diag_silence_warnings(void);
void diag_refuse_warnings(void);

/* Errors of the source itself. */
size_t diag_error_count(void);

/* Whether there were errors, or warnings that the command line makes errors. */
bool diag_has_failed(void);

/* Prints everything, once. */
void diag_print(FILE *file);

/* As before the first diagnostic, and before what the command line said about warnings. */
void diag_reset(void);

#endif
