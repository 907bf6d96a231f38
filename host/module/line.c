#include "host/module/line.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

int coop_line_field(const char *line, const char *name, char *value, size_t capacity)
{
    size_t length = strlen(name);

    for (const char *at = strchr(line, ' '); at != NULL; at = strchr(at, ' ')) {
        at++;
        if (strncmp(at, name, length) == 0 && at[length] == '=') {
            size_t span = strcspn(at + length + 1, " ");
            if (span >= capacity) {
                return 0;
            }
            memcpy(value, at + length + 1, span);
            value[span] = '\0';
            return 1;
        }
    }
    return 0;
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
