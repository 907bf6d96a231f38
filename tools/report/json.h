/* Writes one object, member by member, as JSON; or the same members as CSV, a line `path,value` for each,
 * where `path` names the objects and arrays that hold it: "search_ms.median". A NULL name stands for the
 * members of an array; in a path they have their numbers, from 0. */
#ifndef TOOLS_JSON_H
#define TOOLS_JSON_H

#include <stdint.h>
#include <stdio.h>

#define JSON_DEPTH_MAX 8
#define JSON_PATH_BYTES 200

struct json {
    FILE *file;
    int needs_comma;
    int is_csv;
    unsigned depth; /* of the objects and arrays that are open */
    struct {
        size_t length;    /* of the path without what is in this level */
        unsigned members; /* without a name, so far */
    } levels[JSON_DEPTH_MAX];
    char path[JSON_PATH_BYTES];
};

struct json json_to(FILE *file, int is_csv);
void json_begin(struct json *json, const char *name, char bracket); /* '{' or '[' */
void json_end(struct json *json, char bracket);                     /* '}' or ']'; the last ends the line */
void json_text(struct json *json, const char *name, const char *text);
void json_number(struct json *json, const char *name, double number); /* null when it is not finite */
void json_count(struct json *json, const char *name, uint64_t count);
void json_integer(struct json *json, const char *name, int64_t number);
void json_truth(struct json *json, const char *name, int is_true);

/* value  written as it is: a number with its decimals, or "null" */
void json_literal(struct json *json, const char *name, const char *value);

/* A cell of CSV, in quotes where it needs them. */
void json_write_cell(FILE *file, const char *text);

#endif
