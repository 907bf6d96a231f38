/* The fields of a line of a module's header (docs/module.md): ` name=value`, each behind a space. A value in
 * quotes may hold spaces, and what looks like a field: it is none. */
#ifndef COOP_HOST_LINE_H
#define COOP_HOST_LINE_H

#include <stddef.h>
#include <stdint.h>

/* Whether coopc can have written the line: it escapes what moves a cursor, and closes each quote. */
int coop_line_is_sound(const char *line);

/* The value ends at a space. False when it is not there or too long. */
int coop_line_field(const char *line, const char *name, char *value, size_t capacity);

/* False also when it is no number of that base, or more than 64 bits hold. */
int coop_line_number(const char *line, const char *name, int base, uint64_t *number);

/* A decimal number of at most `most`. */
int coop_line_u32(const char *line, const char *name, uint64_t most, uint32_t *number);

/* A value in quotes, cut where there is no more room. False when there is none. Quotes and backslashes are as
 * they were before coopc escaped them; what moves a cursor stays escaped, since the value is for messages. */
int coop_line_quoted(const char *line, const char *name, char *value, size_t capacity);

#endif
