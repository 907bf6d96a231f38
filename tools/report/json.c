#include "json.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

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

void json_write_cell(FILE *file, const char *text)
{
    if (strpbrk(text, ",\"\r\n") == NULL) {
        fputs(text, file);
        return;
    }
    fputc('"', file);
    for (; *text != '\0'; text++) {
        if (*text == '"') {
            fputc('"', file);
        }
        fputc(*text, file);
    }
    fputc('"', file);
}

struct json json_to(FILE *file, int is_csv)
{
    return (struct json){.file = file, .is_csv = is_csv};
}

/* Adds a member's name to the path; returns the path's length without it. */
static size_t enter(struct json *json, const char *name)
{
    size_t length = strlen(json->path);
    const char *dot = length > 0 ? "." : "";

    if (name != NULL) {
        snprintf(json->path + length, sizeof json->path - length, "%s%s", dot, name);
    } else if (json->depth > 0 && json->depth <= JSON_DEPTH_MAX) {
        snprintf(json->path + length, sizeof json->path - length, "%s%u", dot,
                 json->levels[json->depth - 1].members++);
    }
    return length;
}

/* What stands in front of a member's value. Returns what write_end wants. */
static size_t write_name(struct json *json, const char *name)
{
    size_t length = enter(json, name);

    if (json->is_csv) {
        json_write_cell(json->file, json->path);
        fputc(',', json->file);
        return length;
    }
    if (json->needs_comma) {
        fputs(", ", json->file);
    }
    json->needs_comma = 1;
    if (name != NULL) {
        write_string(json->file, name);
        fputs(": ", json->file);
    }
    return length;
}

static void write_end(struct json *json, size_t length)
{
    json->path[length] = '\0';
    if (json->is_csv) {
        fputc('\n', json->file);
    }
}

void json_begin(struct json *json, const char *name, char bracket)
{
    size_t length;

    if (json->is_csv && json->depth == 0) {
        fputs("name,value\n", json->file);
    }
    length = json->is_csv ? enter(json, name) : write_name(json, name);
    if (json->depth < JSON_DEPTH_MAX) {
        json->levels[json->depth].length = length;
        json->levels[json->depth].members = 0;
    }
    json->depth++;
    if (!json->is_csv) {
        fputc(bracket, json->file);
        json->needs_comma = 0;
    }
}

void json_end(struct json *json, char bracket)
{
    json->depth--;
    if (json->depth < JSON_DEPTH_MAX) {
        json->path[json->levels[json->depth].length] = '\0';
    }
    if (!json->is_csv) {
        fputc(bracket, json->file);
        json->needs_comma = 1;
        if (json->depth == 0) {
            fputc('\n', json->file);
        }
    }
}

void json_text(struct json *json, const char *name, const char *text)
{
    size_t length = write_name(json, name);

    if (json->is_csv) {
        json_write_cell(json->file, text);
    } else {
        write_string(json->file, text);
    }
    write_end(json, length);
}

void json_literal(struct json *json, const char *name, const char *value)
{
    size_t length = write_name(json, name);

    fputs(value, json->file);
    write_end(json, length);
}

void json_number(struct json *json, const char *name, double number)
{
    char text[32];

    snprintf(text, sizeof text, "%.6g", number);
    json_literal(json, name, isfinite(number) ? text : "null");
}

void json_count(struct json *json, const char *name, uint64_t count)
{
    char text[32];

    snprintf(text, sizeof text, "%" PRIu64, count);
    json_literal(json, name, text);
}

void json_integer(struct json *json, const char *name, int64_t number)
{
    char text[32];

    snprintf(text, sizeof text, "%" PRId64, number);
    json_literal(json, name, text);
}

void json_truth(struct json *json, const char *name, int is_true)
{
    json_literal(json, name, is_true ? "true" : "false");
}
