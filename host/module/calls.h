/* Which functions a module's text calls, as far as its tokens tell. */
#ifndef COOP_HOST_CALLS_H
#define COOP_HOST_CALLS_H

#include <stddef.h>

/* Whether the text calls a function of that name. Comments and literals do not count; macros are not
 * expanded. */
int coop_module_calls(const char *text, size_t text_bytes, const char *name);

#endif
