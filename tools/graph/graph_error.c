#include "graph_error.h"

#include <stdarg.h>
#include <stdio.h>

int graph_fail(struct graph_error *error, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    return -1;
}
