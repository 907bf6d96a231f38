#include "registers_log.h"

#include <stdio.h>
#include <string.h>

#define BEGINS "Function properties for "

/* "16 bytes stack frame, 8 bytes spill stores, 4 bytes spill loads", whatever stands in front. */
static int take_frame(const char *line, struct registers_part *part)
{
    const char *at = strstr(line, " bytes stack frame");

    while (at != NULL && at > line && at[-1] >= '0' && at[-1] <= '9') {
        at--;
    }
    return at != NULL && sscanf(at, "%u bytes stack frame, %u bytes spill stores, %u bytes spill loads",
                                &part->stack_bytes, &part->spill_store_bytes, &part->spill_load_bytes) == 3;
}

/* "Used 64 registers, ..." stands behind the part that it is of. */
static void take_registers(const char *line, struct registers_part *part)
{
    const char *used = strstr(line, "Used ");
    uint32_t registers;

    if (used != NULL && sscanf(used, "Used %u registers", &registers) == 1) {
        part->registers = registers;
    }
}

static void take_line(const char *line, struct registers_part *parts, unsigned *count)
{
    const char *begins = strstr(line, BEGINS);

    if (begins != NULL) {
        if (*count < REGISTERS_PARTS_MAX) {
            parts[*count] = (struct registers_part){.registers = 0};
            snprintf(parts[*count].name, sizeof parts->name, "%.63s", begins + strlen(BEGINS));
            (*count)++;
        }
    } else if (*count > 0 && !take_frame(line, &parts[*count - 1])) {
        take_registers(line, &parts[*count - 1]);
    }
}

unsigned registers_log_read(const char *log, size_t bytes, struct registers_part *parts)
{
    const char *end = log + bytes;
    unsigned count = 0;

    while (log < end) {
        const char *newline = memchr(log, '\n', (size_t)(end - log));
        size_t length = (size_t)((newline != NULL ? newline : end) - log);
        char line[256];

        snprintf(line, sizeof line, "%.*s", length < 255 ? (int)length : 255, log);
        take_line(line, parts, &count);
        log += length + (newline != NULL);
    }
    return count;
}
