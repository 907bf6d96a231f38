#include "host/module/line.h"

#include <ctype.h>
#include <errno.h>
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
