#include "json.h"

#include <inttypes.h>

static void write_string(FILE *file, const char *text)
{
    const unsigned char *byte;

    fputc('"', file);
    for (byte = (const unsigned char *)text; *byte != '\0'; byte++) {
        if (*byte == '"' || *byte == '\\') {
            fprintf(file, "\\%c", *byte);
        } else if (*byte < ' ' || *byte == 127) {
            fprintf(file, "\\u%04x", *byte);
        } else {
            fputc(*byte, file);
        }
    }
    fputc('"', file);
}

static void write_name(struct json *json, const char *name)
{
    if (json->needs_comma) {
        fputs(", ", json->file);
    }
    json->needs_comma = 1;
    if (name != NULL) {
        write_string(json->file, name);
        fputs(": ", json->file);
    }
}

void json_begin(struct json *json, const char *name, char bracket)
{
    write_name(json, name);
    fputc(bracket, json->file);
    json->needs_comma = 0;
}

void json_end(struct json *json, char bracket)
{
    fputc(bracket, json->file);
    json->needs_comma = 1;
}

void json_text(struct json *json, const char *name, const char *text)
{
    write_name(json, name);
    write_string(json->file, text);
}

void json_number(struct json *json, const char *name, double number)
{
    write_name(json, name);
    fprintf(json->file, "%.6g", number);
}

void json_count(struct json *json, const char *name, uint64_t count)
{
    write_name(json, name);
    fprintf(json->file, "%" PRIu64, count);
}

void json_integer(struct json *json, const char *name, int64_t number)
{
    write_name(json, name);
    fprintf(json->file, "%" PRId64, number);
}

void json_truth(struct json *json, const char *name, int is_true)
{
    write_name(json, name);
    fputs(is_true ? "true" : "false", json->file);
}
