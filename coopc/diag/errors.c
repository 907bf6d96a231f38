/* The names of coopc's errors. */
#include "coopc/diag/errors.h"

#define ERROR_TEXT(name, text) text,
const char *const error_names[ERROR_COUNT] = {ERRORS(ERROR_TEXT)};
