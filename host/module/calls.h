/* What a module's text calls, as far as its words tell. */
#ifndef COOP_HOST_CALLS_H
#define COOP_HOST_CALLS_H

#include <stddef.h>

/* Does the text call a function of that name? Comments and literals do not count, macros are not followed. */
int coop_module_calls(const char *text, size_t text_bytes, const char *name);

#endif
