/* The fields of a line of a module's header (docs/module.md): ` name=value`, each behind a space. A value in
 * quotes may hold spaces, and what looks like a field: it is none. */
#ifndef COOP_HOST_LINE_H
#define COOP_HOST_LINE_H

#include "coop/argument.h"

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

/* A kernel's parameter, as an `argument` line of the module's header says it (docs/module.md). */

struct coop_parameter {
    uint32_t kernel;
    uint32_t offset; /* in the packed arguments */
    enum coop_parameter_kind kind;
    enum coop_type type; /* of a value, or of what the pointer leads to */
    uint32_t lanes;      /* at least 1 */
    uint32_t bytes;      /* of the same; 0 where it is not known, as of void */
    char name[128];
    char source_type[128]; /* as the source has it, cut where it is longer */
};

/* Reads what the line says of a parameter, all but its kernel. False when it is damaged, or does not lie in
 * the packed arguments. */
int coop_parameter_read(const char *line, uint32_t args_bytes, struct coop_parameter *parameter);

/* Bytes of one lane; 0 for a struct. */
uint32_t coop_type_bytes(enum coop_type type);

/* "uint32_t"; "struct" for COOP_TYPE_BYTES. */
const char *coop_type_name(enum coop_type type);

#endif
