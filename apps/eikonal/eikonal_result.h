/* What is made of the times: files, and whether they are right. */
#ifndef APPS_EIKONAL_RESULT_H
#define APPS_EIKONAL_RESULT_H

#include "eikonal_field.h"
#include "tools/error/tool_error.h"

/* The times as doubles, and as a picture; NULL: none. 0, or -1 with a message. */
int eikonal_write(const struct eikonal_field *field, const char *output, const char *picture,
                  struct tool_error *error);

/* Compares with both sequential ways, and says so. 1: the times are theirs, 0: others, -1: with a message. */
int eikonal_verify(const struct eikonal_form *form, const struct eikonal_field *field,
                   struct tool_error *error);

#endif
