#include "host/module/parameter.h"

#include "host/module/line.h"
#include <stdio.h>
#include <string.h>

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
