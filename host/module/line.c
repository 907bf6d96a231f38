#include "host/module/line.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Behind the quoted text that begins there: at its last quote, or at the end of the line. */
static const char *skip_quoted(const char *at)
{
    for (at++; *at != '\0' && *at != '"'; at++) {
        at += at[0] == '\\' && at[1] != '\0';
    }
    return at;
}

int coop_line_is_sound(const char *line)
{
    for (const char *at = line; *at != '\0'; at++) {
        if (iscntrl((unsigned char)*at) && *at != '\t') {
            return 0;
        }
    }
    for (const char *at = line; *at != '\0'; at++) {
        at = *at == '"' ? skip_quoted(at) : at;
        if (*at == '\0') {
            return 0;
        }
    }
    return 1;
}

/* The text behind ` name=`, outside of quotes; NULL when there is none. */
static const char *find_value(const char *line, const char *name)
{
    size_t length = strlen(name);

    for (const char *at = line; *at != '\0'; at++) {
        if (*at == ' ' && strncmp(at + 1, name, length) == 0 && at[length + 1] == '=') {
            return at + length + 2;
        }
        if (*at == '"') {
            at = skip_quoted(at);
            if (*at == '\0') {
                return NULL;
            }
        }
    }
    return NULL;
}

int coop_line_field(const char *line, const char *name, char *value, size_t capacity)
{
    const char *at = find_value(line, name);
    size_t span = at != NULL ? strcspn(at, " ") : capacity;

    if (span >= capacity) {
        return 0;
    }
    memcpy(value, at, span);
    value[span] = '\0';
    return 1;
}

int coop_line_quoted(const char *line, const char *name, char *value, size_t capacity)
{
    const char *at = find_value(line, name);
    const char *end = at != NULL && *at == '"' ? skip_quoted(at) : NULL;
    size_t used = 0;

    if (end == NULL || *end == '\0') {
        return 0;
    }
    for (at++; at < end && used + 1 < capacity; at++) {
        at += *at == '\\' && (at[1] == '\\' || at[1] == '"');
        value[used++] = *at;
    }
    value[used] = '\0';
    return 1;
}

int coop_line_number(const char *line, const char *name, int base, uint64_t *number)
{
    char value[32];
    char *end;

    if (!coop_line_field(line, name, value, sizeof value) || !isxdigit((unsigned char)value[0])) {
        return 0; /* strtoull would take a sign */
    }
    errno = 0;
    *number = strtoull(value, &end, base);
    return *end == '\0' && errno == 0;
}

int coop_line_u32(const char *line, const char *name, uint64_t most, uint32_t *number)
{
    uint64_t wide;

    if (!coop_line_number(line, name, 10, &wide) || wide > most) {
        return 0;
    }
    *number = (uint32_t)wide;
    return 1;
}

static const struct {
    const char *item; /* in modules */
    const char *name; /* in messages */
    uint32_t bytes;
} types[COOP_TYPE_COUNT] = {
    [COOP_TYPE_NONE] = {"", "nothing", 0},
    [COOP_TYPE_INT8] = {"int8_t", "int8_t", 1},
    [COOP_TYPE_UINT8] = {"uint8_t", "uint8_t", 1},
    [COOP_TYPE_INT16] = {"int16_t", "int16_t", 2},
    [COOP_TYPE_UINT16] = {"uint16_t", "uint16_t", 2},
    [COOP_TYPE_INT32] = {"int32_t", "int32_t", 4},
    [COOP_TYPE_UINT32] = {"uint32_t", "uint32_t", 4},
    [COOP_TYPE_INT64] = {"int64_t", "int64_t", 8},
    [COOP_TYPE_UINT64] = {"uint64_t", "uint64_t", 8},
    [COOP_TYPE_HALF] = {"half", "half", 2},
    [COOP_TYPE_FLOAT] = {"float", "float", 4},
    [COOP_TYPE_DOUBLE] = {"double", "double", 8},
    [COOP_TYPE_BYTES] = {"bytes", "struct", 0},
};

uint32_t coop_type_bytes(enum coop_type type)
{
    return types[type].bytes;
}

const char *coop_type_name(enum coop_type type)
{
    return types[type].name;
}

static int read_kind(const char *line, struct coop_parameter *parameter)
{
    static const char *const kinds[] = {[COOP_PARAMETER_VALUE] = "value",
                                        [COOP_PARAMETER_POINTER] = "pointer",
                                        [COOP_PARAMETER_LOCAL] = "local"};
    char kind[16];
    unsigned i = 0;

    if (!coop_line_field(line, "kind", kind, sizeof kind)) {
        return 0;
    }
    while (i < sizeof kinds / sizeof *kinds && strcmp(kinds[i], kind) != 0) {
        i++;
    }
    parameter->kind = (enum coop_parameter_kind)i;
    return i < sizeof kinds / sizeof *kinds;
}

static int read_type(const char *line, struct coop_parameter *parameter)
{
    char item[16];
    unsigned i = COOP_TYPE_NONE + 1;

    if (!coop_line_field(line, "item", item, sizeof item)) {
        return 0;
    }
    while (i < COOP_TYPE_COUNT && strcmp(types[i].item, item) != 0) {
        i++;
    }
    parameter->type = (enum coop_type)i;
    return i < COOP_TYPE_COUNT;
}

int coop_parameter_read(const char *line, uint32_t args_bytes, struct coop_parameter *parameter)
{
    const char *source = strstr(line, " type=\"");
    size_t length = source != NULL ? strcspn(source + 7, "\"") : 0;
    const char *name = strstr(line, " name=");
    uint32_t bytes;

    if (source == NULL || name == NULL || source[7 + length] != '"' || !read_kind(line, parameter) ||
        !read_type(line, parameter) || !coop_line_u32(line, "lanes", 16, &parameter->lanes) ||
        !coop_line_u32(line, "bytes", UINT32_MAX, &parameter->bytes) ||
        !coop_line_u32(line, "offset", args_bytes, &parameter->offset)) {
        return 0;
    }
    if (parameter->lanes == 0 && parameter->type != COOP_TYPE_BYTES) {
        return 0;
    }
    snprintf(parameter->name, sizeof parameter->name, "%.*s", (int)strcspn(name + 6, " "), name + 6);
    snprintf(parameter->source_type, sizeof parameter->source_type, "%.*s", (int)length, source + 7);
    bytes = parameter->kind != COOP_PARAMETER_VALUE ? (uint32_t)sizeof(uint64_t) : parameter->bytes;
    if (parameter->kind == COOP_PARAMETER_VALUE &&
        bytes < (uint64_t)parameter->lanes * types[parameter->type].bytes) {
        return 0; /* what is packed there would not fit */
    }
    return bytes > 0 && bytes <= args_bytes && parameter->offset <= args_bytes - bytes;
}
