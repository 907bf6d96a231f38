/* Writes one JSON object, member by member; a NULL name stands for the members of an array. */
#ifndef TOOLS_JSON_H
#define TOOLS_JSON_H

#include <stdint.h>
#include <stdio.h>

struct json {
    FILE *file;
    int needs_comma;
};

void json_begin(struct json *json, const char *name, char bracket); /* '{' or '[' */
void json_end(struct json *json, char bracket);                     /* '}' or ']' */
void json_text(struct json *json, const char *name, const char *text);
void json_number(struct json *json, const char *name, double number);
void json_count(struct json *json, const char *name, uint64_t count);
void json_integer(struct json *json, const char *name, int64_t number);
void json_truth(struct json *json, const char *name, int is_true);

#endif
